import type { IncomingMessage } from "node:http";

/** A request body that is not taken: the HTTP status and JSON-RPC code to answer with. */
interface BodyRefusal {
  readonly status: 400 | 413;
  readonly code: number;
  readonly message: string;
}

export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: BodyRefusal };

const MIB = 1024 * 1024;
export const MAX_BODY_BYTES = 4 * MIB;
/** `rank_evidence` takes the texts that it ranks; nothing else needs more than the common limit. */
const LARGE_BODY_TOOL = "corpus_rank_evidence";
export const MAX_LARGE_BODY_BYTES = 16 * MIB;
export const MAX_DEPTH = 64;
/** Only the revision of 2025-03-26 has batches, and its hosts send a handful. */
const MAX_BATCH = 50;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const refuse = (status: 400 | 413, code: number, message: string): ReadBody => ({
  ok: false,
  refusal: { status, code, message },
});
const tooLarge = (): ReadBody => refuse(413, INVALID_REQUEST, "The request body is too large");

/** Reads and parses a JSON body once, within limits of size, depth and batch length. Rejects when the caller is gone. */
export async function readBody(incoming: IncomingMessage): Promise<ReadBody> {
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_LARGE_BODY_BYTES) return tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not destroy the socket that carries the refusal.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_LARGE_BODY_BYTES) return tooLarge();
    chunks.push(chunk);
  }
  return parseBody(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
}

/** The same for bytes at hand. */
export function parseBody(bytes: Uint8Array): ReadBody {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse(400, PARSE_ERROR, "Parse error: the request body is not UTF-8");
  }
  if (tooDeep(text)) return refuse(400, INVALID_REQUEST, `The request body is nested deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(400, PARSE_ERROR, "Parse error: the request body is not valid JSON");
  }
  if (bytes.length > MAX_BODY_BYTES && !mayBeLarge(value)) return tooLarge();
  if (Array.isArray(value) && value.length > MAX_BATCH)
    return refuse(400, INVALID_REQUEST, `A batch holds at most ${MAX_BATCH} messages`);
  return { ok: true, value };
}

/** Counts brackets outside of strings, before anything is built from them. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) {
      inString = true;
    } else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (char === 0x5d || char === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

function mayBeLarge(message: unknown): boolean {
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { name?: unknown; arguments?: { name?: unknown } };
  };
  if (method !== "tools/call") return false;
  return (
    params?.name === LARGE_BODY_TOOL || (params?.name === "call_tool" && params.arguments?.name === LARGE_BODY_TOOL)
  );
}
