import { expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { parsePathwayGenes, parsePathwayLinks, parsePathwaySizes } from "./pathway-links.ts";
import { parsePathwayNames } from "./pathway-names.ts";

describeCaptured("the captured pathway answers of H37Rv", () => {
  it("hold five pathways of katG", () => {
    const links = parsePathwayLinks(capturedText("kegg/mtu/link_pathway_Rv1908c.tsv"));
    expect(links.map(({ pathwayId }) => pathwayId)).toEqual([
      "mtu00360",
      "mtu00380",
      "mtu00983",
      "mtu01100",
      "mtu01110",
    ]);
    expect(new Set(links.map(({ geneId }) => geneId))).toEqual(new Set(["mtu:Rv1908c"]));
  });

  it("give every pathway its number of genes", () => {
    const text = capturedText("kegg/mtu/link_pathway_mtu.tsv");
    const sizes = parsePathwaySizes(text);
    expect(sizes.get("mtu01100")).toBe(699);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBe(text.trim().split("\n").length);
  });

  it("name every pathway, organism suffix included", () => {
    const names = parsePathwayNames(capturedText("kegg/mtu/list_pathway_mtu.tsv"));
    expect(names.get("mtu00983")).toBe("Drug metabolism - other enzymes - Mycobacterium tuberculosis H37Rv");
    expect([...names.keys()].every((id) => /^mtu\d{5}$/.test(id))).toBe(true);
  });

  it("are read in the wording of a search as well", () => {
    expect(parsePathwayNames(capturedText("kegg/find_pathway_mapk_20260811.txt")).get("map04011")).toContain("yeast");
  });
});

it("counts a gene once that a pathway lists twice", () => {
  const row = "mtu:Rv1\tpath:mtu00010\n";
  expect(parsePathwaySizes(row + row).get("mtu00010")).toBe(1);
});

it("reads ids with and without the prefix path:", () => {
  expect(parsePathwayLinks("mtu:Rv1\tmtu00010\n")).toEqual([{ geneId: "mtu:Rv1", pathwayId: "mtu00010" }]);
  expect([...parsePathwayNames("path:mtu00010\tGlycolysis\n").keys()]).toEqual(["mtu00010"]);
});

it("reads the genes of a pathway with the columns the other way round", () => {
  expect(parsePathwayGenes("path:mtu00010\tmtu:Rv1\n")).toEqual([{ geneId: "mtu:Rv1", pathwayId: "mtu00010" }]);
});

it("leaves a pathway without a name unnamed", () => {
  expect(parsePathwayNames("mtu00010\t \nmtu00020\tCitrate cycle\n").has("mtu00010")).toBe(false);
});

it.each([
  ["one column", "mtu:Rv1\n", parsePathwayLinks],
  ["columns of another kind", "mtu:Rv1\tec:1.1.1.1\n", parsePathwayLinks],
  ["columns in the wrong order", "path:mtu00010\tmtu:Rv1\n", parsePathwayLinks],
  ["an id of another kind", "K00001\talcohol dehydrogenase\n", parsePathwayNames],
])("refuses %s", (_name, text, parse) => {
  expect(() => parse(text)).toThrow(/^Line 1 of the KEGG answer is not a /);
});
