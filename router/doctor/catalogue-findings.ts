import type { Catalogue, CatalogueProblem } from "../catalog/catalogue.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { toolFilter } from "../catalog/tool-filter.ts";
import type { SourceConfig } from "../config/config.ts";
import { tokensOf } from "../inspect.ts";
import { listedOn, type Surface } from "../surface/snapshot.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/** What the default surface may cost a model, tokens. */
export const SURFACE_BUDGET = 12_000;

/** What is not served, and why, with what to write in servers.yaml. */
export const problemFindings = (problems: readonly CatalogueProblem[]): DoctorFinding[] =>
  problems.map(({ namespace, name, problem, message }) =>
    finding(problem, { source: namespace, subject: name, message: `not served: ${message}`, cure: CURES[problem](namespace, name) }),
  );

const renamed = (namespace: string, name: string): string => {
  const suggestion = name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+/, "").slice(0, 40);
  return `write servers.${namespace}.tools.rename: { ${JSON.stringify(name)}: ${suggestion || "a_name"} }`;
};

const CURES: Readonly<Record<CatalogueProblem["problem"], (namespace: string, name: string) => string>> = {
  bad_name: renamed,
  collision: (namespace, name) => `write servers.${namespace}.tools.rename: { ${JSON.stringify(name)}: another_name }`,
  illegal_header: (namespace) => `tell the author of ${namespace} to correct x-mcp-header in its input schema`,
  malformed: (namespace) => `tell the author of ${namespace}; the protocol asks for a name and an input schema of type object`,
  unknown_entrypoint: (namespace, name) =>
    `remove ${name} from servers.${namespace}.entrypoints or correct it; gene-router list-tools --namespace ${namespace} lists the names`,
};

/** Entries of `tools` in servers.yaml that touch nothing: most often a name that is spelt otherwise. */
export function filterFindings({ namespace, tools }: SourceConfig, definition: SourceDefinition): DoctorFinding[] {
  const names = definition.tools.map(({ name }) => name);
  const cure = `correct it or remove it; the source's own names are ${names.slice(0, 8).map((name) => name.replace(/[^\w.-]/g, "?")).join(", ")}${names.length > 8 ? " …" : ""}`;
  const matches = (glob: string): boolean => {
    const { served } = toolFilter({ allow: [glob], deny: [], rename: {} });
    return names.some(served);
  };
  const unused = (["allow", "deny"] as const).flatMap((key) =>
    (tools[key] ?? []).filter((glob) => !matches(glob)).map((glob) => ({ key, glob })),
  );
  return [
    ...unused.map(({ key, glob }) =>
      finding("filter_without_effect", {
        source: namespace,
        subject: glob,
        message: `servers.${namespace}.tools.${key} names no tool by this`,
        cure,
      }),
    ),
    ...Object.keys(tools.rename)
      .filter((leaf) => !names.includes(leaf))
      .map((leaf) =>
        finding("unknown_rename", {
          source: namespace,
          subject: leaf,
          message: `servers.${namespace}.tools.rename names a tool that the source does not have`,
          cure,
        }),
      ),
  ];
}

export interface SurfaceCost {
  readonly surface: Surface;
  readonly tools: number;
  readonly listed: number;
  readonly tokens: number;
  readonly budget: number;
}

/** What `tools/list` costs a model. */
export function surfaceCost(catalogue: Catalogue, surface: Surface): SurfaceCost {
  const listed = listedOn(catalogue, surface);
  const tokens = listed.reduce((sum, tool) => sum + tokensOf(tool), 0);
  return { surface, tools: catalogue.tools.length, listed: listed.length, tokens, budget: SURFACE_BUDGET };
}

export function surfaceFindings(catalogue: Catalogue, cost: SurfaceCost): DoctorFinding[] {
  const { surface, tokens, budget, tools } = cost;
  const findings: DoctorFinding[] = [];
  if (tokens > budget) {
    const cure =
      surface === "search" ? "pin fewer tools in entrypoints" : "set GENE_ROUTER_SURFACE=search, and pin what is used most";
    const message = `tools/list costs about ${tokens} tokens; ${budget} is the budget`;
    findings.push(finding("budget_exceeded", { message, cure }));
  }
  if (surface === "search" && tools > 0 && !catalogue.tools.some(({ pinned }) => pinned)) {
    const message = "no tool is pinned, so every conversation begins with a search";
    findings.push(finding("no_entrypoints", { message, cure: "name the tools that are used most in entrypoints of servers.yaml" }));
  }
  return findings;
}
