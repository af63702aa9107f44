import { describe, expect, it } from "vitest";
import { nearNames } from "./near-names.ts";

const NAMES = ["kegg_get_gene", "kegg_get_pathways", "string_get_partners", "uniprot_get_protein"];

describe("near names", () => {
  it.each([
    ["a slip of the finger", "kegg_get_pathway", "kegg_get_pathways"],
    ["a missing namespace", "get_partners", "string_get_partners"],
    ["another separator", "uniprot-get-protein", "uniprot_get_protein"],
    ["capitals", "KEGG_GET_GENE", "kegg_get_gene"],
  ])("help after %s", (_, wanted, expected) => {
    expect(nearNames(wanted, NAMES)[0]).toBe(expected);
  });

  it("are none for a name like no other, and never more than five", () => {
    expect(nearNames("zzzz", NAMES)).toEqual([]);
    expect(
      nearNames(
        "a_tool",
        Array.from({ length: 9 }, (_, at) => `a_tool${at}`),
      ),
    ).toHaveLength(5);
  });
});
