import type { HopResponse } from "./hop.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { Setback, type SetbackDetails } from "./setback.ts";

/** Statuses after which the same request may succeed a moment later. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Statuses that bring the answer itself. 202 (also a firewall's way to challenge) and 204 bring none: no zero to be read. */
const DATA_STATUSES: ReadonlySet<number> = new Set([200, 203]);

/** What a status that is no answer means; null for one whose body is to be judged. */
export function setbackOf(
  response: HopResponse,
  context: { answers: readonly number[]; conditional: boolean; host: string; nowMs: number },
): Setback | null {
  const { status } = response;
  const facts: SetbackDetails = {
    status,
    host: context.host,
    again: RETRIED_STATUSES.has(status),
    at: response.retrievedAt,
    cached: response.cached,
  };
  if (context.answers.includes(status) || DATA_STATUSES.has(status)) {
    if (response.complete) return null;
    return new Setback("incomplete", "The answer broke off before its end", {
      ...facts,
      again: true,
      broken: "truncate",
      bytes: response.content.bytes.byteLength,
    });
  }
  if (status === 304 && context.conditional) return null;
  const asked = { ...facts, retryAfterS: retryAfterSeconds(response.headers, context.nowMs) };
  if (status === 429) return new Setback("rate_limited", "The service asks for fewer requests", asked);
  if (status === 403) return new Setback("blocked", "The service refuses this client for now", facts);
  if (status >= 500) return new Setback("upstream_error", "The service failed", asked);
  if (status >= 400) return new Setback("upstream_refused", "The service refused the request", facts);
  if (status === 206) return new Setback("incomplete", "The service sent a part instead of the whole", facts);
  return new Setback("unexpected_content", "The service answered with a status that carries no data", facts);
}
