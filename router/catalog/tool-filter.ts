import type { SourceConfig } from "../config/config.ts";

/** A glob on leaf names: `*` any run, `?` one character, everything else itself. */
function globMatcher(glob: string): RegExp {
  const body = [...glob].map((char) =>
    char === "*" ? ".*" : char === "?" ? "." : char.replace(/[.+^${}()|[\]\\]/, "\\$&"),
  );
  return new RegExp(`^${body.join("")}$`);
}

/** Which of a source's tools are served, and the leaf each is shown under. Globs match the source's own leaf names. */
export function toolFilter({ allow, deny, rename }: SourceConfig["tools"]): {
  served(leaf: string): boolean;
  shown(leaf: string): string;
} {
  const allowed = allow?.map(globMatcher) ?? null;
  const denied = deny.map(globMatcher);
  return {
    served: (leaf) =>
      (allowed === null || allowed.some((glob) => glob.test(leaf))) && !denied.some((glob) => glob.test(leaf)),
    shown: (leaf) => (Object.hasOwn(rename, leaf) ? (rename[leaf] as string) : leaf),
  };
}
