import { Content, EMPTY_BODY } from "./content.ts";
import { type HopResponse, isoTime, type Send } from "./hop.ts";
import { Setback } from "./setback.ts";
import { MAX_CODINGS, TOO_LARGE_CODE } from "./strict-decoding.ts";
import type { Clock } from "./upstream.ts";
import { encodeForm } from "./urls.ts";

export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly maxResponseBytes: number;
}

/** Content codings that `fetch` undoes; a body in any other would be hashed and parsed still encoded. */
const READABLE_CODINGS: ReadonlySet<string> = new Set(["gzip", "x-gzip", "br", "deflate", "identity", ""]);

/** One request over the network. Redirects are answers here; what is no answer is thrown as `Setback`. */
export const createTransport =
  (options: TransportOptions): Send =>
  async (hop, { signal }) => {
    const headers: Record<string, string> = {
      accept: "*/*",
      "accept-encoding": "gzip, br, deflate",
      "user-agent": options.userAgent,
    };
    if (hop.form !== null) headers["content-type"] = "application/x-www-form-urlencoded";
    if (hop.etag !== null) headers["if-none-match"] = hop.etag;
    const init = {
      method: hop.method,
      headers,
      redirect: "manual",
      signal,
      ...(hop.form === null ? {} : { body: encodeForm(hop.form) }),
    };
    const response = await options.fetch(hop.url, init as RequestInit).catch((error: unknown) => {
      throw transportSetback(error, signal);
    });
    const received = Object.fromEntries(response.headers);
    const { body, complete } = await readBody(response, options.maxResponseBytes, signal);
    return {
      status: response.status,
      headers: received,
      content: new Content(body),
      complete,
      retrievedAt: isoTime(options.clock.now()),
      cached: false,
    } satisfies HopResponse;
  };

async function readBody(response: Response, cap: number, signal: AbortSignal) {
  const isError = response.status >= 300;
  try {
    return { body: await readWhole(response, cap, signal), complete: true };
  } catch (error) {
    // The status of a refusal counts even when the page that came with it is broken.
    if (isError && error instanceof Setback && !signal.aborted) return { body: EMPTY_BODY, complete: false };
    throw error;
  }
}

/** The decoded body, counted while it streams; over `cap` bytes the connection is given up. */
async function readWhole(response: Response, cap: number, signal: AbortSignal): Promise<Uint8Array> {
  const coding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  const declared = response.headers.get("content-length");
  const isPlain = coding === "" || coding === "identity";
  const codings = coding.split(",");
  if (codings.length > MAX_CODINGS || !codings.every((one) => READABLE_CODINGS.has(one.trim()))) {
    await drop(response);
    throw new Setback("unexpected_content", "The service answered in a content coding that was not asked for", {
      status: response.status,
    });
  }
  const expected = declared !== null && /^\d+$/.test(declared) ? Number(declared) : null;
  if (expected !== null && expected > cap) {
    await drop(response);
    throw tooLarge(response.status);
  }
  if (response.body === null) return EMPTY_BODY;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > cap) {
        await reader.cancel().catch(() => undefined);
        throw tooLarge(response.status);
      }
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof Setback) throw error;
    throw transportSetback(error, signal, { status: response.status, bytes, declared: expected !== null });
  }
  if (isPlain && expected !== null && bytes !== expected) throw shortBody(response.status, bytes);
  return Buffer.concat(chunks, bytes);
}

const drop = (response: Response) => response.body?.cancel().catch(() => undefined);

const tooLarge = (status: number) =>
  new Setback("too_large", "The answer is larger than GENE_ROUTER_MAX_RESPONSE_BYTES", { status });

const shortBody = (status: number, bytes: number) =>
  new Setback("incomplete", "The answer broke off before its end", { status, bytes, again: true, broken: "truncate" });

const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);
/** A compressed body that ends before its own end mark. */
const SHORT_STREAM_CODE = "Z_BUF_ERROR";
const SHORT_BODY_CODES: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);

/** A broken connection as a setback; the error's own text comes from outside and is left behind. */
function transportSetback(
  error: unknown,
  signal: AbortSignal,
  body?: { status: number; bytes: number; declared: boolean },
): unknown {
  if (signal.aborted) return signal.reason;
  const codes = errorCodes(error);
  if (codes.some((code) => TIMEOUT_CODES.has(code))) {
    return new Setback("timeout", "The service could not be reached in time", { again: true, broken: "timeout" });
  }
  if (body !== undefined && codes.includes(TOO_LARGE_CODE)) return tooLarge(body.status);
  // Closed in good order before the declared length: the body is short. All else is a broken connection.
  const isShort =
    codes.includes(SHORT_STREAM_CODE) || (body?.declared && codes.some((code) => SHORT_BODY_CODES.has(code)));
  if (body !== undefined && isShort) return shortBody(body.status, body.bytes);
  return new Setback("network", "The connection to the service failed", {
    again: true,
    broken: "reset",
    ...(body === undefined ? {} : { bytes: body.bytes }),
  });
}

function errorCodes(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, errors } = at as { code?: unknown; errors?: unknown };
    if (typeof code === "string") codes.push(code);
    if (Array.isArray(errors)) codes.push(...errors.flatMap(errorCodes));
  }
  return codes;
}
