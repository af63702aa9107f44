import { describe, expect, it } from "vitest";
import type { InteractionRow } from "./parse.ts";
import { partnersAmong } from "./partners.ts";

const row = (a: string, b: string, score: number): InteractionRow => ({
  a: { id: a, name: null },
  b: { id: b, name: null },
  score,
  channels: { neighborhood: 0, fusion: 0, cooccurrence: 0, coexpression: 0, experimental: 0, database: 0 },
  textmining: 0,
});

const SELF = "83332.Rv1908c";
const idsOf = (rows: InteractionRow[]) => partnersAmong(rows, SELF).map((partner) => partner.end.id);

describe("partners", () => {
  it("are the other end, in whichever column", () => {
    expect(idsOf([row(SELF, "83332.Rv1909c", 0.9), row("83332.Rv0001", SELF, 0.8)])).toEqual([
      "83332.Rv1909c",
      "83332.Rv0001",
    ]);
  });

  it("stand by score, then by id", () => {
    const rows = [row(SELF, "83332.Rv3", 0.8), row("83332.Rv1", SELF, 0.8), row(SELF, "83332.Rv2", 0.9)];
    expect(idsOf(rows)).toEqual(["83332.Rv2", "83332.Rv1", "83332.Rv3"]);
  });

  it("appear once when both directions are given", () => {
    const found = partnersAmong([row(SELF, "83332.Rv1", 0.8), row("83332.Rv1", SELF, 0.81)], SELF);
    expect(found.map((partner) => partner.row.score)).toEqual([0.81]);
  });

  it("are not the protein itself", () => {
    expect(idsOf([row(SELF, SELF, 0.99), row(SELF, "83332.Rv1", 0.9)])).toEqual(["83332.Rv1"]);
  });

  it.each([
    ["of two others", row("83332.Rv1", "83332.Rv2", 0.9)],
    ["that joins another species", row(SELF, "1773.Rv1", 0.9)],
  ])("are not read from a row %s", (_case, stray) => {
    expect(() => partnersAmong([row(SELF, "83332.Rv1", 0.9), stray], SELF)).toThrow(/Row 2 /);
  });
});
