import { LRUCache } from "lru-cache";

/** `allowed`, or the whole seconds after which one more is. */
export type Allowance = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterS: number };

/** So many tokens a minute, and at most so many at once. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

/** Counts what callers take. */
export interface Buckets {
  take(caller: string, rate: Rate): Promise<Allowance> | Allowance;
  close(): Promise<void>;
}

/** What is full again needs no memory: only callers of the last minutes are kept, and of them so many. */
const MAX_CALLERS = 50_000;

/** A burst is ten seconds of the rate: a turn of a model may ask for several things at once. */
export const rateOf = (perMinute: number): Rate => ({ perMinute, burst: Math.max(5, Math.ceil(perMinute / 6)) });

/** Token buckets of this process. @param now milliseconds. */
export function localBuckets(now: () => number): Buckets {
  const kept = new LRUCache<string, { tokens: number; at: number }>({ max: MAX_CALLERS });
  return {
    take(caller, { perMinute, burst }) {
      const at = now();
      const known = kept.get(caller);
      const filled = known === undefined ? burst : known.tokens + ((at - known.at) * perMinute) / 60_000;
      const tokens = Math.min(burst, filled);
      const allowed = tokens >= 1;
      kept.set(caller, { tokens: allowed ? tokens - 1 : tokens, at });
      return allowed ? { allowed } : { allowed, retryAfterS: Math.ceil(((1 - tokens) * 60) / perMinute) };
    },
    close: async () => {},
  };
}
