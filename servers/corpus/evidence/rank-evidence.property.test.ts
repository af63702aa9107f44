import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePointLength } from "../code-points.ts";
import { LIMITS, parseEvidenceInput } from "./evidence-input.ts";
import { RankEvidenceResult } from "./evidence-result.ts";
import { createEvidenceRanking } from "./rank-evidence.ts";
import { referenceRanking } from "./reference-bm25.fixture.ts";
import { createWordTokeniser } from "./word-tokens.ts";

const rank = createEvidenceRanking(() => 1);
const tokensOf = createWordTokeniser();

const word = fc.constantFrom("every", "katG", "KATG", "Straße", "𝛼𝛽", "a", "isoniazid-315", "x_1", "10⁵", "—");
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
const id = fc.oneof(fc.integer(), fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }));
const documents = fc.uniqueArray(
  fc.record({ id, title: fc.constant("every title"), abstract: text }, { requiredKeys: ["id", "title"] }),
  { selector: (document) => String(document.id), minLength: 1, maxLength: 30 },
);
const query = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `${words.join(" ")} ..`);

describe("any supplied texts", () => {
  it("are ranked as the reference ranks them, hits by overlap, whatever their order", () => {
    fc.assert(
      fc.property(documents, query, fc.integer({ min: 1, max: 50 }), fc.nat(), (given, asked, top_k, turn) => {
        const result = RankEvidenceResult.parse(rank({ query: asked, documents: given, top_k }));
        const bags = given.map((document) => ({
          id: String(document.id),
          tokens: [...tokensOf(document.title), ...tokensOf(document.abstract ?? "")],
        }));
        const expected = referenceRanking(bags, tokensOf(asked));
        expect(result.n_matched).toBe(expected.length);
        expect(result.outcome).toBe(
          expected.length === 0 ? "no_match" : expected.length > top_k ? "truncated" : "found",
        );
        expect(result.hits.map((hit) => String(hit.id))).toEqual(expected.slice(0, top_k).map((hit) => hit.id));
        for (const [at, hit] of result.hits.entries()) {
          expect(hit.rank).toBe(at + 1);
          expect(Math.abs(hit.score - expected[at]!.score)).toBeLessThanOrEqual(
            1e-9 * Math.max(1, expected[at]!.score),
          );
          expect(hit.score).toBeGreaterThanOrEqual(0);
          expect(hit.matched_terms.length).toBeGreaterThan(0);
          expect(given.some((document) => Object.is(document.id, hit.id))).toBe(true);
        }
        const turned = [...given.slice(turn % given.length), ...given.slice(0, turn % given.length)].reverse();
        expect(JSON.stringify(rank({ query: asked, documents: turned, top_k }))).toBe(JSON.stringify(result));
      }),
      { numRuns: 200 },
    );
  });
});

const field = fc.constantFrom(
  "query",
  "documents",
  "top_k",
  "id",
  "title",
  "abstract",
  "doi",
  "__proto__",
  "constructor",
);
const loose = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(
      "SECRET",
      "SECRET \ud835",
      "",
      " ",
      0,
      -1,
      2.5,
      51,
      2 ** 53,
      null,
      true,
      Number.NaN,
      undefined,
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(field, tie("value")), { maxLength: 5 })
      .map((pairs) =>
        JSON.parse(
          `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? "null"}`).join(",")}}`,
        ),
      ),
  ),
}));

describe("any arguments", () => {
  it("are accepted within every limit, or refused with each problem named and no text repeated", () => {
    fc.assert(
      fc.property(loose.value, (given) => {
        const result = RankEvidenceResult.parse(rank(given));
        const parsed = parseEvidenceInput(given);
        expect(result.outcome === "bad_input").toBe(!parsed.ok);
        if (parsed.ok) {
          const { query: asked, documents: list, topK } = parsed.input;
          expect(codePointLength(asked)).toBeGreaterThanOrEqual(LIMITS.query.min);
          expect(topK).toBeGreaterThanOrEqual(1);
          expect(topK).toBeLessThanOrEqual(50);
          expect(new Set(list.map((document) => String(document.id))).size).toBe(list.length);
          for (const { title, abstract } of list) expect(`${title ?? ""}${abstract ?? ""}`.trim()).not.toBe("");
          return;
        }
        expect(result).toMatchObject({ status: "INVALID_INPUT", hits: [], query_tokens: [] });
        expect(result.errors.length).toBeGreaterThanOrEqual(1);
        expect(result.errors.length).toBeLessThanOrEqual(20);
        expect(JSON.stringify(result)).not.toContain("SECRET");
        for (const { message, param } of result.errors) expect(message.startsWith(param)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  const edge = (name: string, limit: number, unit: string) => (size: number) => {
    const value = unit.repeat(size);
    const args =
      name === "query"
        ? { query: value, documents: [{ id: 1, title: "t" }] }
        : { query: "katG", documents: [{ id: 1, [name]: value }] };
    const parsed = parseEvidenceInput(args);
    expect(parsed.ok).toBe(size <= limit);
    if (!parsed.ok) expect(parsed.problems).toMatchObject([{ code: "out_of_range", limit, found: size }]);
  };

  it.each([
    ["query", 1000],
    ["title", 700],
    ["abstract", 20_000],
  ])("%s: %d code points are accepted, one more is refused, whatever they are made of", (name, limit) => {
    for (const unit of ["a", "é", "\u20ac", "\u{1d6fc}", "e\u0301".normalize("NFC")]) {
      for (const size of [limit - 1, limit, limit + 1]) edge(name, limit, unit)(size);
    }
  });
});
