import { describe, expect, it } from "vitest";
import { parseHgvs } from "./hgvs.ts";
import { forwardSubstitution, geneBase, genomeChange, genomePosition, stretchOf } from "./position.ts";

const inhA = { start: 1_674_202, end: 1_675_011, strand: "+" } as const;
const fabG1 = { start: 1_673_440, end: 1_674_183, strand: "+" } as const;
const ahpC = { start: 2_726_193, end: 2_726_780, strand: "+" } as const;
const eis = { start: 2_714_124, end: 2_715_332, strand: "-" } as const;
const katG = { start: 2_153_889, end: 2_156_111, strand: "-" } as const;

describe("genomePosition", () => {
  it.each([
    [inhA, -154, 1_674_048],
    [inhA, -770, 1_673_432],
    [ahpC, -54, 2_726_139],
    [eis, -10, 2_715_342],
    [inhA, 1, 1_674_202],
    [inhA, -1, 1_674_201],
    [katG, 1, 2_156_111],
    [katG, -1, 2_156_112],
    [katG, 2223, 2_153_889],
  ])("of a gene's base", (gene, base, position) => {
    expect(genomePosition(gene, base)).toBe(position);
    expect(geneBase(gene, position)).toBe(base);
  });
});

it("places a codon on all three of its bases, either strand", () => {
  expect(stretchOf(katG, parseHgvs("p.Ser315Thr")!)).toEqual({ from: 2_155_167, to: 2_155_169 });
  expect(stretchOf(fabG1, parseHgvs("p.Leu203=")!)).toEqual({ from: 1_674_046, to: 1_674_048 });
});

it("places a deletion across the start without a position 0", () => {
  expect(stretchOf(inhA, parseHgvs("c.-2_3del")!)).toEqual({ from: 1_674_200, to: 1_674_204 });
});

it("shows a change of the minus strand as the forward strand does", () => {
  expect(forwardSubstitution(katG, parseHgvs("c.-85C>T")!)).toEqual({ ref: "G", alt: "A" });
  expect(forwardSubstitution(inhA, parseHgvs("c.-154G>A")!)).toEqual({ ref: "G", alt: "A" });
  expect(forwardSubstitution(inhA, parseHgvs("p.Ser94Ala")!)).toBeNull();
  expect(forwardSubstitution(inhA, parseHgvs("c.10delA")!)).toBeNull();
});

describe("genomeChange", () => {
  const genomeChangeOf = (gene: Parameters<typeof genomeChange>[0], mutation: string) =>
    genomeChange(gene, parseHgvs(mutation)!);

  it("is equal for two names of one change, and only then", () => {
    expect(genomeChangeOf(inhA, "c.-777C>T")).toBe(genomeChangeOf(fabG1, "c.-15C>T"));
    expect(genomeChangeOf(inhA, "c.-777C>T")).not.toBe(genomeChangeOf(fabG1, "c.-15C>A"));
    expect(genomeChangeOf(inhA, "c.-777C>T")).not.toBe(genomeChangeOf(fabG1, "c.-16C>T"));
    expect(genomeChangeOf(inhA, "c.-777delC")).toBe(genomeChangeOf(fabG1, "c.-15del"));
    expect(genomeChangeOf(inhA, "c.-777delC")).not.toBe(genomeChangeOf(fabG1, "c.-15dupC"));
  });

  it("is not claimed where the bases are not stated", () => {
    expect(genomeChangeOf(fabG1, "p.Leu203=")).toBeNull();
  });
});
