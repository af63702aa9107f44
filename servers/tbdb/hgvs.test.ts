import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { parseCatalogue } from "./catalogue.ts";
import { canonicalMutation, parseHgvs, spanOf } from "./hgvs.ts";
import { isReadable } from "./variants.ts";

describeCaptured("the mutations of the whole catalogue", () => {
  it("are all readable but one, and no two of a gene become the same", () => {
    const { byGene } = parseCatalogue(capturedText("tbdb/mutations_2024-01-30.csv"));
    const unreadable = new Set<string>();
    for (const rows of byGene.values()) {
      const mutations = [...new Set(rows.map(({ mutation }) => mutation))];
      for (const mutation of mutations) if (!isReadable(mutation)) unreadable.add(mutation);
      expect(new Set(mutations.map(canonicalMutation)).size).toBe(mutations.length);
    }
    expect([...unreadable]).toEqual(["p.Ter839delins???"]);
  });
});

describe("parseHgvs", () => {
  it.each([
    ["p.Ser315Thr", { scale: "p", start: 315, end: 315, kind: "substitution", before: "Ser", after: "Thr" }],
    ["p.Gln127*", { kind: "substitution", after: "*" }],
    ["p.Trp198fs", { kind: "frameshift", start: 198 }],
    ["p.Pro288_Glu289del", { kind: "deletion", start: 288, end: 289 }],
    ["p.Ala285dup", { kind: "duplication" }],
    ["p.Val389_Asp390insGly", { kind: "insertion", after: "Gly" }],
    ["p.Pro14_Val301delinsLeu", { kind: "delins", after: "Leu", end: 301 }],
    ["p.Met1?", { kind: "unknown", start: 1 }],
    ["p.Ter741Argext*?", { kind: "extension", before: "*", after: "Arg" }],
    ["p.TrpLeu266*", { kind: "substitution", before: "TrpLeu", after: "*", start: 266, end: 267 }],
    ["p.GluArgPro420ArgAlaThr", { kind: "substitution", start: 420, end: 422 }],
    ["p.Leu203=", { kind: "synonymous" }],
    ["c.-15C>T", { scale: "c", start: -15, end: -15, kind: "substitution", before: "C", after: "T" }],
    ["c.1312_1314delAAC", { kind: "deletion", start: 1312, end: 1314, before: "AAC" }],
    ["c.421_423delTTGinsCTC", { kind: "delins", before: "TTG", after: "CTC" }],
    ["c.-30_-29insGCG", { kind: "insertion", after: "GCG" }],
    ["c.968_969dupAG", { kind: "duplication", after: "AG" }],
    ["c.-300_-51del", { kind: "deletion", start: -300, end: -51 }],
    ["n.1401A>G", { scale: "n", start: 1401, kind: "substitution" }],
    ["n.1278delAinsTC", { kind: "delins", before: "A", after: "TC" }],
  ])("reads %s", (text, change) => expect(parseHgvs(text)).toMatchObject(change));

  it.each([
    "c.0A>G",
    "c.-0A>G",
    "c.10_5del",
    "c.5Z>G",
    "p.0?",
    "p.Ser315",
    "p.Zzz315Thr",
    "p.Ter839delins???",
    "LoF",
    "315",
    "",
    "n.*5A>G",
    "c.*0A>G",
    "c.-0A>G",
    "c.0A>G",
    "c.5insA5",
  ])("does not read %j", (text) => expect(parseHgvs(text)).toBeNull());
});

describe("canonicalMutation", () => {
  it.each([
    ["p.S315T", "p.Ser315Thr"],
    ["p.(Ser315Thr)", "p.Ser315Thr"],
    ["p.ser315thr", "p.Ser315Thr"],
    ["p.Gln127Ter", "p.Gln127*"],
    ["p.Q127X", "p.Gln127*"],
    ["p.Trp198ValfsTer12", "p.Trp198fs"],
    ["p.W198fs*12", "p.Trp198fs"],
    ["c.1312_1314del", "c.1312_1314delAAC"],
    ["c.968_969dup", "c.968_969dupAG"],
    ["c.421_423delinsCTC", "c.421_423delTTGinsCTC"],
    ["C.-15c>t", "c.-15C>T"],
    ["Feature_Ablation", "feature_ablation"],
  ])("writes %s as %s is written", (one, other) => expect(canonicalMutation(one)).toBe(canonicalMutation(other)));

  it.each([
    ["p.Ser315Thr", "p.Ser315Asn"],
    ["p.Ser315Thr", "p.Ser314Thr"],
    ["c.-15C>T", "c.15C>T"],
    ["c.15C>T", "n.15C>T"],
    ["c.10_11insA", "c.10_11insAA"],
    ["c.10del", "c.10dup"],
    ["p.Arg463Leu", "p.Leu463Arg"],
  ])("keeps %s and %s apart", (one, other) => expect(canonicalMutation(one)).not.toBe(canonicalMutation(other)));
});

it("spans no position 0", () => {
  expect(spanOf({ start: -2, end: 3 })).toBe(5);
  expect(spanOf({ start: 4, end: 6 })).toBe(3);
  expect(spanOf({ start: -6, end: -4 })).toBe(3);
});
