import type { Clock } from "../../../servers/kit/upstream/upstream.ts";

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** A clock that stands still until it is told to move; waits and limits end in their order. */
export interface FakeClock extends Clock {
  /** Lengths of all waits so far, milliseconds. */
  readonly waits: number[];
  /** Milliseconds until the next sleeper wakes up; null = nobody sleeps. */
  untilWaking(): number | null;
  /** Waits and limits that have not ended. */
  pending(): number;
  /** Moves on, letting everything that becomes due happen in between. */
  advance(ms: number): Promise<void>;
  limit(ms: number, fire: () => void): () => void;
}

export function createFakeClock(start = Date.parse("2026-08-28T09:00:00.000Z")): FakeClock {
  let now = start;
  const timers = new Set<Timer>();
  const waits: number[] = [];
  const sleepers = new Set<{ readonly at: number }>();

  const limit = (ms: number, fire: () => void) => {
    const timer: Timer = { at: now + Math.max(0, ms), fire };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const earliest = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    return first;
  };

  return {
    waits,
    now: () => now,
    untilWaking: () => (sleepers.size === 0 ? null : Math.min(...[...sleepers].map(({ at }) => at)) - now),
    pending: () => timers.size,
    limit,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        waits.push(ms);
        const sleeper = { at: now + ms };
        sleepers.add(sleeper);
        const cancelled = () => {
          callOff();
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const callOff = limit(ms, () => {
          signal?.removeEventListener("abort", cancelled);
          sleepers.delete(sleeper);
          resolve();
        });
        signal?.addEventListener("abort", cancelled, { once: true });
      }),
    advance: async (ms) => {
      const until = now + ms;
      await settled();
      for (let next = earliest(until); next !== undefined; next = earliest(until)) {
        timers.delete(next);
        now = Math.max(now, next.at);
        next.fire();
        await settled();
      }
      now = until;
      await settled();
    },
  };
}

/** Lets everything run that waits for nothing but its turn. */
export const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
