import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";

/** Deeper nesting than any argument needs; a parser's recursion must not be steered from outside. */
export const MAX_DEPTH = 64;
/** What one MCP request may weigh, bytes. Larger bodies are for tools that say so. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Only the revision of 2025-03-26 has batches, and its hosts send a handful. */
const MAX_BATCH = 50;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** A request body that is not taken: the HTTP status and JSON-RPC code to answer with. */
export interface BodyRefusal {
  readonly status: 400 | 413 | 415;
  readonly code: number;
  readonly message: string;
}

export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly bytes: number }
  | { readonly ok: false; readonly refusal: BodyRefusal };

const refuse = (status: BodyRefusal["status"], message: string, code = INVALID_REQUEST): JsonBody => ({
  ok: false,
  refusal: { status, code, message },
});
export const tooLarge = (): JsonBody => refuse(413, "The request body is too large");

/**
 * Reads and parses a request's body once; media type, size, depth and batch length are checked before anything is built
 * from it. Rejects when the caller is gone.
 */
export async function readJsonBody(incoming: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  if (!isJsonContentType(incoming.headers["content-type"] ?? null)) {
    return refuse(415, "Content-Type must be application/json");
  }
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not destroy the socket that carries the refusal.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return tooLarge();
    chunks.push(chunk);
  }
  return parseJsonBody(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
}

/** The same for bytes at hand, whose size was looked at already. */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse(400, "Parse error: the request body is not UTF-8", PARSE_ERROR);
  }
  if (nestsDeeperThan(text, MAX_DEPTH)) return refuse(400, `The request body nests deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(400, "Parse error: the request body is not valid JSON", PARSE_ERROR);
  }
  if (Array.isArray(value) && value.length > MAX_BATCH)
    return refuse(400, `A batch holds at most ${MAX_BATCH} messages`);
  return { ok: true, value, bytes: bytes.length };
}

/** Whether brackets outside of strings nest deeper than `limit`; one pass, no recursion. */
function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
