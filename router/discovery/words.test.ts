import { describe, expect, it } from "vitest";
import { tokensOf, wordsOf } from "./words.ts";

describe("the words of a text", () => {
  it.each([
    ["a snake-case name", "get_pathways", ["getpathwai", "get", "pathwai"]],
    ["a camel-case name", "pathwayId", ["pathwayid", "pathwai", "id"]],
    ["an acronym before a word", "XMLReader", ["xmlreader", "xml", "reader"]],
    ["an identifier, unsplit and split", "H37Rv", ["h37rv", "h", "37", "rv"]],
    ["a protein's number, unmangled", "p53", ["p53", "p", "53"]],
    ["a Greek letter by its name", "β-lactam", ["beta", "lactam"]],
    ["accents and compatibility forms", "Ｇène", ["gene"]],
    ["plurals and endings alike", "resistant resistance", ["resist", "resist"]],
    ["nothing of stop words", "what is the for all", []],
  ])("are, for %s", (_, text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it("are shown as they were written, in lower case", () => {
    expect(wordsOf("Pathways of KatG").map(({ text }) => text)).toEqual(["pathways", "katg"]);
  });
});
