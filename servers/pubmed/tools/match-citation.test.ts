import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { codesOf, EUTILS, paramsOf, pubmedNetwork } from "../../../tests/support/pubmed-network.ts";

const network = pubmedNetwork();
const match = (args: object) => network.call("match_citation", args);
const citation = (volume: string) => ({ journal: "j test", year: "2020", volume, first_page: "7", author: "doe j" });

/** Answers by volume; a volume without an answer is left out, one with `null` is answered on the second request only. */
function answering(answers: Record<string, string>, late: Record<string, string> = {}): string[] {
  const asked: string[] = [];
  network.use(
    http.all(`${EUTILS}/ecitmatch.cgi`, async ({ request }) => {
      const { bdata = "" } = await paramsOf(request);
      const known = asked.length === 0 ? answers : { ...answers, ...late };
      asked.push(bdata);
      const lines = bdata.split("\r").flatMap((line) => {
        const volume = line.split("|")[2] ?? "";
        return known[volume] === undefined ? [] : [`${line}${known[volume]}`];
      });
      // Other keys' answers may stand between; they are nobody's.
      return HttpResponse.text([...lines.reverse(), "x|1|2|3|y|zz|1", ""].join("\n"));
    }),
  );
  return asked;
}

describe("match_citation", () => {
  it("finds the record of each citation and says of the others what PubMed said", async () => {
    network.serve(["11", "22"]);
    const asked = answering({
      1: "22",
      2: "NOT_FOUND;INVALID_JOURNAL",
      3: "AMBIGUOUS 5,6",
      4: "11",
      5: "AMBIGUOUS (9 citations)",
    });
    const result = await match({ citations: ["1", "2", "3", "4", "5"].map(citation) });
    expect(asked).toEqual([
      ["1", "2", "3", "4", "5"].map((volume) => `j test|2020|${volume}|7|doe j|c${volume}|`).join("\r"),
    ]);
    expect(result).toMatchObject({ outcome: "found", record_ids: ["22", "11"], errors: [] });
    expect(result.items.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["found", null],
      ["not_resolved", "NOT_FOUND;INVALID_JOURNAL"],
      ["ambiguous", "2 articles fit"],
      ["found", null],
      ["ambiguous", "9 articles fit"],
    ]);
    expect(result.items[0]).toMatchObject({ input: "j test|2020|1|7|doe j", resolved_to: "22", record_ids: ["22"] });
    expect(result.resolved.candidates).toMatchObject([{ id: "5" }, { id: "6" }]);
    expect(codesOf(result)).toEqual(expect.arrayContaining(["not_found", "ambiguous_citations", "matched_by_fields"]));
  });

  it("asks again alone for a citation without an answer", async () => {
    network.serve(["11", "22"]);
    const asked = answering({ 1: "11" }, { 2: "22" });
    const result = await match({ citations: [citation("1"), citation("2")] });
    expect(asked[1]).toBe("j test|2020|2|7|doe j|c2|");
    expect(result).toMatchObject({ outcome: "found", record_ids: ["11", "22"] });
  });

  it("pairs by key where PubMed repeats a citation with a field left out", async () => {
    network.serve(["11"]);
    network.use(
      http.get(`${EUTILS}/ecitmatch.cgi`, () =>
        HttpResponse.text("fake|2020|1|7||c2|NOT_FOUND;INVALID_JOURNAL\r\nj test|2020|1|7|doe j|c1|11\r\n"),
      ),
    );
    const result = await match({ citations: [citation("1"), citation("2")] });
    expect(result.items.map(({ resolved_to, reason }) => resolved_to ?? reason)).toEqual([
      "11",
      "NOT_FOUND;INVALID_JOURNAL",
    ]);
  });

  it("takes the same citation twice for one, and two that differ in a field for two", async () => {
    network.serve(["11", "22"]);
    const asked = answering({ 1: "11", 2: "22" });
    const result = await match({ citations: [citation("1"), citation("1"), citation("2")] });
    expect(asked[0]?.split("\r")).toHaveLength(2);
    expect(result.items.map(({ resolved_to }) => resolved_to)).toEqual(["11", "22"]);
  });

  it("names an article that several citations may mean once", async () => {
    answering({ 1: "AMBIGUOUS 5,6", 2: "AMBIGUOUS 6,8" });
    const result = await match({ citations: [citation("1"), citation("2")] });
    expect(result.resolved.candidates).toMatchObject([{ id: "5" }, { id: "6" }, { id: "8" }]);
  });

  it("takes an answer that repeats no key for no answer", async () => {
    network.use(http.get(`${EUTILS}/ecitmatch.cgi`, () => HttpResponse.text("j test|2020|1|7|doe j||11")));
    expect(await match({ citations: [citation("1")] })).toMatchObject({
      outcome: "upstream_failed",
      errors: [{ code: "incomplete" }],
    });
  });

  it("calls a citation that stays without an answer a failure, not an absence", async () => {
    network.serve(["11"]);
    answering({ 1: "11" });
    const result = await match({ citations: [citation("1"), citation("2")] });
    expect(result).toMatchObject({ outcome: "upstream_failed", record_ids: ["11"], errors: [{ code: "incomplete" }] });
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "upstream_failed"]);
  });

  it.each([
    [{ 1: "NOT_FOUND" }, "not_resolved"],
    [{ 1: "AMBIGUOUS 5,6" }, "ambiguous"],
  ])("shares the outcome of its only citation: %o", async (answers, outcome) => {
    answering(answers);
    expect(await match({ citations: [citation("1")] })).toMatchObject({ outcome, records: [] });
  });

  it("names a match whose record cannot be fetched", async () => {
    answering({ 1: "11" });
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => new HttpResponse(null, { status: 500 })));
    const result = await match({ citations: [citation("1")] });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "upstream_error" }] });
    expect(result.items[0]).toMatchObject({ outcome: "upstream_failed", resolved_to: "11", record_ids: [] });
  });

  it("does not take a record that PubMed keeps back for one that it does not have", async () => {
    answering({ 1: "11" });
    network.use(http.get(`${EUTILS}/efetch.fcgi`, () => HttpResponse.xml("<PubmedArticleSet>\n</PubmedArticleSet>")));
    const result = await match({ citations: [citation("1")] });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "incomplete" }] });
    expect(result.items[0]).toMatchObject({ outcome: "upstream_failed", resolved_to: "11" });
  });

  it("does not ask one by one when the whole request failed", async () => {
    let requests = 0;
    network.use(
      http.get(`${EUTILS}/ecitmatch.cgi`, () => {
        requests += 1;
        return HttpResponse.html("<html>busy</html>");
      }),
    );
    const result = await match({ citations: [citation("1"), citation("2")] });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unexpected_content" }] });
    expect(requests).toBe(1);
  });

  it("refuses citations that would break the form, one by one", async () => {
    network.serve(["11"]);
    answering({ 1: "11" });
    const result = await match({
      citations: [citation("1"), { ...citation("2"), author: "a|b" }, { journal: "only" }],
    });
    expect(result.outcome).toBe("found");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "bad_input", "bad_input"]);
    expect(result.resolved.refused).toHaveLength(2);
  });

  it.each([
    [{}, "citations"],
    [{ citations: [] }, "citations"],
    [{ citations: [{ journal: "only" }] }, "citations"],
    [{ citations: Array.from({ length: 51 }, (_, at) => citation(String(at))) }, "citations"],
    [{ citations: [{ ...citation("1"), doi: "x" }] }, "citations[0].doi"],
  ])("refuses %o", async (args, param) => {
    expect(await match(args)).toMatchObject({ outcome: "bad_input", requests: [], errors: [{ param }] });
  });
});
