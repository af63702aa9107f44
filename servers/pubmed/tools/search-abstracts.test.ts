import { describe, expect, it } from "vitest";
import { cursorAt } from "../../../tests/support/cursor-at.ts";
import { codesOf, noteOf, pubmedNetwork } from "../../../tests/support/pubmed-network.ts";

const network = pubmedNetwork();
const search = (args: object) => network.call("search_abstracts", args);

describe("search_abstracts", () => {
  it("sends the term as it is, with window and order", async () => {
    const asked = network.serve(["1", "2"]);
    const result = await search({ term: ' "katG" AND isoniazid[tiab] ', sort: "date", limit: 2 });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["1", "2"] });
    expect(result.query).toMatchObject({ sort_sent: "pub_date", from_date_sent: null, strict: false });
    expect(asked[0]).toEqual({
      db: "pubmed",
      term: '"katG" AND isoniazid[tiab]',
      retmode: "json",
      retstart: "0",
      retmax: "2",
      sort: "pub_date",
      tool: "gene-router",
    });
  });

  it("reports per record which terms of the search its text names", async () => {
    network.serve(["1"]);
    const { records } = await search({ term: '"katG" AND isoniazid NOT title' });
    expect(records[0]?.detail.mentions).toEqual(["katG"]);
  });

  it.each([
    [
      { from_date: "2020-03", to_date: "2021/05/06" },
      { datetype: "pdat", mindate: "2020/03", maxdate: "2021/05/06" },
    ],
    [{ from_date: "2020" }, { mindate: "2020", maxdate: "3000" }],
    [{ to_date: "2020" }, { mindate: "1500", maxdate: "2020" }],
    [
      { from_date: "2020/06", to_date: "2020" },
      { mindate: "2020/06", maxdate: "2020" },
    ],
  ])("sends the dates %o", async (dates, sent) => {
    const asked = network.serve(["1"]);
    await search({ term: "katG", ...dates });
    expect(asked[0]).toMatchObject(sent);
  });

  it("posts a term that is too long for a URL", async () => {
    const asked = network.serve(["1"]);
    const term = `katG AND (${Array.from({ length: 300 }, (_, index) => `word${index}`).join(" OR ")})`;
    const result = await search({ term });
    expect(result.outcome).toBe("found");
    expect(asked[0]?.term).toBe(term);
    expect(result.requests[0]).toMatchObject({ method: "POST" });
  });

  it("turns an ignored phrase into no_match only when strict", async () => {
    const fields = { errorlist: { phrasesnotfound: ["katX"], fieldsnotfound: [] } };
    const asked = network.serve(["1"], { fields });
    const loose = await search({ term: "katX isoniazid" });
    expect(loose.outcome).toBe("found");
    expect(codesOf(loose)).toContain("phrases_ignored");
    asked.length = 0;
    const strict = await search({ term: "katX isoniazid", strict: true });
    expect(strict).toMatchObject({ outcome: "no_match", records: [], page: { total: 0 } });
    expect(strict.resolved).toMatchObject({ matched_by: "none", ignored_phrases: ["katX"] });
    expect(noteOf(strict, "strict_no_match")).toContain("1 matches");
    expect(asked).toHaveLength(1);
  });

  it("reaches the last match that PubMed serves, and not one beyond", async () => {
    const list = Array.from({ length: 12_000 }, (_, index) => String(index + 1));
    const asked = network.serve(list);
    const first = await search({ term: "x", limit: 200 });
    const last = await search({ term: "x", limit: 200, max_bytes: 400_000, cursor: cursorAt(first, 9_999) });
    expect(last.record_ids).toEqual(["10000"]);
    // PubMed refuses a later start.
    const starts = asked.flatMap(({ term, retstart }) => (term === "x" ? [Number(retstart)] : []));
    expect(starts).toEqual([0, 9_998]);
    expect(last.page).toMatchObject({ total: 12_000, unreachable: 2_000, next_cursor: null });
    expect(codesOf(last)).toContain("beyond_cap");
  });

  it.each([
    [{}, "term", "missing_argument"],
    [{ term: " " }, "term", "invalid_argument"],
    [{ term: "x".repeat(4_001) }, "term", "out_of_range"],
    [{ term: "x\u0000" }, "term", "invalid_argument"],
    [{ term: "x", from_date: "20-01" }, "from_date", "invalid_argument"],
    [{ term: "x", to_date: "2020/13" }, "to_date", "invalid_argument"],
    [{ term: "x", from_date: "2021", to_date: "2020/12/31" }, "from_date", "invalid_argument"],
    [{ term: "x", sort: "best" }, "sort", "invalid_argument"],
    [{ term: "x", limit: 201 }, "limit", "out_of_range"],
  ])("refuses %o", async (args, param, code) => {
    expect(await search(args)).toMatchObject({ outcome: "bad_input", requests: [], errors: [{ param, code }] });
  });
});
