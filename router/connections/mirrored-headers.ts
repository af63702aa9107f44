import { headerAnnotations } from "../catalog/header-annotations.ts";
import type { JsonObject } from "./connection.ts";

const SENTINEL = "=?base64?";

/** A header value as it is, or in the sentinel form when HTTP would not carry it unchanged (MCP 2026-07-28). */
export function headerValue(text: string): string {
  const plain = text !== "" && text === text.trim() && /^[\t\x20-\x7e]*$/.test(text) && !text.startsWith(SENTINEL);
  return plain ? text : `${SENTINEL}${Buffer.from(text, "utf8").toString("base64")}?=`;
}

/** The `Mcp-*` headers of a request, derived from its body and, for tools, from the source's own input schema. */
export function mirroredHeaders(method: string, params: JsonObject, inputSchema: unknown): Record<string, string> {
  const headers: Record<string, string> = { "mcp-method": method };
  const name =
    method === "resources/read" ? params.uri : method === "tools/call" || method === "prompts/get" ? params.name : null;
  if (typeof name === "string") headers["mcp-name"] = headerValue(name);
  if (method !== "tools/call" || inputSchema === undefined) return headers;
  const found = headerAnnotations(inputSchema);
  for (const { header, path } of found.legal ? found.annotations : []) {
    const text = primitiveText(valueAt(params.arguments, path));
    if (text !== null) headers[`mcp-param-${header.toLowerCase()}`] = headerValue(text);
  }
  return headers;
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let node = root;
  for (const key of path) {
    if (node === null || typeof node !== "object" || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/** Absent, null and unsafe numbers are not mirrored. */
function primitiveText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
}
