import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestFirst } from "../best-first.ts";
import { byId, EvidenceIndexes, okapiIdf } from "./evidence-index.ts";
import { RankEvidenceResult } from "./evidence-result.ts";
import { createEvidenceRanking } from "./rank-evidence.ts";
import { referenceRanking } from "./reference-bm25.fixture.ts";
import { createWordTokeniser } from "./word-tokens.ts";

const rank = createEvidenceRanking(() => 1);
const ranked = (given: unknown): RankEvidenceResult => RankEvidenceResult.parse(rank(given));

const documents = [
  {
    id: "d1",
    title: "KatG and isoniazid resistance",
    abstract: "Loss of KatG catalase activity confers isoniazid resistance in Mycobacterium tuberculosis.",
  },
  {
    id: "d2",
    title: "ahpC promoter mutations",
    abstract:
      "Promoter mutations of ahpC compensate for the loss of KatG in isoniazid resistant isolates of Mycobacterium tuberculosis.",
  },
  {
    id: "d3",
    title: "rpoB and rifampicin",
    abstract: "Substitutions in rpoB confer rifampicin resistance in Mycobacterium tuberculosis.",
  },
  { id: "d4", title: "Gyrase inhibitors", abstract: "Fluoroquinolones bind DNA gyrase of Mycobacterium tuberculosis." },
  { id: "d5", title: "Growth of yeast", abstract: "Saccharomyces growth curves." },
];
const neural = [
  { id: "n1", title: "Neural signal decoding", abstract: "A signal analysis study." },
  { id: "n2", title: "Cardiac measurements", abstract: "An unrelated heart study." },
];

