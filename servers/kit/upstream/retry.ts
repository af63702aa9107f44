import { Setback } from "./setback.ts";
import type { Clock } from "./upstream.ts";

export const MAX_ATTEMPTS = 4;

/** Longest wait that is worth holding a call open for; a service that asks for more gets a failed call instead. */
export const MAX_WAIT_MS = 60_000;

const FIRST_WAIT_MS = 1_000;

export interface RetryOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly signal: AbortSignal;
  deadlineAt(): number;
  /** Before each wait. */
  onWait?(setback: Setback, waitMs: number): void;
}

/**
 * Tries again after failures that pass: at most four attempts (counted from 1), waits as the service asks or 1, 2, 4 s with equal jitter.
 * A wait that is too long, or would outlive the call, is not begun; there is none after the last attempt.
 */
export async function retried<T>(attempt: (number: number) => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, random, signal } = options;
  for (let number = 1; ; number++) {
    try {
      return await attempt(number);
    } catch (error) {
      if (!(error instanceof Setback) || error.details.again !== true || number === MAX_ATTEMPTS) throw error;
      const asked = error.details.retryAfterS ?? null;
      const waitMs = asked === null ? backoffMs(number, random) : asked * 1000;
      if (waitMs > MAX_WAIT_MS || clock.now() + waitMs >= options.deadlineAt()) throw error;
      options.onWait?.(error, waitMs);
      await clock.sleep(waitMs, signal);
    }
  }
}

/** Equal jitter: half of 1, 2, 4 s plus a random part of the other half, so that clients spread out yet none hurries. */
export const backoffMs = (failedAttempts: number, random: () => number): number => {
  const half = (FIRST_WAIT_MS * 2 ** (failedAttempts - 1)) / 2;
  return half + random() * half;
};
