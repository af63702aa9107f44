import type { CatalogueTool } from "../catalog/catalogue.ts";
import { tokensOf } from "../inspect.ts";
import { type DoctorFinding, type FindingCode, finding } from "./finding.ts";
import { placesIn, type SchemaNode, schemaFindings, shownPlaces } from "./schema-findings.ts";

/** Models' interfaces take names of 64 characters, and Claude Code puts `mcp__gene-router__` before ours. */
const NAME_MOST = 64 - "mcp__gene-router__".length;
/** The longest description of a function that OpenAI's interface takes. */
const DESCRIPTION_MOST = 1_024;
/** About a fifth of what the default list of a whole installation may cost. */
const TOKENS_MOST = 2_500;
/** A parameter that takes one of a few words says them in its schema, not in prose. */
const LISTED_IN_PROSE = /\b(?:one of|either|must be|allowed values?)\b[^.]{0,80}(?:,|\bor\b)/i;

/** How well a definition tells a model what its tool does. */
export function toolFindings({ name, namespace, sourceName, definition }: CatalogueTool): DoctorFinding[] {
  const { description = "", title, annotations, inputSchema, outputSchema } = definition;
  const findings: DoctorFinding[] = [];
  const add = (code: FindingCode, message: string, cure: string): void => {
    findings.push(finding(code, name, message, cure));
  };
  if (name.length > NAME_MOST) {
    const message = `its name has ${name.length} characters; with a host's prefix some models refuse more than ${NAME_MOST}`;
    add(
      "long_name",
      message,
      `write servers.${namespace}.tools.rename: { ${JSON.stringify(sourceName)}: a_shorter_name }`,
    );
  }
  if (description.trim() === "")
    add(
      "no_description",
      "it has no description, so no model finds it",
      "describe in the source what it does and when to use it",
    );
  if (description.length > DESCRIPTION_MOST) {
    const message = `its description has ${description.length} characters; some hosts cut it at ${DESCRIPTION_MOST}`;
    add("long_description", message, "say in the source the most important first, or less");
  }
  if (title === undefined && annotations?.title === undefined)
    add("no_title", "it has no title, so hosts show its name", "give it a title in the source");
  const undescribed = placesIn(inputSchema, ({ node, named }) => named && !hasText(node.description));
  if (undescribed.length > 0) {
    const message = `parameters without description: ${shownPlaces(undescribed)}`;
    add("undescribed_parameters", message, "describe each parameter in the source, with an example value");
  }
  const inProse = placesIn(inputSchema, ({ node, named }) => named && listsInProse(node));
  if (inProse.length > 0) {
    const message = `parameters that list their values in words: ${shownPlaces(inProse)}`;
    add("values_in_prose", message, "write the values as enum in the source, if they are all");
  }
  if (annotations?.readOnlyHint === undefined) {
    const cure = `state readOnlyHint in the source; until then callers need the scope ${namespace}:write where scopes are checked`;
    add(
      "no_read_only_hint",
      "it does not say whether it only reads, so it counts as one that writes and is never repeated",
      cure,
    );
  }
  findings.push(...schemaFindings("input", name, inputSchema));
  if (outputSchema === undefined)
    add("no_output_schema", "it does not say what it returns", "declare an output schema in the source");
  else findings.push(...schemaFindings("output", name, outputSchema));
  const tokens = tokensOf(definition);
  if (tokens > TOKENS_MOST) {
    const cure = `shorten description and schemas in the source, or take it out of servers.${namespace}.entrypoints`;
    add("long_definition", `its definition costs a model about ${tokens} tokens`, cure);
  }
  return findings;
}

const hasText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

const listsInProse = ({ enum: values, const: only, description }: SchemaNode): boolean =>
  values === undefined && only === undefined && LISTED_IN_PROSE.test(String(description ?? ""));
