import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { readdirCaptured } from "../../tests/support/captured/pubmed.ts";
import { normaliseLine, normaliseText } from "../kit/text.ts";
import { parseArticleSet } from "./article-set.ts";
import { childAt, childrenOf, parseXml, rawText, type XmlElement, type XmlNode } from "./xml.ts";

const article = (pmid: string, inner = "", version = "1") =>
  `<PubmedArticle><MedlineCitation><PMID Version="${version}">${pmid}</PMID><Article><ArticleTitle>T${pmid}${inner}</ArticleTitle></Article></MedlineCitation></PubmedArticle>`;
const set = (...records: string[]) =>
  `<?xml version="1.0" ?>\n<PubmedArticleSet>\n${records.join("\n")}\n</PubmedArticleSet>`;

describe("a set of records", () => {
  it("reads one record as it reads many", () => {
    const one = parseArticleSet(set(article("1"))).records.get("1");
    expect(parseArticleSet(set(article("2"), article("1"), article("3"))).records.get("1")).toEqual(one);
  });

  it("loses no record to a broken neighbour, and says where it broke", () => {
    const { records, unreadable } = parseArticleSet(set(article("1"), article("2", "<i>open"), article("3")));
    expect([...records.keys()]).toEqual(["1", "3"]);
    expect(unreadable).toEqual([{ pmid: "2", line: 4 }]);
  });

  it("ends a record that is never closed where the next begins", () => {
    const { records, unreadable } = parseArticleSet(set("<PubmedArticle><MedlineCitation>", article("5")));
    expect([...records.keys()]).toEqual(["5"]);
    expect(unreadable).toEqual([{ pmid: null, line: 4 }]);
  });

  it("keeps the latest revision of a record", () => {
    const text = set(article("1", "a", "1"), article("1", "b", "2"), article("1", "c", "1"));
    expect(parseArticleSet(text).records.get("1")?.title.text).toBe("T1b");
  });

  it("takes no tag inside a comment, an instruction or CDATA for a border", () => {
    const quoted = article("9");
    const text = set(
      article("1", `<![CDATA[</PubmedArticle>${quoted}]]>`),
      `<!-- ${quoted} -->`,
      article("2", `<!-- </PubmedArticle> --><?x ${quoted}?>`),
    );
    const { records, unreadable } = parseArticleSet(text);
    expect([...records.keys()]).toEqual(["1", "2"]);
    expect(unreadable).toEqual([]);
  });

  it("ignores elements that it does not know", () => {
    const { records, unreadable } = parseArticleSet(
      set("<DeleteCitation><PMID>9</PMID></DeleteCitation>", article("1")),
    );
    expect([...records.keys()]).toEqual(["1"]);
    expect(unreadable).toEqual([]);
  });
});

/** Text nodes that the abstract holds, the notice beside it left out. */
function textNodes(node: XmlNode): string[] {
  if (typeof node === "string") return [node];
  return node.name === "CopyrightInformation" ? [] : node.children.flatMap(textNodes);
}

const withoutSpace = (text: string): string => normaliseLine(text).replace(/\s/gu, "");

function recordsOf(text: string): XmlElement[] {
  const root = parseXml(text.replace(/<!DOCTYPE[^>]*>/, ""));
  return [...childrenOf(root, "PubmedArticle"), ...childrenOf(root, "PubmedBookArticle")];
}

describeCaptured("captured efetch answers", () => {
  const files = readdirCaptured();

  it("are many", () => {
    expect(files.length).toBeGreaterThan(90);
  });

  it.each(files)("%s is read whole", (file) => {
    const text = capturedText(file);
    const elements = recordsOf(text);
    const { records, unreadable } = parseArticleSet(text);
    expect(unreadable).toEqual([]);
    const pmids = elements.map((element) =>
      rawText(childAt(element, "MedlineCitation", "PMID") ?? childAt(element, "BookDocument", "PMID")!).trim(),
    );
    expect([...records.keys()]).toEqual([...new Set(pmids)]);
    for (const [index, element] of elements.entries()) {
      const record = records.get(pmids[index]!)!;
      const owner = childAt(element, "MedlineCitation", "Article") ?? childAt(element, "BookDocument");
      const { text: quotable, spans } = record.quotable;
      expect(normaliseText(quotable)).toEqual({ text: quotable, removed: 0 });

      // Every text node of title and abstract, in order: markup cuts nothing off.
      let at = 0;
      const compact = withoutSpace(quotable);
      const titleNode = childAt(owner, "ArticleTitle");
      const abstractNode = childAt(owner, "Abstract");
      for (const node of [titleNode, abstractNode].flatMap((part) => (part ? textNodes(part) : []))) {
        const wanted = withoutSpace(node);
        const found = compact.indexOf(wanted, at);
        expect(found, `"${wanted.slice(0, 40)}" after ${at}`).toBeGreaterThanOrEqual(at);
        at = found + wanted.length;
      }

      // Every superscript and subscript, by its exact range.
      const marked = (part: XmlElement | undefined, name: string): string[] =>
        (part?.children ?? []).flatMap((child) => {
          if (typeof child === "string") return [];
          return [...(child.name === name ? [normaliseLine(rawText(child))] : []), ...marked(child, name)];
        });
      for (const name of ["sup", "sub"] as const) {
        const sliced = spans
          .filter(({ script }) => script === name)
          .map(({ start, end }) => quotable.slice(start, end));
        const wanted = [...marked(titleNode, name), ...marked(abstractNode, name)].filter((part) => part !== "");
        expect(sliced).toEqual(expect.arrayContaining(wanted));
      }
    }
  });
});
