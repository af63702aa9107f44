/** `allowed`, or the whole seconds after which as much is. */
export type Allowance = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterS: number };

/** So many tokens a minute, and at most so many at once. */
export interface Rate {
  /** Buckets of one name share a rate, and their callers count nothing elsewhere. */
  readonly name: "call" | "other" | "stranger";
  readonly perMinute: number;
  readonly burst: number;
}

/** Counts what callers take. */
export interface Buckets {
  /** All of `count`, or nothing. */
  take(caller: string, rate: Rate, count: number): Promise<Allowance> | Allowance;
  close(): Promise<void>;
}

/** A burst is ten seconds of the rate: a turn of a model may ask for several things at once. */
export const rateOf = (name: Rate["name"], perMinute: number): Rate => ({
  name,
  perMinute,
  burst: Math.max(5, Math.ceil(perMinute / 6)),
});

/** Some hundred bytes each. More callers than these within the time that a bucket takes to fill are a flood. */
const MAX_CALLERS = 20_000;
/** Whoever finds no room shares one bucket with all others who found none. */
const CROWD = "";

/** One caller's bucket, as it was when it was last looked at. */
interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Token buckets of this process. A bucket is forgotten only when it is full again, which is what a new one is: however
 * many strangers come, they do not wash away what an abuser has taken.
 *
 * @param now milliseconds that never go back.
 */
export function localBuckets(now: () => number, maxCallers = MAX_CALLERS): Buckets {
  const tables: Record<Rate["name"], Map<string, Bucket>> = { call: new Map(), other: new Map(), stranger: new Map() };

  /** The least recently used come first, and none takes longer to fill than `fillMs`. */
  function makeRoom(table: Map<string, Bucket>, at: number, fillMs: number): void {
    for (const [caller, bucket] of table) {
      if (table.size < maxCallers || at - bucket.at < fillMs) return;
      table.delete(caller);
    }
  }

  return {
    take(caller, { name, perMinute, burst }, count) {
      const table = tables[name];
      const at = now();
      const perMs = perMinute / 60_000;
      if (table.size >= maxCallers && !table.has(caller)) makeRoom(table, at, burst / perMs);
      const key = table.has(caller) || table.size < maxCallers ? caller : CROWD;
      const bucket = table.get(key) ?? { tokens: burst, at };
      table.delete(key);
      table.set(key, bucket);
      bucket.tokens = Math.min(burst, bucket.tokens + (at - bucket.at) * perMs);
      bucket.at = at;
      if (bucket.tokens < count)
        return { allowed: false, retryAfterS: Math.ceil((count - bucket.tokens) / perMs / 1000) };
      bucket.tokens -= count;
      return { allowed: true };
    },
    close: async () => {},
  };
}
