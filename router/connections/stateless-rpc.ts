import { ProtocolError } from "@modelcontextprotocol/server";
import type { Dispatcher, Pool } from "undici";
import type { JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { EventStreamReader } from "./event-stream.ts";
import { unreachable } from "./unreachable.ts";

export interface RpcRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onNotification?: ((notification: { method: string; params: JsonObject }) => void) | undefined;
  /** Bytes of one answer, notifications apart. */
  readonly maxBytes: number;
}

export interface RpcAnswer {
  readonly status: number;
  /** A JSON-RPC response, or null when the body was none. */
  readonly response: {
    readonly result?: unknown;
    readonly error?: { code: number; message: string; data?: unknown };
  } | null;
  readonly retryAfter: string | null;
}

/** Errors are short; a refusal that is not needs no reading. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * One JSON-RPC request as one POST over a pool; the answer is JSON or an event stream. The body is counted while it is
 * read and dropped over the cap, never cut. Throws `ConnectionFailure` for the transport.
 */
export async function postRpc(pool: Pool, path: string, id: number, request: RpcRequest): Promise<RpcAnswer> {
  const response = await send(pool, path, id, request);
  const type = String(response.headers["content-type"] ?? "").toLowerCase();
  const ok = response.statusCode >= 200 && response.statusCode < 300;
  const answer = { status: response.statusCode, retryAfter: headerText(response.headers["retry-after"]) };
  const limit = ok ? request.maxBytes : Math.min(MAX_ERROR_BYTES, request.maxBytes);
  try {
    if (ok && type.startsWith("text/event-stream"))
      return { ...answer, response: await readEvents(response.body, id, limit, request) };
    const text = await readText(response.body, limit, response.headers["content-length"]);
    return { ...answer, response: responseOf(parse(text), id, !ok) };
  } catch (error) {
    response.body.on("error", () => {}).destroy();
    if (error instanceof ConnectionFailure && error.code === "result_too_large" && !ok)
      return { ...answer, response: null };
    throw translated(error, request.signal);
  }
}

async function send(pool: Pool, path: string, id: number, request: RpcRequest): Promise<Dispatcher.ResponseData> {
  try {
    return await pool.request({
      path,
      method: "POST",
      headers: {
        ...request.headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id, method: request.method, params: request.params }),
      signal: request.signal,
    });
  } catch (error) {
    throw translated(error, request.signal, true);
  }
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number, declared: unknown): Promise<string> {
  if (typeof declared === "string" && Number(declared) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function readEvents(
  body: AsyncIterable<Uint8Array> & {
    destroy(): unknown;
    on(event: "error", listener: () => void): { destroy(): unknown };
  },
  id: number,
  maxBytes: number,
  { onNotification }: RpcRequest,
): Promise<RpcAnswer["response"]> {
  const reader = new EventStreamReader();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    for (const event of reader.push(chunk)) {
      const message = parse(event);
      const response = responseOf(message, id, false);
      if (response !== null) {
        body.on("error", () => {}).destroy();
        return response;
      }
      // A long call's notifications do not add up to a large result.
      if (isNotification(message)) {
        bytes = 0;
        onNotification?.({ method: message.method, params: message.params ?? {} });
      }
    }
  }
  throw new ConnectionFailure("source_protocol_error", "The source ended its stream without an answer");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function responseOf(message: unknown, id: number, anyId: boolean): RpcAnswer["response"] {
  if (message === null || typeof message !== "object" || Array.isArray(message)) return null;
  const { id: answered, result, error } = message as { id?: unknown; result?: unknown; error?: unknown };
  if (answered !== id && !(anyId && (answered === null || answered === undefined))) return null;
  if (result !== undefined) return { result };
  const { code, message: text, data } = (error ?? {}) as { code?: unknown; message?: unknown; data?: unknown };
  if (!Number.isSafeInteger(code)) return null;
  return {
    error: {
      code: code as number,
      message: typeof text === "string" ? text : "Error",
      ...(data !== undefined && { data }),
    },
  };
}

const isNotification = (message: unknown): message is { method: string; params?: JsonObject } =>
  message !== null &&
  typeof message === "object" &&
  !("id" in message) &&
  typeof (message as { method?: unknown }).method === "string";

const headerText = (value: string | string[] | undefined): string | null => (typeof value === "string" ? value : null);

const tooLarge = (): ConnectionFailure =>
  new ConnectionFailure("result_too_large", "The source's answer is larger than max_result_bytes of this source");

function translated(error: unknown, signal: AbortSignal, beforeAnswer = false): unknown {
  if (error instanceof ConnectionFailure || error instanceof ProtocolError) return error;
  if (signal.aborted) return signal.reason;
  return new ConnectionFailure("source_down", "The connection to the source failed", {
    unreachable: unreachable(error),
    beforeAnswer,
  });
}
