export type SchemaNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is SchemaNode =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Keywords whose members are schemas by name, by position, or one schema. */
const BY_NAME = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const IN_PLACE = ["items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "contains"];

interface PlacedSchema {
  /** `genes[].id`; "" = the schema itself. */
  readonly path: string;
  readonly node: SchemaNode;
  /** It is the schema of a named property, so that a model has to know what to put there. */
  readonly named: boolean;
}

/** A schema and every schema in it. Text and data (`enum`, `default`, `examples`) are not walked. */
export function* schemasIn(schema: unknown, path = "", named = false): Generator<PlacedSchema> {
  if (!isNode(schema)) return;
  yield { path, node: schema, named };
  for (const keyword of BY_NAME) {
    const members = schema[keyword];
    if (!isNode(members)) continue;
    for (const [name, member] of Object.entries(members)) {
      yield* schemasIn(member, path === "" ? name : `${path}.${name}`, keyword === "properties");
    }
  }
  for (const keyword of IN_PLACE) {
    const inner = schema[keyword];
    const place = keyword === "items" || keyword === "prefixItems" ? `${path}[]` : path;
    for (const each of Array.isArray(inner) ? inner : [inner]) yield* schemasIn(each, place);
  }
}
