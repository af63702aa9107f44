import type { Tool } from "@modelcontextprotocol/server";
import type { Catalogue, CatalogueProblem } from "../catalog/catalogue.ts";
import { cleanName } from "../catalog/clean-name.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { toolFilter } from "../catalog/tool-filter.ts";
import type { SourceConfig } from "../config/config.ts";
import type { Surface } from "../surface/snapshot.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/** What is not served, and why, with what to write in servers.yaml. */
export const problemFindings = ({ problems }: Catalogue): DoctorFinding[] =>
  problems.map(({ namespace, name, problem, message }) =>
    finding(problem, `${namespace} ${name}`, message, CURES[problem](`servers.${namespace}`, name)),
  );

const rename = (entry: string, name: string, to: string): string =>
  `write ${entry}.tools.rename: { ${JSON.stringify(name)}: ${to} }`;

/** The nearest name that is allowed; null when nothing of it is left. */
function allowedName(name: string): string {
  const leaf = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 40);
  return leaf === "" ? "a_name" : leaf;
}

const CURES: Readonly<Record<CatalogueProblem["problem"], (entry: string, name: string) => string>> = {
  bad_name: (entry, name) => rename(entry, name, allowedName(name)),
  collision: (entry, name) => rename(entry, name, `${allowedName(name)}_2`),
  illegal_header: () =>
    "correct x-mcp-header in the source: a header name of its own, on a property of type string, integer or boolean",
  unknown_entrypoint: (entry, name) =>
    `correct ${name} in ${entry}.entrypoints, or take it out; gene-router list-tools shows the names`,
  unknown_scoped: (entry, name) =>
    `correct ${name} in ${entry}.tools.scopes, or take it out; a tool that was meant may be open`,
  malformed: () => "correct the definition in the source; the protocol's schema says what it must look like",
};

const MOST_NAMED = 8;

/** Parts of `tools` in servers.yaml that touch nothing: most often a name that is spelt otherwise. */
export function filterFindings({ namespace, tools }: SourceConfig, definition: SourceDefinition): DoctorFinding[] {
  const names = definition.tools.map(({ name }) => name);
  const listed = names.slice(0, MOST_NAMED).map(cleanName).join(", ");
  const cure = `correct it or take it out; the source's own names are ${listed}${names.length > MOST_NAMED ? " …" : ""}`;
  const touches = (glob: string): boolean =>
    names.some(toolFilter({ ...tools, allow: [glob], deny: [], rename: {} }).served);
  const idle = [
    ...(["allow", "deny"] as const).flatMap((key) =>
      (tools[key] ?? []).filter((glob) => !touches(glob)).map((glob) => [key, glob] as const),
    ),
    ...Object.keys(tools.rename)
      .filter((leaf) => !names.includes(leaf))
      .map((leaf) => ["rename", leaf] as const),
  ];
  return idle.map(([key, what]) =>
    finding(
      "filter_without_effect",
      `servers.${namespace}.tools.${key}`,
      `no tool of the source is called ${what}`,
      cure,
    ),
  );
}

/** What the default list of a whole installation may cost a model, tokens. */
export const LIST_TOKENS = 12_000;

/** What every conversation begins with. */
export function listFindings(
  { tools }: Catalogue,
  { surface, tokens }: { readonly listed: readonly Tool[]; readonly surface: Surface; readonly tokens: number },
): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (tokens > LIST_TOKENS) {
    const message = `it costs a model about ${tokens} tokens at every start; ${LIST_TOKENS} are enough for six sources`;
    const cure =
      surface === "search"
        ? "pin fewer tools under entrypoints"
        : "set GENE_ROUTER_SURFACE=search, and pin what is used most";
    findings.push(finding("list_too_long", "tools/list", message, cure));
  }
  if (surface === "search" && tools.length > 0 && !tools.some(({ pinned }) => pinned)) {
    const message = "no tool is pinned, so every conversation begins with a search";
    findings.push(
      finding("no_entrypoints", "tools/list", message, "name what is used most under entrypoints in servers.yaml"),
    );
  }
  return findings;
}
