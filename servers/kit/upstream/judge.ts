import { Fault, type UpstreamFaultCode } from "../fault.ts";
import type { HopResponse } from "./hop.ts";
import { parseSafely } from "./parsed.ts";
import { Setback } from "./setback.ts";
import type { Accept, Verdict } from "./upstream.ts";

/** Lets the source judge a body: data, typed emptiness or a part; a fault, whatever it throws. Never tried again. */
export function judged(response: HopResponse, accept: Accept, host: string): Verdict {
  const { content } = response;
  const received = {
    status: response.status,
    contentType: response.headers["content-type"] ?? "",
    body: content.bytes,
    text: () => content.text(),
  };
  try {
    return parseSafely(response.status, () => accept(received));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Setback(error.code as UpstreamFaultCode, error.message, {
      status: error.status ?? response.status,
      host: error.host ?? host,
      retryAfterS: error.retryAfterS,
      param: error.param,
      bytes: content.bytes.byteLength,
      sha256: content.sha256,
      at: response.retrievedAt,
      cached: response.cached,
    });
  }
}
