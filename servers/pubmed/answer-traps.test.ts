import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import {
  abstractXml,
  articleXml,
  bareXml,
  EUTILS,
  IDCONV,
  pubmedNetwork,
  setXml,
  xml,
} from "../../tests/support/pubmed-network.ts";
import type { ArticleDetail } from "./detail.ts";

// Each kind of efetch answer, and of notice inside one, on which a public client of PubMed is known to have failed.
const network = pubmedNetwork();

describe("an answer", () => {
  it.each([
    ["a byte order mark", `\uFEFF<?xml version="1.0"?>${setXml(bareXml()).replace(/^<\?xml[^>]*>/, "")}`],
    [
      "a DOCTYPE with an internal subset",
      `<?xml version="1.0"?><!DOCTYPE PubmedArticleSet [<!ENTITY x "y">]>${setXml(bareXml()).replace(/^<\?xml[^>]*>/, "")}`,
    ],
    [
      "a namespace and attributes on its root",
      setXml(bareXml()).replace(
        "<PubmedArticleSet>",
        '<PubmedArticleSet xmlns:mml="http://www.w3.org/1998/Math/MathML" version="1">',
      ),
    ],
    [
      "a stylesheet before its root",
      `<?xml version="1.0"?><?xml-stylesheet href="x"?><!-- made by NCBI -->${setXml(bareXml()).replace(/^<\?xml[^>]*>/, "")}`,
    ],
    ["deleted citations beside the record", setXml(bareXml(), "<DeleteCitation><PMID>9</PMID></DeleteCitation>")],
    [
      "a book beside the record",
      setXml("<PubmedBookArticle><BookDocument><PMID>8</PMID></BookDocument></PubmedBookArticle>", bareXml()),
    ],
    ["the record twice", setXml(bareXml(), bareXml())],
  ])("may hold %s", async (_name, body) => {
    expect((await network.recordOf(body)).record_id).toBe("7");
  });

  it("of deleted citations only holds no record, and is no failure", async () => {
    network.answerFetch(setXml("<DeleteCitation><PMID>7</PMID></DeleteCitation>"));
    expect(await network.call("get_records", { pmids: ["7"] })).toMatchObject({ outcome: "not_resolved", errors: [] });
  });

  it("whose text quotes a record holds no second one", async () => {
    const forged = "<PubmedArticle><MedlineCitation><PMID>8</PMID></MedlineCitation></PubmedArticle>";
    const inner = `a <![CDATA[</PubmedArticle>${forged}]]> b <!-- </PubmedArticle>${forged} --> c`;
    network.answerFetch(setXml(bareXml({ article: abstractXml(inner) })));
    const result = await network.call("get_records", { pmids: ["7", "8"] });
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "not_resolved"]);
    expect(result.records[0]?.detail.abstract).toBe(`a </PubmedArticle>${forged} b c`);
  });

  it("about other articles only is a failure, not an absence", async () => {
    network.answerFetch(setXml(articleXml("8"), articleXml("9")));
    expect(await network.call("get_records", { pmids: ["7"] })).toMatchObject({
      outcome: "upstream_failed",
      records: [],
      errors: [{ code: "unexpected_content" }],
    });
  });

  it.each([
    ["a missing end", setXml(bareXml()).replace(/<\/PubmedArticleSet>$/, ""), "text/xml", "incomplete"],
    [
      "a page of maintenance",
      "<html><head><title>NCBI - WWW Error 500 Diagnostic</title></head></html>",
      "text/html",
      "unexpected_content",
    ],
    ["a page that calls itself XML", "<!DOCTYPE html><html></html>", "text/xml", "unexpected_content"],
    [
      "an ERROR of the history",
      "<eFetchResult><ERROR>Cannot retrieve history data: OUT OF RANGE</ERROR></eFetchResult>",
      "text/xml",
      "in_band_error",
    ],
    [
      "an ERROR of the id",
      "<eFetchResult><ERROR>Cannot retrieve UID</ERROR></eFetchResult>",
      "text/xml",
      "in_band_error",
    ],
    [
      "a pace message",
      '{"error":"API rate limit exceeded","api-key":"x","count":"4","limit":"3"}',
      "application/json",
      "rate_limited",
    ],
    [
      "a balancer's message",
      '{"error":"/lbsm/eutils_lb -> Neg","type":"ip","status":"ok"}',
      "application/json",
      "in_band_error",
    ],
    ["a line of text", "id: 7 Error occurred: The following PMID is not available: 7", "text/plain", "in_band_error"],
    ["nothing", "", "text/xml", "incomplete"],
  ])("with %s in a 200 is a typed failure", async (_name, body, type, code) => {
    network.answerFetch(body, type);
    const result = await network.call("get_records", { pmids: ["7"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code }] });
    expect(result.items).toMatchObject([{ input: "7", outcome: "upstream_failed" }]);
  });

  it("is asked for by PMIDs as text: padded, broken or foreign ones are refused singly", async () => {
    const asked = network.serve(["7"]);
    const result = await network.call("get_records", { pmids: ["7", "00000007", "7.0", "1e3", "PMC7", "99999999999"] });
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", ...Array(5).fill("bad_input")]);
    expect(asked.map(({ id }) => id)).toEqual(["7"]);
  });
});

