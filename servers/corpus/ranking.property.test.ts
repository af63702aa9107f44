import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artefactText } from "./artefact.fixture.ts";
import { ArtefactReader } from "./artefact.ts";
import { type Arm, type ArmHit, bestPassagePerPaper, fuse } from "./fusion.ts";
import { createMemoryStore } from "./memory-store.ts";

const hits = fc
  .array(
    fc.record({ pmid: fc.integer({ min: 1, max: 12 }), chunk: fc.nat(2), rank: fc.integer({ min: 1, max: 30 }) }),
    {
      maxLength: 25,
    },
  )
  .map((list) =>
    list.map(
      ({ pmid, chunk, rank }): ArmHit => ({
        passage_id: `${pmid}#${chunk}`,
        pmid: String(pmid),
        chunk_index: chunk,
        score: 100 - rank,
        rank,
      }),
    ),
  );

describe("fusion", () => {
  it("sums 1/(60 + best rank) over the arms that hold a passage, by rank alone, in one declared order", () => {
    fc.assert(
      fc.property(hits, hits, fc.nat(), (lexical, dense, seed) => {
        const arms = { lexical, dense };
        const both = lexical.length > 0 && dense.length > 0;
        const fused = fuse(arms);
        const best = (arm: Arm, id: string): number | null => {
          const ranks = arms[arm].filter(({ passage_id }) => passage_id === id).map(({ rank }) => rank);
          return ranks.length === 0 ? null : Math.min(...ranks);
        };
        expect(new Set(fused.map(({ passage_id }) => passage_id)).size).toBe(fused.length);
        expect(new Set(fused.map(({ passage_id }) => passage_id))).toEqual(
          new Set([...lexical, ...dense].map(({ passage_id }) => passage_id)),
        );
        for (const { passage_id, ranks, score } of fused) {
          expect(ranks).toEqual({ lexical: best("lexical", passage_id), dense: best("dense", passage_id) });
          const parts = [ranks.lexical, ranks.dense].filter((rank): rank is number => rank !== null);
          if (both)
            expect(score).toBeCloseTo(
              parts.reduce((sum, rank) => sum + 1 / (60 + rank), 0),
              12,
            );
        }
        for (const [at, one] of fused.slice(1).entries()) {
          const before = fused[at]!;
          const order =
            before.score - one.score || Number(one.pmid) - Number(before.pmid) || one.chunk_index - before.chunk_index;
          expect(order).toBeGreaterThan(0);
        }
        const turned = (list: readonly ArmHit[]) =>
          [...list.slice(seed % (list.length || 1)), ...list.slice(0, seed % (list.length || 1))].reverse();
        expect(fuse({ lexical: turned(lexical), dense: turned(dense) })).toEqual(fused);
        // Scores of different arms are never mixed: other scores, same order.
        const rescored = (list: readonly ArmHit[]) => list.map((hit) => ({ ...hit, score: hit.score * 1000 - 7 }));
        if (both) expect(fuse({ lexical: rescored(lexical), dense: rescored(dense) })).toEqual(fused);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps each paper once, at its best passage, in rank order", () => {
    fc.assert(
      fc.property(hits, hits, (lexical, dense) => {
        const fused = fuse({ lexical, dense });
        const papers = bestPassagePerPaper(fused);
        expect(papers.map(({ pmid }) => pmid)).toEqual([...new Set(fused.map(({ pmid }) => pmid))]);
        for (const paper of papers) expect(fused.find(({ pmid }) => pmid === paper.pmid)).toBe(paper);
      }),
    );
  });
});

const WORDS = ["katG", "isoniazid", "resistance", "of", "p53", "β-lactam", "x"];
const papers = fc
  .array(
    fc.record({
      pmid: fc.integer({ min: 1, max: 99_999 }).map(String),
      abstract: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 260 }).map((words) => words.join(" ")),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) => [...new Map(list.map((paper) => [paper.pmid, paper])).values()]);
const query = fc
  .array(fc.constantFrom(...WORDS, "absent"), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(" "));

const storeOf = (list: readonly { pmid: string; abstract: string }[]) => {
  const reader = new ArtefactReader();
  reader.push(artefactText({ papers: list.map((paper) => ({ ...paper, title: "t" })) }));
  return createMemoryStore(reader.finish(), "0");
};

describe("the lexical arm", () => {
  it("ranks by overlap alone who is in, and the same way whatever the order of the file", async () => {
    await fc.assert(
      fc.asyncProperty(papers, query, async (list, asked) => {
        const one = await storeOf(list).lexical(asked, 1000, { excludeRetracted: false });
        const other = await storeOf([...list].reverse()).lexical(asked, 1000, { excludeRetracted: false });
        expect(other).toEqual(one);
        expect(one.hits.map(({ rank }) => rank)).toEqual(one.hits.map((_, at) => at + 1));
        expect(new Set(one.hits.map(({ pmid }) => pmid)).size).toBe(one.papersMatched);
        for (const { score } of one.hits) expect(score).toBeGreaterThan(0);
        for (const [at, hit] of one.hits.slice(1).entries()) {
          const before = one.hits[at]!;
          const order =
            before.score - hit.score || Number(hit.pmid) - Number(before.pmid) || hit.chunk_index - before.chunk_index;
          expect(order).toBeGreaterThan(0);
        }
        const wanted = asked.split(" ").filter((word) => word !== "of" && word !== "absent");
        const holders = list.filter(({ abstract }) => wanted.some((word) => abstract.split(" ").includes(word)));
        expect(new Set(one.hits.map(({ pmid }) => pmid))).toEqual(new Set(holders.map(({ pmid }) => pmid)));
        const few = await storeOf(list).lexical(asked, 2, { excludeRetracted: false });
        expect(few.hits).toEqual(one.hits.slice(0, 2));
      }),
      { numRuns: 60 },
    );
  });
});