describe("ranking supplied evidence", () => {
  it.each([
    [
      "KatG isoniazid resistance in Mycobacterium tuberculosis",
      [
        ["d1", 1.85805],
        ["d3", 0.983848],
        ["d2", 0.962427],
        ["d4", 0.422023],
      ],
    ],
    [
      "Mycobacterium",
      [
        ["d4", 0.211011],
        ["d3", 0.1877],
        ["d1", 0.169027],
        ["d2", 0.144987],
      ],
    ],
    ["ahpC ahpC promoter", [["d2", 3.93343]]],
  ])("scores the reference set for %s", (query, expected) => {
    const result = ranked({ query, documents });
    expect(result).toMatchObject({ status: "OK", outcome: "found", n_documents: 5, n_matched: expected.length });
    expect(result.hits.map(({ id, score }) => [id, Number(score.toPrecision(6))])).toEqual(expected);
    expect(result.hits.map(({ rank }) => rank)).toEqual(expected.map((_, index) => index + 1));
    expect(result.parameters).toMatchObject({
      k1: 1.5,
      b: 0.75,
      epsilon: 0.25,
      avgdl: 12.4,
      tokenizer: "casefold-word2/1",
    });
    expect(result.parameters.idf_floor).toBeCloseTo(0.184975, 6);
  });

  it.each(["zebrafish", "a - b"])("finds no overlap for %s, which is no error", (query) => {
    expect(ranked({ query, documents })).toMatchObject({
      status: "NO_QUERY_TERM_OVERLAP",
      outcome: "no_match",
      hits: [],
      errors: [],
    });
  });

  it("keeps a hit whose score is 0", () => {
    const { hits } = ranked({ query: "neural signal decoding", documents: neural });
    expect(hits.map(({ id, score }) => [id, score])).toEqual([["n1", 0]]);
  });

  it("loses no document over a term that all hold", () => {
    const same = [1, 2, 3].map((id) => ({ id, title: "katG study" }));
    const { hits } = ranked({ query: "katG", documents: same });
    expect(hits.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(hits.every(({ score }) => score >= 0)).toBe(true);
  });

  it("says truncated when more documents match than are shown", () => {
    expect(ranked({ query: "Mycobacterium", documents, top_k: 2 })).toMatchObject({
      outcome: "truncated",
      n_matched: 4,
      hits: [{ id: "d4" }, { id: "d3" }],
    });
    expect(ranked({ query: "Mycobacterium", documents, top_k: 4 }).outcome).toBe("found");
  });

  it("tells the terms that matched, each once, in query order", () => {
    const { hits, query_tokens } = ranked({ query: "Promoter of ahpC ahpC zebra", documents });
    expect(query_tokens).toEqual(["promoter", "of", "ahpc", "ahpc", "zebra"]);
    expect(hits[0]).toMatchObject({ id: "d2", matched_terms: ["promoter", "of", "ahpc"] });
  });

  it.each([
    [neural[0], "b8c2a3b8571b307aa2e8f65369d7063b2554ee9b8c17af084c1244df80c3382a"],
    [{ id: 1, title: "Neural signal decoding" }, "bca93382a3fcbc08b698f991bcbaf5c9346beac6668106d0ba027f6d8f824fa5"],
    [{ id: 1, title: "\u00b5-opioid \u00df" }, "c07ebc3a0c3cea36ea46edc1bafb541a6b296a630515166bce02cc2e03cf6ddc"],
  ])("fingerprints the supplied text %j", (document, hash) => {
    const { hits } = ranked({ query: "neural opioid", documents: [document] });
    expect(hits[0]?.content_sha256).toBe(hash);
  });

  it("previews 300 code points of an abstract, as supplied", () => {
    const abstract = `katG ${"\u{1d6fc}".repeat(295)}`;
    const { hits } = ranked({
      query: "katG",
      documents: [
        { id: "a", abstract },
        { id: "b", abstract: `${abstract}x` },
        { id: "c", title: "katG" },
      ],
      top_k: 3,
    });
    expect(
      Object.fromEntries(
        hits.map(({ id, abstract_preview, preview_truncated }) => [id, [abstract_preview, preview_truncated]]),
      ),
    ).toEqual({
      a: [abstract, false],
      b: [abstract, true],
      c: [null, false],
    });
  });

  it("breaks ties by id as text, by code point, and gives ids back as they came", () => {
    const ids = [10, 9, "\uffee", "\u{1d6fc}", "a"];
    const { hits } = ranked({ query: "katG", documents: ids.map((id) => ({ id, title: "katG" })) });
    expect(hits.map(({ id }) => id)).toEqual([10, 9, "a", "\uffee", "\u{1d6fc}"]);
  });

  it("gives the same bytes whatever the order of the documents", () => {
    const expected = JSON.stringify(rank({ query: "KatG loss in isoniazid", documents }));
    fc.assert(
      fc.property(fc.shuffledSubarray(documents, { minLength: 5 }), (shuffled) => {
        expect(JSON.stringify(rank({ query: "KatG loss in isoniazid", documents: shuffled }))).toBe(expected);
      }),
    );
  });

  it("refuses a bad call as a whole", () => {
    expect(
      ranked({
        query: "katG",
        documents: [
          { id: 1, title: "x" },
          { id: 1, title: "y" },
        ],
      }),
    ).toMatchObject({
      status: "INVALID_INPUT",
      outcome: "bad_input",
      n_documents: 2,
      hits: [],
      errors: [{ code: "invalid_argument", param: "documents[1].id" }],
    });
  });

  it("warns in every answer and judges in none", () => {
    for (const query of ["KatG", "zebrafish", "x"]) {
      const result = ranked({ query, documents });
      expect(result.warnings).toEqual([expect.stringContaining("neither probabilities nor confidence")]);
      expect(JSON.stringify({ ...result, warnings: [] })).not.toMatch(/verdict|support|refut|entail|eligib|relevan/i);
    }
  });

  it("answers alike from a kept index, and from one that has expired or was pushed out", () => {
    let now = 1;
    const keeping = createEvidenceRanking(() => now);
    const ask = () => JSON.stringify(keeping({ query: "KatG", documents }));
    const first = ask();
    expect(ask()).toBe(first);
    for (let other = 0; other < 6; other += 1) keeping({ query: "KatG", documents: [{ id: other, title: "KatG" }] });
    expect(ask()).toBe(first);
    now += 11 * 60_000;
    expect(ask()).toBe(first);
  });

  it("does not mix up texts whose borders differ", () => {
    const before = ranked({ query: "alpha beta", documents: [{ id: "x", title: "alpha", abstract: "beta" }] });
    const after = ranked({ query: "alpha beta", documents: [{ id: "x", title: "alphab", abstract: "eta" }] });
    expect([before.n_matched, after.n_matched]).toEqual([1, 0]);
  });

  it("equals the reference over 5,000 texts with ties, ubiquitous terms, astral letters and duplicates", () => {
    const words = Array.from({ length: 400 }, (_, index) => `w${index}`).concat(
      "katG",
      "Stra\u00dfe",
      "\u{1d6fc}\u{1d6fd}",
      "\u{10400}x",
    );
    let state = 20_240_601;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const texts = Array.from({ length: 5000 }, (_, index) => ({
      id: index % 2 === 0 ? `${index}` : `\u{1d6fc}${index}`,
      title: "every title",
      abstract:
        index % 10 === 9
          ? "every duplicate text katG"
          : Array.from({ length: 5 + next(40) }, () => words[Math.min(next(404), next(404))]).join(" "),
    }));
    const tokensOf = createWordTokeniser();
    const asTokens = texts.map(({ id, title, abstract }) => ({
      id,
      tokens: [...tokensOf(title), ...tokensOf(abstract)],
    }));
    const sorted = byId(texts);
    const { bm25, idfFloor } = new EvidenceIndexes(() => 1).indexOf(sorted);
    for (const query of ["every katG", "w3 w3 STRASSE", "\u{1d6fc}\u{1d6fd} \u{10428}X w1", "duplicate"]) {
      const expected = referenceRanking(asTokens, tokensOf(query));
      const result = ranked({ query, documents: texts, top_k: 50 });
      expect(result.n_matched).toBe(expected.length);
      expect(result.hits.map(({ id }) => id)).toEqual(expected.slice(0, 50).map(({ id }) => id));
      const whole = bm25.match(tokensOf(query), (n) =>
        Math.max(okapiIdf(5000, n), okapiIdf(5000, n) < 0 ? idfFloor : 0),
      );
      const order = bestFirst(whole.documents, whole.scores, 5000);
      expect(order.map((at) => sorted[at]?.id)).toEqual(expected.map(({ id }) => id));
      for (const [index, { score }] of expected.entries()) {
        expect(Math.abs(whole.scores[order[index]!]! - score)).toBeLessThanOrEqual(1e-9 * score);
      }
    }
  });
});
