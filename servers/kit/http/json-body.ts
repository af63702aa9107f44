import { isJsonContentType, readRequestBody } from "@modelcontextprotocol/server";
import type { Context } from "hono";
import { refusal } from "./guards.ts";

/** Deeper nesting than any argument needs; a parser's recursion must not be steered from outside. */
export const MAX_DEPTH = 64;
/** What one MCP request may weigh, bytes. Larger bodies are for tools that say so. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

const PARSE_ERROR = -32700;

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly response: Response };

/** Reads and parses a request's body once: media type, size and depth are checked before anything is built from it. */
export async function readJsonBody(context: Context, maxBytes: number): Promise<JsonBody> {
  const refuse = (status: 400 | 413 | 415, message: string, code?: number): JsonBody => ({
    ok: false,
    response: refusal(context, status, message, code),
  });
  if (!isJsonContentType(context.req.header("content-type"))) {
    return refuse(415, "Content-Type must be application/json");
  }
  const text = await readText(context, maxBytes);
  if (text === null) return refuse(413, `The body is over the limit of ${maxBytes} bytes`);
  if (nestsDeeperThan(text, MAX_DEPTH)) return refuse(400, `The body nests deeper than ${MAX_DEPTH} levels`);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refuse(400, "The body is not valid JSON", PARSE_ERROR);
  }
}

async function readText(context: Context, maxBytes: number): Promise<string | null> {
  const declared = context.req.header("content-length");
  if (declared !== undefined) {
    // Node ends the body at the declared length, so the cheap path is safe.
    return Number(declared) > maxBytes ? null : await context.req.text();
  }
  const body = await readRequestBody(context.req.raw, maxBytes);
  return body.tooLarge ? null : body.text;
}

/** Whether brackets outside of strings nest deeper than `limit`; one pass, no recursion. */
export function nestsDeeperThan(text: string, limit: number): boolean {
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
