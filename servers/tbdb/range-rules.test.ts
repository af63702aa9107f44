import { describe, expect, it } from "vitest";
import { parseRangeRule, rangeRuleCovers } from "./range-rules.ts";

/** rpoB: 3,519 bases from start to stop. */
const RPOB = 3519;
const covers = (rule: string, mutation: string, length: number | null = RPOB): boolean =>
  rangeRuleCovers(parseRangeRule(rule)!, mutation, length);

it("reads a consequence and its stretch", () => {
  expect(parseRangeRule("missense_variant_p.426_452")).toEqual({
    consequence: "missense_variant",
    scale: "p",
    start: 426,
    end: 452,
  });
});

it("reads a stretch of one codon", () => {
  expect(parseRangeRule("missense_variant_p.450")).toMatchObject({ start: 450, end: 450 });
  expect(covers("missense_variant_p.450", "p.Ser450Leu")).toBe(true);
  expect(covers("missense_variant_p.450", "p.His445Tyr")).toBe(false);
});

it.each([
  "p.426_452",
  "missense_variant",
  "missense_variant_p.452_426",
  "missense_variant_p.0_4",
  "LoF",
  "p.Ser450Leu",
])("does not take %s for a rule", (text) => expect(parseRangeRule(text)).toBeNull());

describe("a rule of a stretch", () => {
  it.each([
    ["missense_variant_p.426_452", "p.Ser450Leu"],
    ["missense_variant_p.426_452", "p.S450L"],
    ["inframe_deletion_p.426_452", "p.Gln432_Met434del"],
    ["disruptive_inframe_deletion_p.426_452", "c.1294_1302delCAATTCATG"],
    ["conservative_inframe_insertion_p.426_452", "c.1296_1297insTTC"],
    ["inframe_insertion_p.426_452", "c.1293_1295dupCCA"],
    ["inframe_deletion_p.426_452", "c.1279_1284delACCAGCinsGGC"],
    ["frameshift_variant_p.426_452", "c.1300delC"],
    ["stop_gained_p.426_452", "p.Gln432*"],
    ["synonymous_variant_p.426_452", "p.Ser450="],
  ])("%s covers %s", (rule, mutation) => expect(covers(rule, mutation)).toBe(true));

  it.each([
    ["missense_variant_p.426_452", "p.Ile491Phe"],
    ["missense_variant_p.426_452", "p.Leu425Val"],
    ["missense_variant_p.426_452", "p.Gln432*"],
    ["missense_variant_p.426_452", "p.Ser450="],
    ["missense_variant_p.426_452", "c.1349C>T"],
    ["missense_variant_c.1276_1356", "p.Ser450Leu"],
    ["inframe_deletion_p.426_452", "c.1300delC"],
    ["inframe_deletion_p.426_452", "c.-5_-3del"],
    ["missense_variant_p.426_452", "p.Leu425_Gly426delinsValAla"],
    ["missense_variant_p.426_452", "not a mutation"],
  ])("%s does not cover %s", (rule, mutation) => expect(covers(rule, mutation)).toBe(false));

  it("covers no codon of an RNA gene", () => {
    expect(covers("inframe_deletion_p.426_452", "c.1294_1302del", null)).toBe(false);
  });
});
