import { describe, expect, it } from "vitest";
import { parseEvidenceInput } from "./evidence-input.ts";

const document = { id: "d1", title: "A title" };
const base = { query: "katG", documents: [document] };
const problemsOf = (given: unknown) => {
  const parsed = parseEvidenceInput(given);
  return parsed.ok ? [] : parsed.problems.map(({ code, param, limit, found }) => [code, param, limit, found]);
};
const astral = (count: number): string => "\u{1d6fc}".repeat(count);
const many = (count: number) => Array.from({ length: count }, (_, id) => ({ id, title: "t" }));

describe("limits of rank_evidence", () => {
  it.each([
    ["a query of 2 characters", { ...base, query: " ab " }],
    ["a query of 1,000 code points", { ...base, query: astral(1000) }],
    ["top_k 1", { ...base, top_k: 1 }],
    ["top_k 50", { ...base, top_k: 50 }],
    ["10,000 documents", { ...base, documents: many(10_000) }],
    ["a title of 700 code points", { ...base, documents: [{ id: 1, title: astral(700) }] }],
    ["an abstract of 20,000 code points", { ...base, documents: [{ id: 1, abstract: astral(20_000) }] }],
    ["a blank title beside an abstract", { ...base, documents: [{ id: 1, title: " ", abstract: "x" }] }],
    ["the largest safe id", { ...base, documents: [{ ...document, id: Number.MAX_SAFE_INTEGER }] }],
    [
      "exactly 8,000,000 bytes",
      { ...base, documents: Array.from({ length: 400 }, (_, id) => ({ id, abstract: "a".repeat(20_000) })) },
    ],
  ])("accept %s", (_, given) => {
    expect(problemsOf(given)).toEqual([]);
  });

  it.each([
    ["a query of 1 character", { ...base, query: " a " }, ["out_of_range", "query", 2, 1]],
    ["a query of 1,001 code points", { ...base, query: astral(1001) }, ["out_of_range", "query", 1000, 1001]],
    ["a query that is no text", { ...base, query: 7 }, ["invalid_argument", "query", null, null]],
    ["no query", { documents: [document] }, ["missing_argument", "query", null, null]],
    ["top_k 0", { ...base, top_k: 0 }, ["out_of_range", "top_k", 1, 0]],
    ["top_k 51", { ...base, top_k: 51 }, ["out_of_range", "top_k", 50, 51]],
    ["top_k 2.5", { ...base, top_k: 2.5 }, ["invalid_argument", "top_k", null, null]],
    ["no documents", { query: "katG" }, ["missing_argument", "documents", null, null]],
    ["an empty list", { ...base, documents: [] }, ["out_of_range", "documents", 1, 0]],
    ["10,001 documents", { ...base, documents: many(10_001) }, ["out_of_range", "documents", 10_000, 10_001]],
    ["a document that is no object", { ...base, documents: ["x"] }, ["invalid_argument", "documents[0]", null, null]],
    [
      "a title of 701 code points",
      { ...base, documents: [{ id: 1, title: astral(701) }] },
      ["out_of_range", "documents[0].title", 700, 701],
    ],
    [
      "an abstract of 20,001 code points",
      { ...base, documents: [{ id: 1, abstract: astral(20_001) }] },
      ["out_of_range", "documents[0].abstract", 20_000, 20_001],
    ],
    [
      "a title that is null",
      { ...base, documents: [{ id: 1, title: null }] },
      ["invalid_argument", "documents[0].title", null, null],
    ],
    ["no text", { ...base, documents: [{ id: 1 }] }, ["missing_argument", "documents[0]", null, null]],
    [
      "blank texts",
      { ...base, documents: [{ id: 1, title: " ", abstract: "\n" }] },
      ["missing_argument", "documents[0]", null, null],
    ],
    ["no id", { ...base, documents: [{ title: "t" }] }, ["missing_argument", "documents[0].id", null, null]],
    [
      "an empty id",
      { ...base, documents: [{ ...document, id: "" }] },
      ["invalid_argument", "documents[0].id", null, null],
    ],
    [
      "an unsafe id",
      { ...base, documents: [{ ...document, id: 2 ** 53 }] },
      ["invalid_argument", "documents[0].id", null, null],
    ],
    [
      'ids 1 and "1"',
      {
        ...base,
        documents: [
          { ...document, id: 1 },
          { ...document, id: "1" },
        ],
      },
      ["invalid_argument", "documents[1].id", null, null],
    ],
    [
      "half a surrogate pair in a title",
      { ...base, documents: [{ id: 1, title: "x\ud835" }] },
      ["invalid_argument", "documents[0].title", null, null],
    ],
    ["half a surrogate pair in the query", { ...base, query: "\udc00xy" }, ["invalid_argument", "query", null, null]],
    [
      "half a surrogate pair in an id",
      { ...base, documents: [{ ...document, id: "\ud835" }] },
      ["invalid_argument", "documents[0].id", null, null],
    ],
    ["an unknown field", { ...base, limit: 3 }, ["unknown_argument", "limit", null, null]],
    [
      "an unknown field of a document",
      { ...base, documents: [{ ...document, doi: "x" }] },
      ["unknown_argument", "documents[0].doi", null, null],
    ],
    [
      "8,000,001 bytes",
      {
        ...base,
        documents: [
          ...Array.from({ length: 400 }, (_, id) => ({ id, abstract: "a".repeat(20_000) })),
          { id: "x", title: "a" },
        ],
      },
      ["out_of_range", "documents", 8_000_000, 8_000_001],
    ],
    ["a call without object", "katG", ["invalid_argument", "arguments", null, null]],
  ])("refuse %s", (_, given, problem) => {
    expect(problemsOf(given)[0]).toEqual(problem);
  });

  it("name what is missing when there are no arguments at all", () => {
    expect(problemsOf(undefined).map(([code, param]) => [code, param])).toEqual([
      ["missing_argument", "query"],
      ["missing_argument", "documents"],
    ]);
  });

  it("counts bytes of UTF-8, not characters", () => {
    const documents = Array.from({ length: 134 }, (_, id) => ({ id, abstract: "\u20ac".repeat(20_000) }));
    expect(problemsOf({ ...base, documents })).toEqual([["out_of_range", "documents", 8_000_000, 8_040_000]]);
  });

  it("lists every problem at once, twenty at most, and never the text", () => {
    const secret = "secret".repeat(200);
    const documents = Array.from({ length: 30 }, (_, id) => ({ id, title: secret, [`${secret} key`]: 1 }));
    const parsed = parseEvidenceInput({ query: "x", documents, top_k: 99 });
    expect(parsed.ok ? [] : parsed.problems).toHaveLength(20);
    expect(JSON.stringify(parsed)).not.toContain("secret");
  });
});
