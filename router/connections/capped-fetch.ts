import type { FetchLike } from "@modelcontextprotocol/client";
import type { ProtocolError } from "@modelcontextprotocol/server";
import { type Dispatcher, fetch as undiciFetch } from "undici";
import { answerCap } from "./answer-cap.ts";
import type { JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { unreachable } from "./unreachable.ts";

const TOO_LARGE = "result_too_large";
const STREAM_ENDED = "stream_ended";
const INTERNAL_ERROR = -32603;

/**
 * A `fetch` for the SDK's HTTP transport that counts an answer while it is read. The transport leaves a request without
 * an answer when its event stream breaks; so every stream of a request ends here with an error for that request, which
 * is ignored when the answer came before it.
 */
export function cappedFetch(dispatcher: Dispatcher, maxBytes: number): FetchLike {
  return async (url, init) => {
    const response = await sent(url, init, dispatcher);
    if (response.body === null) return response;
    const request = requestOf(init?.body);
    const cap = answerCap(request.method, request.params, maxBytes);
    const events = (response.headers.get("content-type") ?? "").startsWith("text/event-stream");
    const body = events ? cappedEvents(response.body, cap, request.id) : response.body.pipeThrough(cappedBytes(cap));
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };
}

/** Whatever keeps the head of an answer from coming leaves no doubt that none of it was seen. */
async function sent(url: string | URL, init: RequestInit | undefined, dispatcher: Dispatcher): Promise<Response> {
  try {
    return (await undiciFetch(url, { ...(init as object), dispatcher })) as unknown as Response;
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new ConnectionFailure("source_down", "The connection to the source failed", {
      unreachable: unreachable(error),
      beforeAnswer: true,
    });
  }
}

/** The failure behind an error that `cappedFetch` put at the end of a stream; null for an error of the source's own. */
export function streamFailure({ data }: ProtocolError): ConnectionFailure | null {
  const mark = data !== null && typeof data === "object" ? (data as { geneRouter?: unknown }).geneRouter : null;
  if (mark === TOO_LARGE) return tooLarge();
  return mark === STREAM_ENDED
    ? new ConnectionFailure("source_down", "The source ended its stream without an answer")
    : null;
}

const tooLarge = (): ConnectionFailure =>
  new ConnectionFailure(TOO_LARGE, "The source's answer is larger than max_result_bytes of this source");

function cappedBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > maxBytes) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
}

/** Counts one event at a time: a long stream of small events is no large result. */
function cappedEvents(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  id: string | number | null,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  const ending = (mark: string): Uint8Array => {
    const error = { code: INTERNAL_ERROR, message: "The source's stream ended", data: { geneRouter: mark } };
    // The empty line first ends whatever event was under way.
    const text = id === null ? "\n\n" : `\n\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, error })}\n\n`;
    return new TextEncoder().encode(text);
  };
  return new ReadableStream({
    async pull(controller) {
      const finish = (mark: string): void => {
        controller.enqueue(ending(mark));
        controller.close();
      };
      try {
        const { done, value } = await reader.read();
        if (done) return finish(STREAM_ENDED);
        const end = endOfLastEvent(value);
        bytes = end === -1 ? bytes + value.length : value.length - end;
        if (bytes <= maxBytes) return controller.enqueue(value);
        finish(TOO_LARGE);
        await reader.cancel().catch(() => {});
      } catch {
        finish(STREAM_ENDED);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function endOfLastEvent(chunk: Uint8Array): number {
  const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(buffer.lastIndexOf("\n\n"), buffer.lastIndexOf("\r\n\r\n"));
}

interface SentRequest {
  readonly id: string | number | null;
  readonly method: string;
  readonly params: JsonObject;
}

/** What the transport sent; a listening stream has no body, and no answer of its own. */
function requestOf(body: unknown): SentRequest {
  const { id, method, params } = (typeof body === "string" ? JSON.parse(body) : {}) as Partial<SentRequest>;
  return {
    id: typeof id === "string" || typeof id === "number" ? id : null,
    method: method ?? "",
    params: params ?? {},
  };
}
