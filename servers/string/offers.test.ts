import { describe, expect, it } from "vitest";
import { offersByName } from "./offers.ts";
import type { IdentityRow } from "./parse.ts";

const offer = (id: string, echo: { item?: string; index?: number; name?: string }): IdentityRow => {
  const dot = id.indexOf(".");
  return {
    id,
    species: id.slice(0, dot),
    tag: id.slice(dot + 1),
    queryItem: echo.item ?? null,
    queryIndex: echo.index ?? null,
    preferredName: echo.name ?? null,
    annotation: null,
  };
};

const idsOf = (names: string[], rows: IdentityRow[]) =>
  Object.fromEntries([...offersByName(names, rows)].map(([name, offered]) => [name, offered.map((row) => row.id)]));

describe("the rows of one answer", () => {
  it("go to the names they echo, in any order, and an absent name has none", () => {
    const rows = [
      offer("83332.Rv1484", { item: "inhA", index: 2 }),
      offer("83332.Rv1908c", { item: "katG", index: 0 }),
    ];
    expect(idsOf(["katG", "nosuch", "inhA"], rows)).toEqual({
      katG: ["83332.Rv1908c"],
      nosuch: [],
      inhA: ["83332.Rv1484"],
    });
  });

  it("answer every spelling of one name, also where only one is echoed", () => {
    const rows = [offer("83332.Rv1908c", { item: "katG", index: 0 })];
    expect(idsOf(["katG", "KATG", "inhA"], rows)).toEqual({
      katG: ["83332.Rv1908c"],
      KATG: ["83332.Rv1908c"],
      inhA: [],
    });
  });

  it("go by echo even where positions are wrong", () => {
    const rows = [
      offer("83332.Rv1484", { item: "inhA", index: 0 }),
      offer("83332.Rv1908c", { item: "katG", index: 0 }),
    ];
    expect(idsOf(["katG", "inhA"], rows)).toEqual({ katG: ["83332.Rv1908c"], inhA: ["83332.Rv1484"] });
  });

  it("may echo in another case", () => {
    expect(idsOf(["katg"], [offer("83332.Rv1908c", { item: "katG" })])).toEqual({ katg: ["83332.Rv1908c"] });
  });

  it("go by position when nothing is echoed", () => {
    const rows = [offer("83332.Rv1484", { index: 1 })];
    expect(idsOf(["katG", "inhA"], rows)).toEqual({ katG: [], inhA: ["83332.Rv1484"] });
  });

  it("belong to the only name when they say nothing", () => {
    expect(idsOf(["katG"], [offer("83332.Rv1908c", {})])).toEqual({ katG: ["83332.Rv1908c"] });
  });

  it("with a foreign echo count only for a name that is their own", () => {
    const row = offer("83332.Rv1908c", { item: "katG", index: 0, name: "katG" });
    expect(idsOf(["Rv1908c"], [row])).toEqual({ Rv1908c: ["83332.Rv1908c"] });
    expect(() => offersByName(["inhA"], [row])).toThrow(expect.objectContaining({ code: "unparsable" }));
  });

  it.each([
    ["a position beyond the list", offer("83332.Rv1908c", { index: 2 })],
    ["neither echo nor position", offer("83332.Rv1908c", {})],
  ])("are refused with %s", (_case, row) => {
    expect(() => offersByName(["katG", "inhA"], [row])).toThrow(/Row 1 .*no name that was asked/);
  });
});
