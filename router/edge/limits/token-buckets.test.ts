import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localBuckets, type Rate, rateOf } from "./token-buckets.ts";

const rate = rateOf("call", 60);
function buckets(most: number) {
  let now = 0;
  const made = localBuckets(() => now, most);
  const take = (caller: string, count = 1, by: Rate = rate) => made.take(caller, by, count) as { allowed: boolean };
  return { take, wait: (ms: number) => (now += ms) };
}

describe("token buckets of one process", () => {
  it("keep what an abuser has taken however many strangers come", () => {
    const { take, wait } = buckets(100);
    expect(take("abuser", 10).allowed).toBe(true);
    for (let number = 0; number < 1_000; number += 1) take(`stranger-${number}`);
    expect(take("abuser").allowed).toBe(false);
    wait(1_000);
    expect([take("abuser").allowed, take("abuser").allowed]).toEqual([true, false]);
  });

  it("hold no more callers than they may: who finds no room shares one bucket with the others who found none", () => {
    const { take } = buckets(100);
    for (let number = 0; number < 100; number += 1) take(`known-${number}`);
    const crowd = Array.from({ length: 50 }, (_, number) => take(`new-${number}`).allowed);
    expect(crowd.filter(Boolean)).toHaveLength(10);
    expect(take("known-7").allowed).toBe(true);
  });

  it("make room for new callers when old ones are full again", () => {
    const { take, wait } = buckets(100);
    for (let number = 0; number < 100; number += 1) take(`old-${number}`, 10);
    wait(10_000);
    const fresh = Array.from({ length: 100 }, (_, number) => take(`new-${number}`, 10).allowed);
    expect(fresh.every(Boolean)).toBe(true);
  });

  it("of one kind are not filled up by callers of another", () => {
    const { take } = buckets(10);
    for (let number = 0; number < 1_000; number += 1) take(`address-${number}`, 1, rateOf("stranger", 60));
    expect(Array.from({ length: 10 }, (_, number) => take(`holder-${number}`).allowed).every(Boolean)).toBe(true);
  });

  it("give all of what is asked for, or nothing", () => {
    const { take } = buckets(10);
    expect([take("a", 11).allowed, take("a", 10).allowed, take("a").allowed]).toEqual([false, true, false]);
  });

  it("never give more than the burst and what has flowed in since", () => {
    const step = fc.record({ count: fc.integer({ min: 1, max: 12 }), waitMs: fc.integer({ min: 0, max: 5_000 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { take, wait } = buckets(10);
        let given = 0;
        let elapsed = 0;
        for (const { count, waitMs } of steps) {
          if (take("a", count).allowed) given += count;
          expect(given).toBeLessThanOrEqual(10 + elapsed / 1_000 + 1e-6);
          wait(waitMs);
          elapsed += waitMs;
        }
      }),
    );
  });
});
