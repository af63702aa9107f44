import { describe, expect, it } from "vitest";
import { AskedPairs, pairGroups, pairKey, pairsOf } from "./pairs.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => `83332.g${String(index).padStart(3, "0")}`);

describe("the pairs of a network", () => {
  it.each([
    [2, 1],
    [100, 1],
    [101, 3],
    [150, 3],
    [151, 6],
    [400, 28],
  ])("of %d proteins take %d requests, and every pair is in one", (count, requests) => {
    const groups = pairGroups(ids(count));
    const asked = new AskedPairs();
    for (const group of groups) asked.add(group);
    expect(groups).toHaveLength(requests);
    expect(asked.size).toBe(pairsOf(count));
    expect(Math.max(...groups.map((group) => group.length))).toBeLessThanOrEqual(100);
  });

  it("have no direction", () => {
    const asked = new AskedPairs();
    asked.add(["b", "a"]);
    expect([asked.has("a", "b"), asked.has("b", "a"), asked.has("a", "c")]).toEqual([true, true, false]);
    expect(pairKey("b", "a")).toBe("a|b");
  });
});
