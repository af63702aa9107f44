import type { Tool } from "@modelcontextprotocol/server";
import type { Catalogue, CatalogueProblem, CatalogueTool } from "../catalog/catalogue.ts";
import { cleanName } from "../catalog/clean-name.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { type DefinitionFinding, foreignToolFindings, scanDefinition } from "../drift/text-scan.ts";
import { tokensOf } from "../inspect.ts";
import type { DoctorFinding } from "./finding.ts";

/** The default list of a whole installation may cost so much (router specification); one tool, about a fifth of it. */
const LIST_TOKENS = 12_000;
const TOOL_TOKENS = 2_500;
/** A parameter that takes one of a few words says them in its schema, not in prose. */
const LISTED_IN_PROSE = /\b(?:one of|either|must be|allowed values?)\b[^.]{0,80}(?:,|\bor\b)/i;

const CURES: Readonly<Record<CatalogueProblem["problem"], string>> = {
  bad_name: "give it a name in servers.yaml: tools: { rename: { its-name: its_name } }",
  collision: "rename one of the two in servers.yaml, under tools: rename",
  illegal_header:
    "correct x-mcp-header in the source: a header name of its own, on a property of type string, number or boolean",
  unknown_scoped: "correct the leaf name under tools.scopes, or take it out; a tool that was meant may be open",
  unknown_entrypoint: "correct the leaf name under entrypoints, or take it out; gene-router list-tools shows the names",
  malformed: "correct the definition in the source; the protocol's schema says what it must look like",
};

/** What is not served, and why; and how well what is served tells a model what it does. */
export function examineCatalogue(catalogue: Catalogue, listed: readonly Tool[]): DoctorFinding[] {
  const tokens = tokensOf(listed);
  return [
    ...catalogue.problems.map(
      ({ namespace, name, problem, message }): DoctorFinding => ({
        code: problem,
        severity: "error",
        where: `${namespace} ${name}`,
        message,
        cure: CURES[problem],
      }),
    ),
    ...(tokens > LIST_TOKENS
      ? [
          {
            code: "list_too_long",
            severity: "warning",
            where: "tools/list",
            message: `it costs a model about ${tokens} tokens at every start; ${LIST_TOKENS} are enough for six sources`,
            cure: "set GENE_ROUTER_SURFACE=search, and pin fewer tools under entrypoints",
          } as const,
        ]
      : []),
    ...catalogue.tools.flatMap(examineTool),
    ...catalogue.sources.flatMap(({ namespace, definition }) => examineTexts(namespace, definition, catalogue)),
  ];
}

function examineTool({ name, namespace, definition }: CatalogueTool): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const add = (code: string, severity: DoctorFinding["severity"], message: string, cure: string): void => {
    findings.push({ code, severity, where: name, message, cure });
  };
  const { description, inputSchema, outputSchema, annotations } = definition;
  if (!description?.trim())
    add(
      "no_description",
      "warning",
      "it has no description, so no model finds it",
      "describe in the source what it does and when to use it",
    );
  const unspoken = undescribed(inputSchema, "");
  if (unspoken.length > 0)
    add(
      "undescribed_parameters",
      "warning",
      `parameters without description: ${unspoken.slice(0, 8).map(cleanName).join(", ")}`,
      "describe each parameter in the source, with an example value",
    );
  const inProse = properties(inputSchema).filter(
    ([, node]) => node.enum === undefined && LISTED_IN_PROSE.test(String(node.description ?? "")),
  );
  if (inProse.length > 0)
    add(
      "values_in_prose",
      "info",
      `parameters that list their values in words: ${inProse
        .slice(0, 8)
        .map(([key]) => cleanName(key))
        .join(", ")}`,
      "write the values as enum in the source, if they are all",
    );
  if (annotations?.readOnlyHint === undefined)
    add(
      "no_read_only_hint",
      "warning",
      "it does not say whether it only reads, so it needs a write scope and is never repeated",
      `state readOnlyHint in the source; scopes for it can be set under tools: scopes of ${namespace}`,
    );
  if (outputSchema === undefined)
    add("no_output_schema", "info", "it does not say what it returns", "declare an output schema in the source");
  const tokens = tokensOf(definition);
  if (tokens > TOOL_TOKENS)
    add(
      "long_definition",
      "warning",
      `its definition costs a model about ${tokens} tokens`,
      "shorten description and schemas in the source, or do not pin it",
    );
  return findings;
}

interface SchemaNode {
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

const properties = (schema: unknown): [string, SchemaNode][] => {
  const node = (schema ?? {}) as SchemaNode;
  return node.properties !== null && typeof node.properties === "object" ? Object.entries(node.properties) : [];
};

/** Deeper than this no model reads. */
const MAX_DEPTH = 6;

function undescribed(schema: unknown, path: string, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  return properties(schema).flatMap(([key, node]) => {
    const here = `${path}${key}`;
    const own = typeof node?.description === "string" && node.description.trim() !== "" ? [] : [here];
    return [...own, ...undescribed(node, `${here}.`, depth + 1), ...undescribed(node?.items, `${here}[].`, depth + 1)];
  });
}

function examineTexts(namespace: string, definition: SourceDefinition, { sources }: Catalogue): DoctorFinding[] {
  const others = new Map(
    sources
      .filter((source) => source.namespace !== namespace)
      .map((source) => [source.namespace, source.definition.tools.map(({ name }) => name)]),
  );
  return [...scanDefinition(definition), ...foreignToolFindings(definition, others)].map((finding) =>
    textFinding(namespace, finding),
  );
}

function textFinding(namespace: string, { part, name, kind, hidden }: DefinitionFinding): DoctorFinding {
  const where = `${namespace} ${part}${name === null ? "" : ` ${cleanName(name)}`}`;
  return hidden
    ? {
        code: "hidden_text",
        severity: "error",
        where,
        message: `it holds characters that a reader cannot see (${kind})`,
        cure: "look at it with gene-router drift; do not use the source until its author has taken them out",
      }
    : {
        code: "directive_text",
        severity: "warning",
        where,
        message: `its text gives orders that a definition has no reason to give (${kind})`,
        cure: "read it with gene-router list-tools --json; deny the tool in servers.yaml if it is not harmless",
      };
}
