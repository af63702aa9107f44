import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { codesOf, EUTILS, paramsOf, pubmedNetwork } from "../../../tests/support/pubmed-network.ts";

const network = pubmedNetwork();
const explain = (args: object) => network.call("explain_query", args);

/** Counts by term; a term without one is refused by the service. */
function counting(counts: Record<string, number>, fields: object = {}): Record<string, string>[] {
  const asked: Record<string, string>[] = [];
  network.use(
    http.all(`${EUTILS}/esearch.fcgi`, async ({ request }) => {
      const params = await paramsOf(request);
      asked.push(params);
      const count = counts[params.term ?? ""];
      if (count === undefined) return HttpResponse.json({ esearchresult: { ERROR: "no" } });
      return HttpResponse.json({
        esearchresult: { count: String(count), idlist: [], querytranslation: `T(${params.term})`, ...fields },
      });
    }),
  );
  return asked;
}

describe("explain_query", () => {
  it("counts the whole and each top-level clause, fetching no article", async () => {
    const term = '"katG" AND (a OR b) NOT c';
    const asked = counting({ [term]: 12_345, '"katG"': 20_000, "(a OR b)": 0, c: 3 });
    const result = await explain({ term });
    expect(asked.every(({ retmax, retstart }) => retmax === "0" && retstart === "0")).toBe(true);
    expect(result.outcome).toBe("found");
    expect(result.resolved).toMatchObject({ term, query_translation: `T(${term})`, count: 12_345, clauses: 3 });
    expect(result.records.map(({ detail }) => [detail.role, detail.operator, detail.term, detail.count])).toEqual([
      ["whole", null, term, 12_345],
      ["clause", null, '"katG"', 20_000],
      ["clause", "AND", "(a OR b)", 0],
      ["clause", "NOT", "c", 3],
    ]);
    expect(new Set(result.record_ids).size).toBe(4);
    expect(result.records[0]?.url).toBe(`https://pubmed.ncbi.nlm.nih.gov/?term=${encodeURIComponent(term)}`);
  });

  it("gives one record for a term of one clause", async () => {
    const asked = counting({ katG: 5 });
    expect((await explain({ term: "katG" })).record_ids).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it("shows what PubMed ignores", async () => {
    counting({ "katX y": 5 }, { errorlist: { phrasesnotfound: ["katX"], fieldsnotfound: [] } });
    const result = await explain({ term: "katX y" });
    expect(result.resolved.ignored_phrases).toEqual(["katX"]);
    expect(codesOf(result)).toContain("phrases_ignored");
  });

  it("keeps the other counts when one cannot be had", async () => {
    counting({ "a AND b": 1, a: 2 });
    const result = await explain({ term: "a AND b" });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "in_band_error" }] });
    expect(result.records.map(({ detail }) => detail.term)).toEqual(["a AND b", "a"]);
    expect(codesOf(result)).toContain("clause_not_counted");
  });

  it("says when not every clause was counted", async () => {
    const clauses = Array.from({ length: 41 }, (_, index) => `w${index}`);
    const term = clauses.join(" OR ");
    counting({ [term]: 9, ...Object.fromEntries(clauses.map((clause) => [clause, 1])) });
    const result = await explain({ term });
    expect(result.outcome).toBe("truncated");
    expect(result.records).toHaveLength(41);
    expect(codesOf(result)).toContain("clauses_left_out");
  });

  it("is a failure when the search is", async () => {
    counting({});
    expect(await explain({ term: "x" })).toMatchObject({ outcome: "upstream_failed", records: [] });
    expect(await explain({})).toMatchObject({ outcome: "bad_input", errors: [{ param: "term" }] });
  });
});
