import { describe, expect, it } from "vitest";
import { encodeSegment, parseJson, refuseHtml } from "./accept.ts";
import type { ReceivedBody } from "./upstream.ts";

const received = (body: string, contentType = "text/plain"): ReceivedBody => ({
  status: 200,
  contentType,
  body: Buffer.from(body),
  text: () => new TextDecoder().decode(Buffer.from(body)),
});

describe("a page in place of data", () => {
  it.each([
    ["<!DOCTYPE html><html></html>"],
    ["\uFEFF  \r\n<!doctype HTML>"],
    ["<HTML lang=en>"],
    ["<head><title>502</title></head>"],
    ["<!-- a proxy --> <!-- says --><html>"],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">'],
    ['<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">'],
    ["<h1>Service Unavailable</h1>"],
    ["<center>nginx</center>"],
    ["<body>"],
    ["<script>location.reload()</script>"],
    ["<br/>Fatal error"],
  ])("is refused, whatever it calls itself: %j", (body) => {
    for (const type of ["text/plain", "application/json", "text/xml", ""]) {
      expect(() => refuseHtml(received(body, type))).toThrow(expect.objectContaining({ code: "unexpected_content" }));
    }
  });

  it.each(["text/html", "Text/HTML; charset=utf-8", " text/html", "application/xhtml+xml"])(
    "is refused by its media type: %j",
    (type) => expect(() => refuseHtml(received("mtu:Rv1908c\tkatG", type))).toThrow(),
  );

  it.each([
    ["mtu:Rv1908c\tpath:mtu00360"],
    [""],
    ["{}"],
    [
      '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "x">',
    ],
    ["<PubmedArticleSet></PubmedArticleSet>"],
    ["<eSearchResult><Count>0</Count></eSearchResult>"],
    ["<header>x</header>"],
    ["<body-part/>"],
    ["<p.1>"],
    ["# <html> in a comment"],
    ["title: <html>"],
  ])("is not seen in %j", (body) => {
    expect(() => refuseHtml(received(body))).not.toThrow();
  });

  it("is looked for at once in the most tangled beginning", () => {
    expect(() => refuseHtml(received(`${"<!-- -->".repeat(100_000)}x`))).not.toThrow();
    expect(() => refuseHtml(received(`${"<!--".repeat(100_000)}x`))).not.toThrow();
    expect(() => refuseHtml(received(" ".repeat(1_000_000)))).not.toThrow();
  });
});

it("reads JSON, with a byte order mark too, and says nothing of what it could not read", () => {
  expect(parseJson(received('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  for (const body of ["", "{", "SECRET", "[1,]"]) {
    expect(() => parseJson(received(body))).toThrow(
      expect.objectContaining({ code: "unparsable", message: "The service's answer is not valid JSON" }),
    );
  }
});

it("encodes a path segment once", () => {
  expect(encodeSegment("a/b c%2e")).toBe("a%2Fb%20c%252e");
});
