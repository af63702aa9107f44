const COMMIT = /^[0-9a-f]{40}$/;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

/** Version of the data that is served unless another is set: tbdb of 2025-08-05. */
export const DEFAULT_REF = "13b6ed451a796bacd75320cd59acac788826a891";
export const DEFAULT_BASE = "https://raw.githubusercontent.com/jodyphelan/tbdb";

/** The drugs of that version. A misspelt drug is refused without asking anybody; another version's drugs are read from it. */
export const DEFAULT_DRUGS: readonly string[] = [
  ...["rifampicin", "isoniazid", "ethambutol", "pyrazinamide", "moxifloxacin", "levofloxacin"],
  ...["bedaquiline", "delamanid", "pretomanid", "linezolid", "streptomycin", "amikacin"],
  ...["kanamycin", "capreomycin", "clofazimine", "ethionamide", "para-aminosalicylic_acid", "cycloserine"],
];

/** A full commit hash: what it names never changes. */
export const isCommit = (ref: string): boolean => COMMIT.test(ref);

/**
 * A Git ref that may enter a path: a commit hash, tag or branch name; `/` only between plain parts.
 *
 * @throws Error when it has another form.
 */
export function parseRef(text: string): string {
  const segments = text.split("/");
  const plain = segments.length <= 4 && segments.every((part) => SEGMENT.test(part) && !part.includes(".."));
  if (!plain) throw new Error("expected a commit hash, tag or branch name");
  return text;
}

export type HumanUrl = (file: string, line: number | null) => string;

/**
 * Where a person can read a line of a file at a ref, on GitHub, or the whole repository for no file; a mirror's readers
 * are sent to the original.
 */
export function humanUrls(base: string, ref: string): HumanUrl {
  const { hostname, pathname } = new URL(base);
  const parts = pathname.split("/").filter((part) => part !== "");
  const repository =
    hostname === "raw.githubusercontent.com" && parts.length === 2 ? parts.join("/") : "jodyphelan/tbdb";
  const page = `https://github.com/${repository}`;
  return (file, line) =>
    file === "" ? `${page}/tree/${ref}` : `${page}/blob/${ref}/${file}${line === null ? "" : `#L${line}`}`;
}
