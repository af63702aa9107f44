import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestFirst } from "./best-first.ts";
import { createBm25Index } from "./bm25.ts";

const documents = [["katg", "isoniazid", "katg"], ["rpob", "rifampicin"], ["katg"], []];
const flat = () => 1;

describe("BM25", () => {
  it("scores by the formula", () => {
    const { documents: matched, scores } = createBm25Index(documents).match(["katg"], () => 2);
    const expected = (count: number, length: number) =>
      (2 * count * 2.5) / (count + 1.5 * (1 - 0.75 + (0.75 * length) / 1.5));
    expect(matched).toEqual([0, 2]);
    expect(scores[0]).toBeCloseTo(expected(2, 3), 12);
    expect(scores[2]).toBeCloseTo(expected(1, 1), 12);
  });

  it("counts a repeated query token each time", () => {
    const index = createBm25Index(documents);
    const once = index.match(["katg"], flat).scores[0];
    expect(index.match(["katg", "katg"], flat).scores[0]).toBeCloseTo(2 * once!, 12);
  });

  it("matches by overlap even where the weight is zero", () => {
    expect(createBm25Index(documents).match(["katg"], () => 0).documents).toEqual([0, 2]);
  });

  it("knows what no document holds", () => {
    const index = createBm25Index(documents);
    expect(index.frequencyOf("zebra")).toBe(0);
    expect(index.match(["zebra"], flat).documents).toEqual([]);
    expect([index.holds(0, "katg"), index.holds(1, "katg"), index.holds(1, "zebra")]).toEqual([true, false, false]);
    expect(index.documentFrequencies()).toEqual([1, 1, 1, 2]);
  });

  it("is empty over nothing", () => {
    const index = createBm25Index([]);
    expect([index.size, index.averageLength, index.match(["a"], flat).documents]).toEqual([0, 0, []]);
  });
});

describe("the best documents first", () => {
  it("equals sorting everything and taking the first", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 }), fc.nat(20), (values, k) => {
        const scores = Float64Array.from(values);
        const all = values.map((_, index) => index);
        const sorted = [...all].sort((a, b) => scores[b]! - scores[a]! || a - b);
        expect(bestFirst(all, scores, k)).toEqual(sorted.slice(0, k));
      }),
    );
  });
});
