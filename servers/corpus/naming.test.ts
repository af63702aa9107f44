import { describe, expect, it } from "vitest";
import { createGeneNaming } from "./naming.ts";

const naming = createGeneNaming(
  new Map([
    ["katG", ["katG", "Rv1908c"]],
    ["mmpR5", ["Rv0678", "mmpR5"]],
    ["cat", []],
    ["embB", ["embB"]],
    ["p27+", []],
  ]),
);

describe("naming genes in a text", () => {
  it.each([
    ["its symbol in any case", "KATG mutations", ["katG"]],
    ["an accepted spelling", "the locus rv1908c", ["katG"]],
    ["a symbol beside punctuation and hyphens", "(katG)-embB, mmpR5.", ["katG", "mmpR5", "embB"]],
    ["no symbol inside a longer word", "katGx xkatG katG_2 katG2 ékatG", []],
    ["no locus tag of another gene", "Rv0678c", []],
    ["an English word only in its own case", "Cat CAT", []],
    ["an English word in its own case", "the cat gene", ["cat"]],
    ["a spelling with punctuation", "p27+ cells", ["p27+"]],
    ["nothing in an empty text", "", []],
  ])("finds %s", (_, text, genes) => {
    expect(naming.genesIn(text)).toEqual(genes);
  });

  it("tells by which spelling each gene was found", () => {
    expect([...naming.namedVia("Rv1908c (katG)")]).toEqual([["katG", ["katG", "Rv1908c"]]]);
  });
});
