import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { received } from "../../tests/support/captured/pubmed.ts";
import { Fault } from "../kit/fault.ts";
import { acceptSearch, parseSearch } from "./esearch.ts";

const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error instanceof Fault ? error.code : error;
  }
};
const answer = (result: object) => JSON.stringify({ header: { type: "esearch" }, esearchresult: result });
const judged = (body: string, retstart = 0) => codeOf(() => acceptSearch(retstart)(received(body, "application/json")));

describe("a search answer", () => {
  it("gives count, ids in order and translation", () => {
    const text = answer({
      count: "12",
      retmax: "2",
      retstart: "0",
      idlist: ["5", "3"],
      querytranslation: '"x"[All Fields]',
    });
    expect(parseSearch(text)).toEqual({
      count: 12,
      pmids: ["5", "3"],
      translation: '"x"[All Fields]',
      ignoredPhrases: [],
    });
  });

  it("that lists what it does not count is no answer", () => {
    expect(judged(answer({ count: "0", idlist: ["5"] }))).toBe("unparsable");
  });

  it("collects what PubMed ignored from both lists, each once", () => {
    const text = answer({
      count: "3",
      idlist: ["1"],
      errorlist: { phrasesnotfound: ["katX"], fieldsnotfound: ["zz"] },
      warninglist: {
        phrasesignored: ["the"],
        quotedphrasesnotfound: ['"katX b"', "katX"],
        outputmessages: ["No items found."],
      },
    });
    expect(parseSearch(text).ignoredPhrases).toEqual(["katX", "zz", "the", '"katX b"']);
  });

  it.each([
    ["numbers instead of digits", { count: 2, idlist: [7, 8] }],
    ["one id as text", { count: "1", idlist: "7" }],
    ["empty lists written as [] or null", { count: "1", idlist: ["7"], errorlist: [], warninglist: null }],
    [
      "a phrase list of one as text",
      { count: "1", idlist: ["7"], errorlist: { phrasesnotfound: "x", fieldsnotfound: "" } },
    ],
  ])("may hold %s", (_name, result) => {
    expect(parseSearch(answer(result)).pmids[0]).toBe("7");
  });

  it("is the same in XML, esearch's own default, whatever stands before its root", () => {
    const text = `<?xml version="1.0"?>
      <!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD" "https://dtd.example/esearch.dtd">
      <eSearchResult><Count>12</Count><RetMax>2</RetMax><RetStart>0</RetStart><IdList> <Id>5</Id>
      <Id>3</Id></IdList><QueryTranslation>"x &amp; y"[All Fields]</QueryTranslation>
      <ErrorList><PhraseNotFound>katX</PhraseNotFound><FieldNotFound>zz</FieldNotFound></ErrorList>
      <WarningList><PhraseIgnored>the</PhraseIgnored><QuotedPhraseNotFound>"katX b"</QuotedPhraseNotFound>
      <OutputMessage>No items found.</OutputMessage></WarningList></eSearchResult>`;
    expect(parseSearch(text)).toEqual({
      count: 12,
      pmids: ["5", "3"],
      translation: '"x & y"[All Fields]',
      ignoredPhrases: ["katX", "zz", "the", '"katX b"'],
    });
  });

  it.each([
    ["matches", answer({ count: "1", idlist: ["7"] }), "data"],
    ["no match", answer({ count: "0", retmax: "0", idlist: [], querytranslation: "x" }), "empty"],
    ["a count without ids", answer({ count: "9", idlist: [] }), "incomplete"],
    ["nothing", "", "incomplete"],
    ["a backend failure", answer({ ERROR: "Search Backend failed: timeout" }), "in_band_error"],
    ["an error object", '{"error":"bad request"}', "in_band_error"],
    ["a rate message", '{"error":"API rate limit exceeded","count":"4","limit":"3"}', "rate_limited"],
    ["a rate message as text", "API rate limit exceeded", "rate_limited"],
    ["an error as XML", "<eSearchResult><ERROR>x</ERROR></eSearchResult>", "in_band_error"],
    ["a rate message as XML", "<e>API rate limit exceeded</e>", "rate_limited"],
    ["a count without ids as XML", "<eSearchResult><Count>1</Count></eSearchResult>", "incomplete"],
    ["matches as XML", "<eSearchResult><Count>1</Count><IdList><Id>7</Id></IdList></eSearchResult>", "data"],
    ["no match as XML", "<eSearchResult><Count>0</Count><IdList/></eSearchResult>", "empty"],
    ["half an answer as XML", "<eSearchResult><Count>1</Count><IdList><Id>7</Id>", "incomplete"],
    ["broken XML", "<eSearchResult><Count>1</Cunt></eSearchResult>", "unparsable"],
    ["no count as XML", "<eSearchResult><IdList/></eSearchResult>", "unparsable"],
    ["another document", "<eLinkResult><LinkSet/></eLinkResult>", "unexpected_content"],
    ["a page", "<html>", "unexpected_content"],
    ["half an answer", '{"esearchresult":{"count":"1","idl', "unparsable"],
    ["no result", "{}", "unparsable"],
    ["a count that is none", answer({ count: "many", idlist: [] }), "unparsable"],
    ["ids that are none", answer({ count: "1", idlist: ["../7"] }), "unparsable"],
  ])("with %s is judged before use", (_name, body, expected) => {
    expect(judged(body)).toBe(expected);
  });

  it("beyond the last match is no fault", () => {
    expect(judged(answer({ count: "9", idlist: [] }), 9)).toBe("data");
  });
});

describeCaptured("captured search answers", () => {
  it("of katG name four PMIDs of 1,382", () => {
    const found = parseSearch(capturedText("pubmed/tb/esearch_katG.json"));
    expect(found.count).toBe(1382);
    expect(found.pmids).toEqual(["35919400", "30808448", "42239534", "35038342"]);
  });

  it("with an unknown phrase count a broader search", () => {
    const found = parseSearch(capturedText("pubmed/eutils/biomcp_pubmed_4c7a563ff509.json"));
    expect(found).toMatchObject({ count: 40362, ignoredPhrases: ["p.E1317Q"] });
    expect(found.pmids).toHaveLength(100);
  });

  it("that only say that the pace was too high are rate_limited", () => {
    expect(judged(capturedText("pubmed/eutils/biomcp_pubmed_25d287820236.json"))).toBe("rate_limited");
  });
});
