import { limited } from "./attempt.ts";
import type { HopRequest, Send } from "./hop.ts";
import type { PlayedResponse, Recording } from "./recording.ts";
import { Setback } from "./setback.ts";
import type { Clock } from "./upstream.ts";
import { cacheKey } from "./urls.ts";

/** Answers from a recording. Several answers to one request are played in order, and the last repeats. */
export function createReplay(recording: Recording, clock: Clock): Send {
  const played = new Map<string, number>();

  const next = (hop: HopRequest): PlayedResponse => {
    const key = cacheKey(hop.method, hop.keyUrl, hop.keyForm);
    const responses = recording.responsesOf(key);
    if (responses === null) {
      throw new Setback("not_in_replay", `The recording holds no answer to ${hop.method} ${hop.auditUrl}`, {
        at: recording.createdAt,
      });
    }
    const number = played.get(key) ?? 0;
    played.set(key, number + 1);
    return responses[Math.min(number, responses.length - 1)]!;
  };

  return async (hop, { signal, attemptMs, deadlineAt }) => {
    const response = next(hop);
    if (response.delayMs > 0) await clock.sleep(response.delayMs, signal);
    const facts = { again: true, at: response.retrievedAt, cached: true, host: new URL(hop.url).host };
    if (response.fault === "timeout") {
      // The limit of one attempt is not waited out, unless the call's own deadline comes first and ends the wait.
      const left = deadlineAt() - clock.now();
      if (left <= attemptMs) await limited(clock, left + 1, signal, () => new Promise<never>(() => undefined));
      throw new Setback("timeout", "The service did not answer within the time of one attempt", facts);
    }
    if (response.fault === "reset") throw new Setback("network", "The connection to the service failed", facts);
    if (response.fault === "truncate") {
      throw new Setback("incomplete", "The answer broke off before its end", {
        ...facts,
        ...(response.status === 0 ? {} : { status: response.status }),
        bytes: response.afterBytes,
      });
    }
    return {
      status: response.status,
      headers: response.headers,
      content: response.content,
      complete: true,
      retrievedAt: response.retrievedAt,
      cached: true,
    };
  };
}
