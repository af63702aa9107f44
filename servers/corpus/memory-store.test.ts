import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artefactText, numberedWords, type SamplePaper } from "./artefact.fixture.ts";
import { ArtefactReader } from "./artefact.ts";
import { createMemoryStore } from "./memory-store.ts";
import type { CorpusStore } from "./store.ts";

const storeOf = (papers: readonly SamplePaper[]): CorpusStore => {
  const reader = new ArtefactReader();
  reader.push(artefactText({ genes: ["katG", "inhA"], papers }));
  return createMemoryStore(reader.finish(), "0".repeat(64));
};
const all = { excludeRetracted: false };

describe("the lexical arm in memory", () => {
  const papers = [
    { pmid: "100", abstract: "isoniazid isoniazid and katG" },
    { pmid: "9", abstract: "isoniazid resistance without a gene" },
    { pmid: "20", abstract: "rifampicin and rpoB", states: ["retracted"] },
    { pmid: "31", abstract: `${numberedWords(250)} isoniazid` },
  ];

  it("returns only passages that share a token, best first, ranks from one", async () => {
    const { hits, papersMatched } = await storeOf(papers).lexical("isoniazid", 10, all);
    expect(hits.map(({ passage_id, rank }) => [passage_id, rank])).toEqual([
      ["100", 1],
      ["9", 2],
      ["31#1", 3],
    ]);
    expect(papersMatched).toBe(3);
    expect(hits.every(({ score }) => score > 0)).toBe(true);
  });

  it("counts all matching papers when fewer hits are asked", async () => {
    const { hits, papersMatched } = await storeOf(papers).lexical("isoniazid", 1, all);
    expect([hits.length, papersMatched]).toEqual([1, 3]);
  });

  it("matches nothing when no word is shared or the query has none", async () => {
    expect(await storeOf(papers).lexical("zebrafish", 10, all)).toMatchObject({ hits: [], papersMatched: 0 });
    expect(await storeOf(papers).lexical("of the", 10, all)).toMatchObject({ hits: [], papersMatched: 0 });
  });

  it("breaks ties by PMID as a number, then by chunk", async () => {
    const same = ["100", "20", "3"].map((pmid) => ({ pmid, abstract: "inhA promoter" }));
    const { hits } = await storeOf(same).lexical("inhA", 10, all);
    expect(hits.map(({ pmid }) => pmid)).toEqual(["3", "20", "100"]);
  });

  it("leaves out retracted papers on request and counts them", async () => {
    const answer = await storeOf(papers).lexical("rpoB rifampicin", 10, { excludeRetracted: true });
    expect(answer).toEqual({ hits: [], papersMatched: 0, papersExcluded: 1 });
  });

  it("tells which words of a query occur nowhere", async () => {
    expect(await storeOf(papers).words("katG-zebra of isoniazids quagga")).toEqual({
      searched: ["katg", "zebra", "isoniazids", "quagga"],
      absent: ["zebra", "quagga"],
    });
  });
});

describe("a corpus of 1,350 passages", () => {
  const vocabulary = ["katG", "inhA", "rpoB", "gyrA", "ahpC", "furA", "resistance", "promoter", "growth", "lineage"];
  const papers: SamplePaper[] = Array.from({ length: 675 }, (_, index) => ({
    pmid: String(10_000 + ((index * 7919) % 90_000)),
    title: `Paper on ${vocabulary[index % 10]}`,
    // 200 words and a title: two passages each.
    abstract: Array.from({ length: 200 }, (_, at) => vocabulary[(index * 13 + at * at * 7) % 10]).join(" "),
  }));
  const queries = ["katG inhA", "promoter growth of ahpC", "lineage", "Rv0000 gyrA resistance"];
  const ranking = async (store: CorpusStore) =>
    Promise.all(queries.map(async (query) => (await store.lexical(query, 40, all)).hits));

  it("gives the same ranks and scores whatever the order of its papers", async () => {
    const store = storeOf(papers);
    expect(store.facts()).toMatchObject({ papers: 675, passages: 1350 });
    const expected = await ranking(store);
    expect(expected.every((hits) => hits.length === 40)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(papers, { minLength: papers.length }), async (shuffled) => {
        expect(await ranking(storeOf(shuffled))).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });
});
