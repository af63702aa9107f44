import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArmHit, bestPassagePerPaper, fuse, fusedScore } from "./fusion.ts";

const hit = (passage_id: string, rank: number, score = 10 - rank): ArmHit => {
  const [pmid = "", chunk = "0"] = passage_id.split("#");
  return { passage_id, pmid, chunk_index: Number(chunk), score, rank };
};

describe("reciprocal rank fusion", () => {
  it.each([
    [1, 1, 0.0327869],
    [1, 2, 0.0325225],
    [3, 5, 0.0312576],
    [1, 20, 0.0288934],
    [1, null, 0.0163934],
  ])("scores ranks %s and %s as %f", (lexical, dense, score) => {
    expect(fusedScore({ lexical, dense })).toBeCloseTo(score, 7);
  });

  it("orders by the sum over both arms and keeps each arm's rank", () => {
    const fused = fuse({ lexical: [hit("1", 1), hit("2", 2)], dense: [hit("2", 1), hit("3", 2)] });
    expect(fused.map(({ passage_id, ranks }) => [passage_id, ranks.lexical, ranks.dense])).toEqual([
      ["2", 2, 1],
      ["1", 1, null],
      ["3", null, 2],
    ]);
  });

  it("counts a passage that an arm returns twice once, at its best rank", () => {
    const fused = fuse({ lexical: [hit("7", 3), hit("7", 1)], dense: [hit("8", 1)] });
    expect(fused.find(({ passage_id }) => passage_id === "7")).toMatchObject({ ranks: { lexical: 1 }, score: 1 / 61 });
  });

  it.each([
    ["no second arm", undefined],
    ["an empty second arm", []],
  ])("keeps the scores of one arm with %s", (_, dense) => {
    const lexical = [hit("5", 1, 8.5), hit("4", 2, 3.25)];
    expect(fuse({ lexical, ...(dense && { dense }) }).map(({ score }) => score)).toEqual([8.5, 3.25]);
  });

  it("breaks ties by PMID as a number, then by chunk, whatever the order of the input", () => {
    const lexical = ["9", "10#1", "10#0", "100"].map((id) => hit(id, 1, 1));
    fc.assert(
      fc.property(fc.shuffledSubarray(lexical, { minLength: 4 }), (shuffled) => {
        expect(fuse({ lexical: shuffled }).map(({ passage_id }) => passage_id)).toEqual(["9", "10#0", "10#1", "100"]);
      }),
    );
  });

  it("keeps the best passage of each paper", () => {
    const fused = fuse({ lexical: [hit("1#1", 1), hit("2", 2), hit("1#0", 3)] });
    expect(bestPassagePerPaper(fused).map(({ passage_id }) => passage_id)).toEqual(["1#1", "2"]);
  });
});
