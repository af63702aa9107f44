import { expect, it } from "vitest";
import { MAPPED_FROM, MAPPED_TO, targetsOf } from "./mapping-databases.ts";

it("maps accessions to every database", () => {
  expect(targetsOf("UniProtKB_AC-ID")).toBe(MAPPED_TO);
  expect(MAPPED_TO.size).toBe(100);
});

it.each([
  ["KEGG", ["UniProtKB", "UniProtKB-Swiss-Prot"]],
  ["Gene_Name", ["UniProtKB", "UniProtKB-Swiss-Prot"]],
  ["UniParc", ["UniProtKB", "UniProtKB-Swiss-Prot", "UniParc"]],
  ["RefSeq_Protein", ["UniProtKB", "UniProtKB-Swiss-Prot", "UniParc"]],
  ["UniRef90", ["UniProtKB", "UniProtKB-Swiss-Prot", "UniRef90"]],
])("maps identifiers of %s to %j", (from, targets) => {
  expect([...targetsOf(from)]).toEqual(targets);
});

it("names no target that does not exist, and no database twice", () => {
  for (const from of MAPPED_FROM) {
    for (const to of targetsOf(from)) expect(MAPPED_TO.has(to)).toBe(true);
  }
});
