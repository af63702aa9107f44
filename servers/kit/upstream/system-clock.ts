import type { Clock } from "./upstream.ts";

/** The computer's clock. */
export const createSystemClock = (): Clock => ({ now: () => Date.now(), sleep: realSleep, limit: realLimit });

/** Starts a limit on any clock; returns what calls it off. A clock that only knows how to wait gets a real timer. */
export const startLimit = (clock: Clock, ms: number, fire: () => void): (() => void) =>
  (clock.limit ?? realLimit)(Math.max(0, ms), fire);

// Node fires a longer timer at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function realSleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const cancelled = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", cancelled);
        resolve();
      },
      Math.min(Math.max(0, ms), LONGEST_TIMER_MS),
    );
    signal?.addEventListener("abort", cancelled, { once: true });
  });
}

function realLimit(ms: number, fire: () => void): () => void {
  const timer = setTimeout(fire, Math.min(ms, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
}
