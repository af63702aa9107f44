import { describe, expect, it } from "vitest";
import { childAt, parseXml, rawText, XmlError } from "./xml.ts";

describe("the XML tree", () => {
  it("keeps text and elements in document order", () => {
    const { children } = parseXml("<a>one <i>two</i> three<b/> four</a>");
    expect(children.map((child) => (typeof child === "string" ? child : child.name))).toEqual([
      "one ",
      "i",
      " three",
      "b",
      " four",
    ]);
  });

  it.each([
    ["entities once", "<a>&amp;lt; &#xa0;&#946;</a>", "&lt; \u00a0β"],
    ["CDATA as text", "<a>x<![CDATA[ <y> & ]]>z</a>", "x <y> & z"],
    ["an undefined entity as it is written", "<a>5 &micro;g</a>", "5 &micro;g"],
    ["a number as text", "<a>007</a>", "007"],
    ["without comments and instructions", "<a>x<!-- no --><?no?>y</a>", "xy"],
    ["a prefix without declaration", "<a><mml:mi>x</mml:mi></a>", "x"],
  ])("reads %s", (_name, xml, text) => {
    expect(rawText(parseXml(xml))).toBe(text);
  });

  it.each([
    ["a tag closed out of turn", "<a>\n<b>x</a>", 2],
    ["an element that never closes", "<a>\n\nx", 3],
    ["nothing", "", 1],
  ])("refuses %s and names the line", (_name, xml, line) => {
    const read = () => parseXml(xml);
    expect(read).toThrow(XmlError);
    expect(read).toThrow(`line ${line}`);
  });

  it("finds direct children only", () => {
    const root = parseXml("<a><b><c>deep</c></b><c>own</c></a>");
    expect(rawText(childAt(root, "c")!)).toBe("own");
    expect(childAt(root, "b", "d")).toBeUndefined();
  });
});
