import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { type DoctorFinding, finding } from "./finding.ts";

export type SchemaNode = Readonly<Record<string, unknown>>;

interface PlacedNode {
  /** `genes[].id`; "" = the schema itself. */
  readonly path: string;
  readonly node: SchemaNode;
  /** It belongs to a named property: a model has to know what to put there. */
  readonly named: boolean;
}

const isNode = (value: unknown): value is SchemaNode =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const BY_NAME = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const ELEMENTS = ["items", "prefixItems"];
const IN_PLACE = ["additionalProperties", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "contains"];

/** A schema and every schema in it; what is data there (`enum`, `default`, `examples`) is not walked. */
function* nodesIn(schema: unknown, path = "", named = false): Generator<PlacedNode> {
  if (!isNode(schema)) return;
  yield { path, node: schema, named };
  for (const keyword of BY_NAME) {
    const members = schema[keyword];
    for (const [name, member] of isNode(members) ? Object.entries(members) : [])
      yield* nodesIn(member, path === "" ? name : `${path}.${name}`, keyword === "properties");
  }
  for (const keyword of [...ELEMENTS, ...IN_PLACE]) {
    const place = ELEMENTS.includes(keyword) ? `${path}[]` : path;
    for (const inner of [schema[keyword]].flat()) yield* nodesIn(inner, place);
  }
}

export const placesIn = (schema: unknown, wanted: (placed: PlacedNode) => boolean): string[] =>
  [...nodesIn(schema)].filter(wanted).map(({ path }) => path);

const MOST_SHOWN = 8;

/** Names of parameters come from the source: cleaned and bounded. */
export function shownPlaces(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_SHOWN).map((path) => path.replace(/[^\w.[\]$-]/g, "?").slice(0, 80));
  return [...shown, ...(paths.length > MOST_SHOWN ? [`${paths.length - MOST_SHOWN} more`] : [])].join(", ");
}

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";

/** Whether a schema is one, and one of 2020-12, which is what the protocol asks for. */
export function schemaFindings(side: "input" | "output", where: string, schema: object): DoctorFinding[] {
  const { $schema } = schema as SchemaNode;
  const stamped = typeof $schema === "string" && !$schema.includes("/2020-12/");
  const older = stamped || placesIn(schema, ({ node }) => isOlder(node)).length > 0;
  if (!compiles(older && !stamped ? { ...schema, $schema: DRAFT_07 } : schema)) {
    const effect = side === "input" ? "arguments are not checked before a call" : "hosts may refuse its answers";
    const cure = "correct it in the source: each type, reference and pattern in it must be valid JSON Schema 2020-12";
    return [finding(`${side}_schema_invalid`, where, `its ${side} schema is none, so ${effect}`, cure)];
  }
  if (!older) return [];
  const cure = "write it in JSON Schema 2020-12 in the source: $defs, prefixItems, dependentRequired";
  return [finding("older_dialect", where, `its ${side} schema is of an older dialect, which some hosts refuse`, cure)];
}

function compiles(schema: object): boolean {
  try {
    new AjvJsonSchemaValidator().getValidator(schema as JsonSchemaType);
    return true;
  } catch {
    return false;
  }
}

/** Keywords that 2020-12 has no more, or that mean something else there. */
const isOlder = (node: SchemaNode): boolean =>
  ["definitions", "dependencies", "additionalItems"].some((keyword) => Object.hasOwn(node, keyword)) ||
  Array.isArray(node.items);
