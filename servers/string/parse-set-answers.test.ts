import { describe, expect, it } from "vitest";
import { parseTermRows } from "./parse-enrichment.ts";
import { parseHomologyRows } from "./parse-homology.ts";
import { parseVersionRows } from "./parse-version.ts";

const json = (...rows: object[]) => JSON.stringify(rows);
const unparsable = expect.objectContaining({ code: "unparsable" });

describe("a version row", () => {
  const row = { string_version: "12.0", string_stable_address: "https://version-12-0.string-db.org" };

  it("gives the version and the address at which it stays", () => {
    expect(parseVersionRows(json(row))).toEqual([
      { version: "12.0", stableAddress: "https://version-12-0.string-db.org" },
    ]);
  });

  it.each(["http://version-12-0.string-db.org", "https://version-12-0.example.org", "javascript:alert(1)", null])(
    "keeps no address such as %j",
    (address) => {
      expect(parseVersionRows(json({ ...row, string_stable_address: address }))[0]?.stableAddress).toBeNull();
    },
  );

  it.each([
    ["no row", json()],
    ["two rows", json(row, row)],
    ["no version", json({ ...row, string_version: null })],
    ["a version in words", json({ ...row, string_version: "the newest" })],
  ])("is unparsable with %s", (_what, text) => {
    expect(() => parseVersionRows(text)).toThrow(unparsable);
  });
});

describe("an enrichment row", () => {
  const row = {
    category: "KEGG",
    term: "mtu00983",
    number_of_genes: 2,
    number_of_genes_in_background: "11",
    ncbiTaxonId: 83332,
    inputGenes: ["83332.Rv1908c", "83332.Rv0667"],
    preferredNames: ["katG", "rpoB"],
    p_value: 5.6e-14,
    fdr: 0,
    description: "Drug metabolism",
  };

  it("gives counts, p, FDR and members", () => {
    expect(parseTermRows(json(row))).toEqual([
      {
        category: "KEGG",
        term: "mtu00983",
        description: "Drug metabolism",
        pValue: 5.6e-14,
        fdr: 0,
        genes: 2,
        genesInBackground: 11,
        members: ["83332.Rv1908c", "83332.Rv0667"],
        memberNames: ["katG", "rpoB"],
      },
    ]);
  });

  it("may have its members joined by commas, or none", () => {
    const [joined] = parseTermRows(json({ ...row, inputGenes: "a, b,c" }));
    const [none] = parseTermRows(json({ ...row, inputGenes: null, preferredNames: undefined }));
    expect([joined?.members, none?.members, none?.memberNames]).toEqual([["a", "b", "c"], [], []]);
  });

  it("may be of a category with brackets and a slash", () => {
    const category = "Reference (PubMed) & GO/Process";
    expect(parseTermRows(json({ ...row, category }))).toMatchObject([{ category }]);
  });

  it.each([
    ["no term", { term: "" }],
    ["a term of two lines", { term: "GO:1\nGO:2" }],
    ["no category", { category: null }],
    ["no FDR", { fdr: undefined }],
    ["a p above 1", { p_value: 7.5 }],
    ["a fraction of a gene", { number_of_genes: 1.5 }],
    ["members that are numbers", { inputGenes: [1] }],
  ])("is unparsable with %s", (_what, change) => {
    expect(() => parseTermRows(json(row, { ...row, ...change }))).toThrow(
      expect.objectContaining({ code: "unparsable", message: expect.stringContaining("Row 2") }),
    );
  });
});

describe("a homology row", () => {
  const row = {
    ncbiTaxonId_A: 83332,
    stringId_A: "83332.Rv1908c",
    ncbiTaxonId_B: 511145,
    stringId_B: "511145.b3942",
    bitscore: 772.3,
  };

  it("gives the hit and its bit score, as number or text", () => {
    expect(
      parseHomologyRows(json(row, { ...row, bitscore: "77.5" })).map(({ hit, bitScore }) => [hit.id, bitScore]),
    ).toEqual([
      ["511145.b3942", 772.3],
      ["511145.b3942", 77.5],
    ]);
  });

  it.each([
    ["no id", { stringId_B: null }],
    ["no score", { bitscore: undefined }],
    ["a score in words", { bitscore: "high" }],
    ["a negative score", { bitscore: -1 }],
  ])("is unparsable with %s", (_what, change) => {
    expect(() => parseHomologyRows(json({ ...row, ...change }))).toThrow(unparsable);
  });
});
