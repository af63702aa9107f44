import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call } from "../kit/call.ts";
import { Fault } from "../kit/fault.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { StringClient } from "./client.ts";
import { networkAmong } from "./network.ts";
import { AskedPairs, pairGroups, pairKey, pairsOf } from "./pairs.ts";
import type { InteractionRow } from "./parse.ts";
import { reaches, requiredScore, thousandths } from "./score.ts";

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `83332.g${at}`);
const call = { progress() {} } as unknown as Call;

const rowOf = (a: string, b: string, score: number): InteractionRow => ({
  a: { id: a, name: null },
  b: { id: b, name: null },
  score,
  channels: { neighborhood: 0, fusion: 0, cooccurrence: 0, coexpression: 0, experimental: 0, database: 0 },
  textmining: 0,
});

/** STRING with a score for each pair, which answers each group in its own order; `fails` says which requests break. */
const stringOf = (scoreOf: (a: string, b: string) => number, fails: (at: number) => boolean) => {
  const groups: (readonly string[])[] = [];
  const network: StringClient["network"] = async (group) => {
    groups.push(group);
    if (fails(groups.length - 1)) throw new Fault("network", "down");
    const rows = group.flatMap((a, at) =>
      group.slice(at + 1).map((b) => (at % 2 === 0 ? rowOf(a, b, scoreOf(a, b)) : rowOf(b, a, scoreOf(a, b)))),
    );
    return { rows, exchange: { entry: { url: String(groups.length) } } as unknown as Exchange };
  };
  return { client: { network } as StringClient, groups };
};

/** Any score that a pair may have, the same from either end. */
const scoreOf = (a: string, b: string): number => {
  let hash = 7;
  for (const character of pairKey(a, b)) hash = (hash * 31 + character.charCodeAt(0)) % 1001;
  return hash / 1000;
};

describe("the pairs of a set", () => {
  it("are each in a request, for any number of proteins, and no request holds more than 100", () => {
    for (let count = 2; count <= 400; count += 1) {
      const groups = pairGroups(idsOf(count));
      const asked = new AskedPairs();
      for (const group of groups) {
        asked.add(group);
        expect(group.length).toBeGreaterThanOrEqual(2);
        expect(group.length).toBeLessThanOrEqual(100);
        expect(new Set(group).size).toBe(group.length);
      }
      expect(asked.size).toBe(pairsOf(count));
    }
  });

  it("of two different blocks are asked once: no request is one too many", () => {
    for (const count of [101, 149, 150, 151, 399, 400]) {
      const times = new Map<string, number>();
      const ids = idsOf(count);
      const blockOf = new Map(ids.map((id, at) => [id, Math.floor(at / 50)]));
      for (const group of pairGroups(ids)) {
        for (const [at, a] of group.entries()) {
          for (const b of group.slice(at + 1)) {
            if (blockOf.get(a) !== blockOf.get(b)) times.set(pairKey(a, b), (times.get(pairKey(a, b)) ?? 0) + 1);
          }
        }
      }
      expect(new Set(times.values())).toEqual(new Set([1]));
    }
  });
});

describe("a network in blocks", () => {
  it("holds what one request would hold, each pair once, whatever requests overlap", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 230 }),
        fc.constantFrom(0, 100, 400, 999, 1000),
        async (count, threshold) => {
          const ids = idsOf(count);
          const { client } = stringOf(scoreOf, () => false);
          const { edges, asked, faults } = await networkAmong(
            client,
            { ids, species: 83332, requiredScore: threshold },
            call,
          );
          const expected = ids
            .flatMap((a, at) => ids.slice(at + 1).map((b) => [pairKey(a, b), scoreOf(a, b)] as const))
            .filter(([, score]) => Math.round(score * 1000) >= threshold)
            .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
          expect(edges.map(({ key, row }) => [key, row.score])).toEqual(expected);
          expect([asked.size, faults]).toEqual([pairsOf(count), []]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("calls only those pairs asked whose request was answered", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 101, max: 260 }), fc.nat(), async (count, seed) => {
        const { client, groups } = stringOf(scoreOf, (at) => (seed >> (at % 24)) % 2 === 1);
        const { edges, asked, faults } = await networkAmong(
          client,
          { ids: idsOf(count), species: 83332, requiredScore: 0 },
          call,
        );
        const answered = new Set<string>();
        for (const [at, group] of groups.entries()) {
          if ((seed >> (at % 24)) % 2 === 1) continue;
          for (const [place, a] of group.entries()) for (const b of group.slice(place + 1)) answered.add(pairKey(a, b));
        }
        expect(new Set(edges.map(({ key }) => key))).toEqual(answered);
        expect(asked.size).toBe(answered.size);
        expect(faults.length).toBe(groups.filter((_, at) => (seed >> (at % 24)) % 2 === 1).length);
      }),
      { numRuns: 15 },
    );
  });
});

describe("the two scales of scores", () => {
  it("meet at every thousandth, however a fraction is written", () => {
    for (let score = 0; score <= 1000; score += 1) {
      for (const fraction of [score / 1000, Number((score / 1000).toFixed(3)), Number(`${score}e-3`)]) {
        expect(thousandths(fraction)).toBe(score);
        expect([reaches(fraction, score), reaches(fraction, score + 1)]).toEqual([true, false]);
      }
    }
  });

  it("round to the nearest thousandth, halves up", () => {
    const around = (border: number) => [border - 0.0006, border - 0.0005, border - 0.0004, border, border + 0.0004];
    expect(around(0.4).map(thousandths)).toEqual([399, 400, 400, 400, 400]);
    expect(around(0.7).map((fraction) => reaches(fraction, 700))).toEqual([false, true, true, true, true]);
  });

  it("take 0 and whole numbers from 100 to 1000 for a threshold, and nothing between or beyond", () => {
    const schema = requiredScore(700);
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: -200, max: 1200 }), fc.double(), fc.constantFrom(0.4, 399.5, 99.999, 1000.5)),
        (value) => {
          const taken =
            Object.is(value, 0) || (Number.isInteger(value) && value >= 100 && value <= 1000) || Object.is(value, -0);
          expect(schema.safeParse(value).success).toBe(taken);
        },
      ),
      { numRuns: 500 },
    );
    for (let value = 1; value < 100; value += 1) expect(schema.safeParse(value).success).toBe(false);
  });
});
