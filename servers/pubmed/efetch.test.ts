import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { readdirCaptured, received } from "../../tests/support/captured/pubmed.ts";
import { Fault } from "../kit/fault.ts";
import { acceptArticleSet } from "./efetch.ts";

const verdict = (body: string, contentType = "text/xml; charset=UTF-8", asked = 1): string => {
  try {
    return acceptArticleSet(asked)(received(body, contentType));
  } catch (error) {
    return error instanceof Fault ? error.code : "thrown";
  }
};

const PROLOG = '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://dtd.example/x.dtd">\n';

describe("an efetch body", () => {
  it.each([
    ["a closed set", `${PROLOG}<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>\n`, "data"],
    ["a set of books", "<PubmedArticleSet><PubmedBookArticle></PubmedBookArticle></PubmedArticleSet>", "data"],
    ["a comment after the root", `${PROLOG}<PubmedArticleSet><PubmedArticle/></PubmedArticleSet><!-- ok -->`, "data"],
    ["an older set of books", "<PubmedBookArticleSet><PubmedBookArticle/></PubmedBookArticleSet>", "data"],
    ["one article by itself", `<?xml version="1.0"?><PubmedArticle>\n</PubmedArticle>\n`, "data"],
    ["one book by itself", "<PubmedBookArticle></PubmedBookArticle >", "data"],
    ["one article that ends early", "<PubmedArticle><PubmedData></PubmedData>", "incomplete"],
    ["a set that ends with a record's end", "<PubmedArticleSet><PubmedArticle></PubmedArticle>\n", "incomplete"],
    ["an empty set", `${PROLOG}<PubmedArticleSet></PubmedArticleSet>`, "empty"],
    ["an empty set in short form", "<PubmedArticleSet/>", "empty"],
    ["a set that ends early", `${PROLOG}<PubmedArticleSet><PubmedArticle><Medline`, "incomplete"],
    ["a set that ends between records", "<PubmedArticleSet><PubmedArticle></PubmedArticle>", "incomplete"],
    ["nothing", " \n", "incomplete"],
    ["a page with a doctype", "<!DOCTYPE html><html><body>Error</body></html>", "unexpected_content"],
    ["a page without one", "<html>busy</html>", "unexpected_content"],
    ["an ERROR element", "<eFetchResult>\n<ERROR>Empty id list</ERROR>\n</eFetchResult>", "in_band_error"],
    ["an ERROR root", "<ERROR>Unable to obtain query</ERROR>", "in_band_error"],
    ["an ERROR inside a set", "<PubmedArticleSet><ERROR>x</ERROR></PubmedArticleSet>", "in_band_error"],
    ["an ERROR of pace", "<eFetchResult><ERROR>API rate limit exceeded</ERROR></eFetchResult>", "rate_limited"],
    ["plain text", "Error occurred: cannot get document summary", "in_band_error"],
    ["a rate message as text", "API rate limit exceeded", "rate_limited"],
    ["a rate message as JSON", '{"error":"API rate limit exceeded","count":"4","limit":"3"}', "rate_limited"],
    ["another document", "<eSearchResult><Count>1</Count></eSearchResult>", "unexpected_content"],
    ["a long run of blanks", `<PubmedArticleSet>${" ".repeat(100_000)}x`, "incomplete"],
  ])("that is %s is judged before parsing", (_name, body, expected) => {
    expect(verdict(body)).toBe(expected);
  });

  it.each([
    ["text/xml", "data"],
    ["application/xml;charset=utf-8", "data"],
    ["text/plain", "data"],
    ["", "data"],
    ["text/html", "unexpected_content"],
    ["application/pdf", "unexpected_content"],
  ])("of media type %s is %s", (contentType, expected) => {
    expect(verdict("<PubmedArticleSet><PubmedArticle/></PubmedArticleSet>", contentType)).toBe(expected);
  });

  it("with fewer records than were asked for is negative for the others", () => {
    const body = "<PubmedArticleSet><PubmedArticle/><PubmedBookArticle/></PubmedArticleSet>";
    expect([2, 3].map((asked) => verdict(body, "text/xml", asked))).toEqual(["data", "empty"]);
  });

  it("does not take an article that speaks of an ERROR for one", () => {
    const body =
      "<PubmedArticleSet><PubmedArticle><ArticleTitle>&lt;ERROR&gt; API rate limit exceeded</ArticleTitle></PubmedArticle></PubmedArticleSet>";
    expect(verdict(body)).toBe("data");
  });
});

describeCaptured("captured bodies", () => {
  it.each(readdirCaptured())("%s is data", (file) => {
    expect(verdict(capturedText(file))).toBe("data");
  });

  it("cut short anywhere is incomplete", () => {
    const text = capturedText("pubmed/tb/efetch_35919400_cut.xml");
    for (const share of [0.2, 0.5, 0.9, 0.999]) {
      expect(verdict(text.slice(0, Math.floor(text.length * share)))).toBe("incomplete");
    }
  });

  it.each([
    ["pubmed/eutils/biopython_epost3.xml", "in_band_error"],
    ["pubmed/eutils/biopython_pubmed3.html", "unexpected_content"],
    ["pubmed/eutils/biomcp_pubmed_25d287820236.json", "rate_limited"],
    ["pubmed/eutils/biopython_elink1.xml", "unexpected_content"],
  ])("of other services are refused: %s as %s", (file, code) => {
    expect(verdict(capturedText(file))).toBe(code);
  });
});
