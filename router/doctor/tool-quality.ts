import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import type { CatalogueTool } from "../catalog/catalogue.ts";
import { tokensOf } from "../inspect.ts";
import { type DoctorFinding, type FindingCode, finding } from "./finding.ts";
import { type SchemaNode, schemasIn } from "./schema-walk.ts";

/** Models' interfaces take 64 characters, and Claude Code puts `mcp__gene-router__` before the name. */
const NAME_MOST = 64 - "mcp__gene-router__".length;
/** The longest description of a function that OpenAI's interface takes. */
const DESCRIPTION_MOST = 1024;
/** A definition that costs more than a sixth of the 12,000 tokens that a whole surface may cost. */
const TOKENS_MOST = 2_000;
/** "one of a, b, c": a list of values that is only prose. */
const VALUES_IN_PROSE = /\b(?:one of|either)\b[^.;]*(?:,|\bor\b)/i;

/** What keeps a model from using a tool well, seen in its definition alone. */
export function toolFindings({ name, namespace, definition, sourceName }: CatalogueTool): DoctorFinding[] {
  const { description = "", title, annotations, inputSchema, outputSchema } = definition;
  const author = `tell the author of ${namespace}`;
  const found: DoctorFinding[] = [];
  const note = (code: FindingCode, message: string, cure: string): void => {
    found.push(finding(code, { source: namespace, subject: name, message, cure }));
  };
  if (name.length > NAME_MOST) {
    const cure = `write a shorter name in servers.${namespace}.tools.rename: { ${JSON.stringify(sourceName)}: … }`;
    note("name_long", `the name has ${name.length} characters; with a host's prefix some models refuse more than ${NAME_MOST}`, cure);
  }
  if (description.trim() === "") {
    note("description_missing", "it has no description, so neither search nor a model can tell what it does", `${author} to describe it`);
  } else if (description.length > DESCRIPTION_MOST) {
    note("description_long", `the description has ${description.length} characters; some hosts cut it at ${DESCRIPTION_MOST}`, `${author} to put the most important first`);
  }
  if (title === undefined && annotations?.title === undefined) {
    note("title_missing", "it has no title; hosts show its name instead", `${author} to give it one`);
  }
  if (annotations?.readOnlyHint === undefined) {
    const cure = `${author} to state readOnlyHint; until then callers need the scope ${namespace}:write where scopes are checked`;
    note("annotations_missing", "it does not say whether it only reads, so it is taken to write", cure);
  }
  found.push(...schemaFindings(name, namespace, "input", inputSchema));
  if (outputSchema === undefined) {
    note("output_schema_missing", "it has no output schema, so a model learns the shape of its answers from answers only", `${author} to add one`);
  } else found.push(...schemaFindings(name, namespace, "output", outputSchema));
  const undescribed = placesIn(inputSchema, (node, named) => named && !hasText(node.description));
  if (undescribed.length > 0) {
    note("parameter_undescribed", `without description: ${listed(undescribed)}`, `${author} to describe each parameter`);
  }
  const open = placesIn(inputSchema, (node, named) => named && node.type === "string" && isProseList(node));
  if (open.length > 0) {
    note("vocabulary_open", `values are listed in prose only: ${listed(open)}`, `${author} to write them as enum, so that a wrong one is refused at once`);
  }
  const tokens = tokensOf(definition);
  if (tokens > TOKENS_MOST) {
    note("definition_costly", `its definition costs about ${tokens} tokens`, `keep it out of servers.${namespace}.entrypoints; search finds it all the same`);
  }
  return found;
}

function schemaFindings(subject: string, source: string, side: "input" | "output", schema: object): DoctorFinding[] {
  const { $schema, ...rest } = schema as SchemaNode;
  const old = typeof $schema === "string" && !$schema.includes("2020-12") ? true : placesIn(schema, isOld).length > 0;
  const cure = `tell the author of ${source} to write it in JSON Schema 2020-12`;
  if (!compiles(old ? schema : rest)) {
    const message = `its ${side} schema is none, so ${side === "input" ? "arguments cannot be checked before a call" : "answers cannot be checked"}`;
    return [finding(side === "input" ? "input_schema_invalid" : "output_schema_invalid", { source, subject, message, cure })];
  }
  if (!old) return [];
  const message = `its ${side} schema uses an older dialect, which some hosts refuse`;
  return [finding("draft_07", { source, subject, message, cure })];
}

/** A schema that the engine of its dialect takes: 2020-12 unless it says otherwise. */
function compiles(schema: object): boolean {
  try {
    new AjvJsonSchemaValidator().getValidator(schema as JsonSchemaType);
    return true;
  } catch {
    return false;
  }
}

/** Keywords that 2020-12 has no more, or that mean something else there. */
const isOld = (node: SchemaNode): boolean =>
  ["definitions", "dependencies", "additionalItems"].some((keyword) => Object.hasOwn(node, keyword)) ||
  Array.isArray(node.items);

const isProseList = (node: SchemaNode): boolean =>
  node.enum === undefined &&
  node.const === undefined &&
  node.pattern === undefined &&
  typeof node.description === "string" &&
  VALUES_IN_PROSE.test(node.description);

const hasText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

const placesIn = (schema: object, wanted: (node: SchemaNode, named: boolean) => boolean): string[] =>
  [...schemasIn(schema)].filter(({ node, named }) => wanted(node, named)).map(({ path }) => path);

const MOST_LISTED = 5;

/** Names of parameters come from the source: cleaned and bounded. */
function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_LISTED).map((path) => path.replace(/[^\w.[\]$-]/g, "?").slice(0, 80));
  return paths.length > MOST_LISTED ? `${shown.join(", ")} and ${paths.length - MOST_LISTED} more` : shown.join(", ");
}
