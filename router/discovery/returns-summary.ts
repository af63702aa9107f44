/** What a tool gives back, in one line, from its output schema: `envelope, outcome, records[] of {record_id, name, …}`. */
export function returnsSummary(outputSchema: unknown): string | null {
  if (!isObject(outputSchema)) return null;
  const line = describe(outputSchema, 0);
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}

const MAX_LENGTH = 240;
const MAX_KEYS = 14;
const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function describe(schema: Record<string, unknown>, depth: number): string {
  const { type, properties, items } = schema;
  if (isObject(properties)) {
    const keys = Object.keys(properties);
    const shown = keys.slice(0, depth === 0 ? MAX_KEYS : 6).map((key) => {
      const child = properties[key];
      if (!isObject(child) || depth > 0) return key;
      if (child.type === "array")
        return isObject(child.items) && isObject(child.items.properties)
          ? `${key}[] of ${describe(child.items, 1)}`
          : `${key}[]`;
      return key;
    });
    const rest = keys.length > shown.length ? ", …" : "";
    return depth === 0 ? `${shown.join(", ")}${rest}` : `{${shown.join(", ")}${rest}}`;
  }
  if (type === "array") return isObject(items) ? `list of ${describe(items, 1)}` : "list";
  return typeof type === "string" ? type : "any JSON";
}
