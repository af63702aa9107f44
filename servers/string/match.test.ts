import { describe, expect, it } from "vitest";
import { displayName, matchName } from "./match.ts";
import type { IdentityRow } from "./parse.ts";

const protein = (id: string, preferredName: string | null = null): IdentityRow => {
  const dot = id.indexOf(".");
  return {
    id,
    species: id.slice(0, dot),
    tag: id.slice(dot + 1),
    queryItem: null,
    queryIndex: null,
    preferredName,
    annotation: null,
  };
};

const katG = protein("83332.Rv1908c", "katG");
const furA = protein("83332.Rv1909c", "furA");

describe("a name", () => {
  it.each([
    ["83332.Rv1908c", "string_id"],
    ["83332.RV1908C", "string_id"],
    ["Rv1908c", "locus_tag"],
    ["rv1908C", "locus_tag"],
    ["katG", "preferred_name"],
    ["KATG", "preferred_name"],
  ])("%s is exact by %s, even among other offers", (name, matchedBy) => {
    expect(matchName(name, [furA, katG])).toEqual({ kind: "one", protein: katG, matchedBy });
  });

  it("is a synonym when STRING offers one protein under another name", () => {
    expect(matchName("P9WIE5", [katG])).toEqual({ kind: "one", protein: katG, matchedBy: "synonym" });
  });

  it("is ambiguous when STRING offers several and none is exact", () => {
    expect(matchName("fur", [furA, katG])).toEqual({ kind: "several", proteins: [furA, katG], by: "synonym" });
  });

  it("is ambiguous when two proteins bear it", () => {
    const twins = [protein("83332.Rv0001", "abcD"), protein("83332.Rv0002", "abcD"), katG];
    expect(matchName("abcD", twins)).toEqual({ kind: "several", proteins: twins.slice(0, 2), by: "preferred_name" });
  });

  it("as written goes before the same without case", () => {
    const [lower, upper] = [protein("83332.Rv0001", "abcD"), protein("83332.Rv0002", "ABCD")];
    expect(matchName("ABCD", [lower, upper])).toMatchObject({ kind: "one", protein: upper });
    expect(matchName("Abcd", [lower, upper])).toMatchObject({ kind: "several" });
  });

  it("is looked for among tags before preferred names", () => {
    const misleading = protein("83332.Rv0002", "Rv1908c");
    expect(matchName("Rv1908c", [misleading, katG])).toMatchObject({ protein: katG, matchedBy: "locus_tag" });
  });

  it("is one protein when the same is offered twice", () => {
    expect(matchName("katG", [katG, katG])).toMatchObject({ kind: "one" });
  });

  it("is unknown when nothing is offered", () => {
    expect(matchName("nosuch", [])).toEqual({ kind: "none", neighbour: null });
  });

  it.each([
    ["Rv0063a", "83332.Rv0063"],
    ["Rv0063", "83332.Rv0063a"],
    ["Rv1908", "83332.Rv1908c"],
    ["83332.Rv0063a", "83332.Rv0063"],
    ["YAL001C", "4932.YAL001W"],
  ])("%s is not the neighbour %s: a letter makes another gene", (name, id) => {
    expect(matchName(name, [protein(id)])).toMatchObject({ kind: "none", neighbour: { id } });
  });
});

it("shows a protein by its id when STRING gives no name", () => {
  expect([displayName("katG", katG.id), displayName(null, katG.id), displayName(" \u0007", katG.id)]).toEqual([
    "katG",
    katG.id,
    katG.id,
  ]);
});
