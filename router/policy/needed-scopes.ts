import type { Tool } from "@modelcontextprotocol/server";
import type { SourceConfig } from "../config/config.ts";
import type { Principal } from "../surface/principal.ts";

/**
 * The scopes that a caller needs for a tool: those of its source, and those stated for the tool. One that does not promise
 * to read only needs `<namespace>:write` unless something else is stated for it, so that a forgotten annotation closes.
 *
 * @param leaf as shown, after renames.
 */
export function scopesOfTool(
  { namespace, scopes, tools }: SourceConfig,
  leaf: string,
  annotations: Tool["annotations"],
): readonly string[] {
  const stated = tools.scopes[leaf];
  const own = stated ?? (annotations?.readOnlyHint === true ? [] : [`${namespace}:write`]);
  return [...new Set([...scopes, ...own])];
}

/** Whether a caller holds every scope. Callers that are not authenticated may do everything. */
export const permits = ({ scopes }: Principal, needed: readonly string[]): boolean =>
  scopes === null || needed.every((scope) => scopes.has(scope));
