import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { parseAnnotation } from "./annotation.ts";
import { parseCatalogue } from "./catalogue.ts";
import { createGeneIndex, type Gene } from "./genes.ts";
import { canonicalMutation } from "./hgvs.ts";
import { isOnOtherReference } from "./other-reference.ts";
import { readMutation } from "./read-mutation.ts";
import { groupVariants } from "./variants.ts";

const gene = (isCoding: boolean): Gene => ({
  locusTag: "Rv1908c",
  symbol: "katG",
  synonyms: ["P9WIE5"],
  type: isCoding ? "gene" : "rRNA_gene",
  isCoding,
  start: 1,
  end: 2223,
  strand: "+",
});

describe("a mutation of a coding gene", () => {
  it.each([
    ["p.Ser315Thr", "p.Ser315Thr"],
    ["S315T", "p.S315T"],
    ["W351X", "p.W351X"],
    ["W351!", "p.W351*"],
    ["Ser315fs", "p.Ser315fs"],
    ["katG_S315T", "p.S315T"],
    ["KATG p.Ser315Thr", "p.Ser315Thr"],
    ["rv1908c:S315T", "p.S315T"],
    ["katG@c-15t", "c.-15c>t"],
    ["C-15T", "c.-15C>T"],
    ["g944c", "c.944g>c"],
    ["-15C>T", "c.-15C>T"],
    ["391_392insGG", "c.391_392insGG"],
    ["katG_LoF", "LoF"],
    ["missense_variant_p.426_452", "missense_variant_p.426_452"],
  ])("%s is read as %s", (text, expected) => {
    expect(readMutation(text, gene(true))).toEqual({ text: expected, isRead: true });
  });

  it.each(["A90G", "AGC315ACC", "n.15C>T", "rpoB_S450L", "katG", "katG_", "g.2155168C>G", "315", "resistant", ""])(
    "%j has no single reading and stays as it is",
    (text) => expect(readMutation(text, gene(true))).toEqual({ text, isRead: false }),
  );
});

describe("a mutation of an RNA gene", () => {
  it.each([
    ["A1401G", "n.1401A>G"],
    ["a1401g", "n.1401a>g"],
    ["c.1401A>G", "n.1401A>G"],
    ["r.1401a>g", "r.1401a>g"],
    ["n.1401A>G", "n.1401A>G"],
  ])("%s is read as %s", (text, expected) => {
    expect(readMutation(text, gene(false))).toEqual({ text: expected, isRead: true });
  });

  it.each(["S315T", "p.Ser315Thr"])("%s has residues, and the gene none", (text) =>
    expect(readMutation(text, gene(false)).isRead).toBe(false),
  );
});

describeCaptured("the whole catalogue", () => {
  const index = createGeneIndex(parseAnnotation(capturedText("tbdb/genome.gff")));
  const { byGene } = parseCatalogue(capturedText("tbdb/mutations_2024-01-30.csv"));

  it("is read as it stands, and behind its gene's name, and contradicts itself nowhere", () => {
    const odd: string[] = [];
    for (const [name, rows] of byGene) {
      const [own] = index.resolve(name).genes;
      const variants = groupVariants(rows);
      const mutations = new Set(rows.map(({ mutation }) => mutation));
      for (const mutation of mutations) {
        const same = [mutation, `${name}_${mutation}`].every(
          (text) => canonicalMutation(readMutation(text, own!).text) === canonicalMutation(mutation),
        );
        if (!same || !readMutation(mutation, own!).isRead) odd.push(`${name} ${mutation}`);
      }
      const one = [...mutations][0]!;
      expect(isOnOtherReference(one, variants)).toBe(false);
    }
    expect(odd).toEqual(["gyrA p.Ter839delins???"]);
  });
});
