import { describe, expect, it } from "vitest";
import { consequencesOf, LOF_TERMS, termsOfRule } from "./consequences.ts";

/** katG: 2,223 bases from start to stop. */
const KATG = 2223;
const of = (mutation: string, length: number | null = KATG) => [...consequencesOf(mutation, length)].sort();

describe("consequencesOf", () => {
  it.each(["LoF", "lof", "loss_of_function"])("expands %s to all five terms", (mutation) => {
    expect(of(mutation)).toEqual([...LOF_TERMS].sort());
  });

  it.each([
    ["p.Trp198fs", ["frameshift_variant"]],
    ["p.Gln127*", ["stop_gained"]],
    ["p.Q127*", ["stop_gained"]],
    ["p.Pro14_Val20delinsLeu*", ["stop_gained"]],
    ["p.Met1?", ["start_lost"]],
    ["p.Met1Thr", ["start_lost"]],
    ["p.Met1_Pro5del", ["start_lost"]],
    ["c.2T>C", ["start_lost"]],
    ["c.100delA", ["frameshift_variant"]],
    ["c.106_278del", ["frameshift_variant"]],
    ["c.104_105insG", ["frameshift_variant"]],
    ["c.968_969dupAG", ["frameshift_variant"]],
    ["c.10_12delAAAinsG", ["frameshift_variant"]],
    ["c.-5_4del", ["start_lost"]],
    ["c.1_2223del", ["feature_ablation", "transcript_ablation"]],
    ["c.-50_2300del", ["feature_ablation", "transcript_ablation"]],
    ["deletion", ["feature_ablation", "transcript_ablation"]],
    ["stop_gained", ["stop_gained"]],
    ["frameshift_variant", ["frameshift_variant"]],
  ])("says what follows from %s", (mutation, terms) => expect(of(mutation)).toEqual(terms));

  it.each([
    "p.Ser315Thr",
    "p.Ser315=",
    "p.Pro288_Glu289del",
    "p.Ter741Argext*?",
    "p.Ter741Arg",
    "p.Met2Thr",
    "p.Met1=",
    "c.100_102delAAA",
    "c.94_96dupTAC",
    "c.-15delC",
    "c.-15C>T",
    "c.1G>A",
    "c.2230delA",
    "not a mutation",
  ])("claims nothing for %s", (mutation) => expect(of(mutation)).toEqual([]));

  it.each(["n.100delA", "c.100delA"])("claims no frame in an RNA gene for %s", (mutation) => {
    expect(of(mutation, null)).toEqual([]);
  });
});

it("knows which catalogue entries are consequence rules", () => {
  expect(termsOfRule("feature_ablation")).toEqual(["feature_ablation"]);
  expect(termsOfRule("LoF")).toEqual(LOF_TERMS);
  expect(termsOfRule("p.Trp198fs")).toEqual([]);
});
