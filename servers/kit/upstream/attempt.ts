import { Setback } from "./setback.ts";
import { startLimit } from "./system-clock.ts";
import type { Clock } from "./upstream.ts";

/**
 * Runs one attempt under its time limit, body included. `run` gets a signal that falls when the limit or the outer
 * signal does; the limit ends the attempt even if `run` does not listen.
 */
export async function limited<T>(
  clock: Clock,
  limitMs: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const inner = new AbortController();
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    const cancelled = () => {
      inner.abort(outer.reason);
      reject(outer.reason);
    };
    outer.addEventListener("abort", cancelled, { once: true });
    const callOff = startLimit(clock, limitMs, () => {
      const timeout = new Setback("timeout", "The service did not answer within the time of one attempt", {
        again: true,
        broken: "timeout",
      });
      inner.abort(timeout);
      reject(timeout);
    });
    stop = () => {
      callOff();
      outer.removeEventListener("abort", cancelled);
    };
  });
  try {
    return await Promise.race([run(inner.signal), ended]);
  } finally {
    stop();
  }
}
