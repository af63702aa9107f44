import type { Caller } from "./callers.ts";

export interface Load {
  readonly calls: number;
  readonly failures: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** So many calls, so many at once; times in milliseconds. */
export async function load(caller: Caller, calls: number, concurrency: number): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  let failures = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < calls) {
        const number = next;
        next += 1;
        const began = performance.now();
        try {
          await caller.call(number);
        } catch {
          failures += 1;
        }
        times.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { calls, failures, perSecond: calls / seconds, p50: at(0.5), p99: at(0.99) };
}
