import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Envelope } from "./envelope/envelope.ts";
import { isErrorOutcome } from "./envelope/outcome.ts";

/** An envelope as an MCP result: structured, and as one text block for hosts that read only text. */
export function renderResult(
  envelope: Envelope,
  options: { brief: boolean; meta: Record<string, unknown> },
): CallToolResult {
  const text = options.brief
    ? [
        envelope.outcome,
        ...envelope.notes,
        ...envelope.errors.map(({ code, message }) => `${code}: ${message}`),
        ...envelope.record_ids,
      ].join("\n")
    : JSON.stringify(envelope);
  return {
    content: [{ type: "text", text }],
    structuredContent: envelope as unknown as Record<string, unknown>,
    isError: isErrorOutcome(envelope.outcome),
    _meta: options.meta,
  };
}

/** The result of a tool with its own output. */
export const renderBare = (result: object, isError: boolean, meta: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(result) }],
  structuredContent: result as Record<string, unknown>,
  isError,
  _meta: meta,
});
