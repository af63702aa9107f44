/**
 * JSON with sorted keys and no white space: RFC 8785 for the JSON of MCP definitions. Our own, because the package
 * `canonicalize` needs Node 22 in its current major. `JSON.stringify` already writes numbers and strings as the RFC
 * asks (it takes both from ECMAScript); only key order is missing, and that is UTF-16 order, the default of `sort`.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