describe("the state of publication", () => {
  const relation = (type: string) =>
    `<CommentsCorrections RefType="${type}"><RefSource>J X. 2020</RefSource><PMID Version="1">9</PMID></CommentsCorrections>`;
  const withRelations = (...types: string[]) =>
    setXml(bareXml({ citation: `<CommentsCorrectionsList>${types.map(relation).join("")}</CommentsCorrectionsList>` }));

  it.each([
    ["RetractionIn", ["retracted"], ["retracted"]],
    ["PartialRetractionIn", ["retracted"], ["retracted"]],
    ["RetractedandRepublishedIn", ["retracted", "republished"], ["retracted"]],
    ["ExpressionOfConcernIn", ["expression_of_concern"], ["expression_of_concern"]],
    ["ErratumIn", ["corrected"], ["corrected"]],
    ["CorrectedandRepublishedIn", ["corrected", "republished"], ["corrected"]],
    ["RepublishedIn", ["republished"], []],
    ["UpdateIn", ["updated"], []],
    ["RetractionOf", ["none_known"], ["publication_notice"]],
    ["ErratumFor", ["none_known"], ["publication_notice"]],
    ["ExpressionOfConcernFor", ["none_known"], ["publication_notice"]],
    ["CommentIn", ["none_known"], []],
    ["Cites", ["none_known"], []],
  ])("follows %s", async (type, states, flags) => {
    const record = await network.recordOf(withRelations(type));
    expect(record.detail.publication_state).toMatchObject({ states });
    expect(record.flags).toEqual([...flags, "no_abstract"]);
  });

  it("of an article with several notices names each, in PubMed's order", async () => {
    const record = await network.recordOf(
      withRelations("ErratumIn", "ErratumIn", "ExpressionOfConcernIn", "RetractionIn"),
    );
    const state = (record.detail as unknown as ArticleDetail).publication_state!;
    expect(state.states).toEqual(["retracted", "expression_of_concern", "corrected"]);
    expect(state.notices.map(({ kind }) => kind)).toEqual([
      "correction",
      "correction",
      "expression_of_concern",
      "retraction",
    ]);
  });

  it("is never read from the words of a title", async () => {
    const record = await network.recordOf(
      setXml(bareXml({ article: "<ArticleTitle>RETRACTED: On katG.</ArticleTitle>" })),
    );
    expect(record.detail.publication_state).toMatchObject({ states: ["none_known"] });
  });

  it.each([
    ["get_records", { pmids: ["7"] }],
    ["search_abstracts", { term: "katG" }],
    ["get_abstracts_for_gene", { gene: "katG" }],
    ["match_citation", { citations: [{ journal: "j", year: "2020" }] }],
    ["convert_ids", { ids: ["10.1000/a"] }],
  ])("retracted is flagged by %s", async (tool, args) => {
    network.serve(["7"]);
    network.use(
      http.get(`${EUTILS}/ecitmatch.cgi`, () => HttpResponse.text("j|2020||||c1|7")),
      http.get(IDCONV, () =>
        HttpResponse.json({
          records: [{ "requested-id": "10.1000/a", status: "error", errmsg: "Identifier not found in PMC" }],
        }),
      ),
      http.get(`${EUTILS}/efetch.fcgi`, () =>
        xml(
          setXml(
            bareXml({
              article: `${abstractXml("On katG.")}<ELocationID EIdType="doi">10.1000/a</ELocationID><PublicationTypeList><PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList>`,
            }),
          ),
        ),
      ),
    );
    const result = await network.call(tool, args);
    expect(result.record_ids).toEqual(["7"]);
    expect(result.records[0]?.flags).toContain("retracted");
    expect(result.notes.some((note) => note.startsWith("retracted: "))).toBe(true);
  });
});
