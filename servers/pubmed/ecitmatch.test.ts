import { describe, expect, it } from "vitest";
import { received } from "../../tests/support/captured/pubmed.ts";
import { Fault } from "../kit/fault.ts";
import { acceptCitations, citationData, parseCitations } from "./ecitmatch.ts";

const citation = { journal: "j bact", year: "1999", volume: "1", first_page: "2", author: "doe j" };

describe("ecitmatch", () => {
  it("asks one citation a line, joined by carriage returns", () => {
    expect(
      citationData([
        { key: "c1", citation },
        { key: "c2", citation: { ...citation, volume: "" } },
      ]),
    ).toBe("j bact|1999|1|2|doe j|c1|\rj bact|1999||2|doe j|c2|");
  });

  it.each([
    ["35919400", { kind: "matched", pmid: "35919400" }],
    ["AMBIGUOUS 12,34", { kind: "ambiguous", pmids: ["12", "34"], count: 2 }],
    ["AMBIGUOUS (7 citations)", { kind: "ambiguous", pmids: [], count: 7 }],
    ["AMBIGUOUS", { kind: "ambiguous", pmids: [], count: null }],
    ["NOT_FOUND", { kind: "not_found", reason: "NOT_FOUND" }],
    ["NOT_FOUND;INVALID_JOURNAL", { kind: "not_found", reason: "NOT_FOUND;INVALID_JOURNAL" }],
    ["NOT_FOUND; INVALID_YEAR", { kind: "not_found", reason: "NOT_FOUND;INVALID_YEAR" }],
    ["NOT_FOUND <b>text</b>", { kind: "not_found", reason: "NOT_FOUND" }],
    ["", undefined],
    ["something new", undefined],
  ])("reads the answer %s", (answer, match) => {
    expect(parseCitations(`j|1|2|3|a|c1|${answer}\n`).get("c1")).toEqual(match);
  });

  it("pairs answers by key, whatever their order", () => {
    const matches = parseCitations("j|1|2|3|a|c2|22\r\nj|1|2|3|a|c1|11");
    expect([matches.get("c1"), matches.get("c2")]).toMatchObject([{ pmid: "11" }, { pmid: "22" }]);
  });

  it.each([
    ["answers", "j|1|2|3|a|c1|11\n", "data"],
    ["nothing", "", "incomplete"],
    ["a page", "<html>", "unexpected_content"],
    ["an error element", "<ERROR>no</ERROR>", "in_band_error"],
    ["a rate message", '{"error":"API rate limit exceeded"}', "rate_limited"],
  ])("judges %s", (_name, body, expected) => {
    let verdict: string;
    try {
      verdict = acceptCitations(received(body, "text/plain"));
    } catch (error) {
      verdict = error instanceof Fault ? error.code : "thrown";
    }
    expect(verdict).toBe(expected);
  });
});
