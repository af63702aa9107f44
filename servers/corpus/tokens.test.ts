import { describe, expect, it } from "vitest";
import { createTokeniser } from "./tokens.ts";

const { tokensOf, wordsOf } = createTokeniser();

describe("tokens bio/1", () => {
  it.each([
    ["words with digits stay whole", "p53 H37Rv Rv1908c", ["p53", "h37rv", "rv1908c"]],
    ["words without digits are stemmed", "Mutations conferring resistance", ["mutat", "confer", "resist"]],
    ["stop words are dropped", "the loss of katG and not of it", ["loss", "katg"]],
    ["a hyphenated word is itself and its parts", "isoniazid-resistant", ["isoniazid-resist", "isoniazid", "resist"]],
    ["a hyphenated word with digits is not stemmed as a whole", "p53-dependent", ["p53-dependent", "p53", "depend"]],
    ["a stop word inside a hyphenated word is no part", "up-to-date", ["up-to-date", "date"]],
    ["Greek letters are kept", "β-lactamase TNF-α", ["β-lactamas", "β", "lactamas", "tnf-α", "tnf", "α"]],
    ["the micro sign is the letter mu", "5 µM", ["5", "μm"]],
    ["typographic hyphens are hyphens", "non\u2011synonymous", ["non-synonym", "non", "synonym"]],
    ["a dash is no hyphen", "katG\u2013ahpC", ["katg", "ahpc"]],
    ["composed and decomposed letters are one", "Mu\u0308ller M\u00fcller", ["m\u00fcller", "m\u00fcller"]],
    ["a possessive is its noun", "Koch's bacillus", ["koch", "bacillu"]],
    ["superscripts are digits", "10\u2075", ["105"]],
    ["nothing is left of punctuation", "... - !", []],
  ])("%s", (_, text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  it("gives the words of a query once each, as they read", () => {
    expect(wordsOf("Mutations of the katG-mutations")).toEqual([
      { word: "mutations", token: "mutat" },
      { word: "katg", token: "katg" },
    ]);
  });
});
