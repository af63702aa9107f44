import { expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { Fault } from "../../kit/fault.ts";
import { parseGeneList } from "./gene-list.ts";

describeCaptured("the captured list of H37Rv genes", () => {
  const read = () => parseGeneList(capturedText("kegg/mtu/list_mtu_subset.tsv"));
  const gene = (tag: string) => read().find(({ locusTag }) => locusTag === tag);

  it("is read whole, RNA genes and pseudogenes included", () => {
    const genes = read();
    expect(genes).toHaveLength(403);
    expect(new Set(genes.map(({ id }) => id)).size).toBe(403);
    expect(gene("Rvnt01")?.symbols).toEqual(["ileT"]);
    expect(gene("RVnc0008")?.symbols).toEqual(["F6"]);
    expect(gene("Rv0215c")?.symbols).toEqual([]);
  });

  it("gives symbol, product and position of katG", () => {
    expect(gene("Rv1908c")).toEqual({
      id: "mtu:Rv1908c",
      locusTag: "Rv1908c",
      symbols: ["katG"],
      product: "catalase-peroxidase",
      position: "complement(2153889..2156111)",
    });
  });

  it("takes no product name for symbols", () => {
    const symbols = read().flatMap((each) => each.symbols);
    expect(symbols).not.toContain("hypothetical protein");
    expect(symbols.filter((symbol) => /\s/.test(symbol))).toEqual([]);
  });
});

const row = (...columns: string[]) => `${columns.join("\t")}\n`;

it("reads the description from the last column, in the old layout of two and the new one of four", () => {
  const old = parseGeneList(row("mtu:Rv1", "abcA; transporter"));
  const now = parseGeneList(row("mtu:Rv1", "CDS", "1..9", "abcA; transporter"));
  expect(old).toEqual([{ id: "mtu:Rv1", locusTag: "Rv1", symbols: ["abcA"], product: "transporter", position: null }]);
  expect(now).toEqual([{ ...old[0], position: "1..9" }]);
});

it.each([
  ["several symbols", "abcA, abcB ,xyz; transporter", ["abcA", "abcB", "xyz"], "transporter"],
  ["a product with commas and no symbol", "beta-1,3-glucanase", [], "beta-1,3-glucanase"],
  ["a product with a second semicolon", "abcA; transporter; fragment", ["abcA"], "transporter; fragment"],
  ["a symbol without product", "abcA;", ["abcA"], null],
  ["empty places between commas", "abcA,, ; x", ["abcA"], "x"],
  ["the same symbol twice", "abcA, abcA; x", ["abcA"], "x"],
  ["no description at all", "", [], null],
])("reads %s", (_name, description, symbols, product) => {
  const [gene] = parseGeneList(row("mtu:Rv1", "CDS", "1..9", description));
  expect(gene).toMatchObject({ symbols, product });
});

it("reads Windows line ends, blank lines and a missing last line end", () => {
  const genes = parseGeneList("mtu:Rv1\tCDS\t1..9\tabcA; x\r\n\r\nmtu:Rv2\tCDS\t10..19\ty");
  expect(genes.map(({ id, product }) => [id, product])).toEqual([
    ["mtu:Rv1", "x"],
    ["mtu:Rv2", "y"],
  ]);
});

it("keeps a gene that is listed twice as one, with the symbols of both rows", () => {
  const genes = parseGeneList(row("mtu:Rv1", "abcA; x") + row("mtu:Rv1", "abcB; x"));
  expect(genes).toHaveLength(1);
  expect(genes[0]?.symbols).toEqual(["abcA", "abcB"]);
});

it.each([
  ["plain text", "mtu:Rv1\tabcA; x\nService is busy\n", 2],
  ["an id with an invisible character", "mtu:Rv\u200b1\tabcA; x\n", 1],
  ["an id without organism", "Rv1\tabcA; x\n", 1],
  ["a row of spaces for tabs", "mtu:Rv1 CDS 1..9 abcA; x\n", 1],
])("refuses %s and says where", (_name, text, line) => {
  let fault: unknown;
  try {
    parseGeneList(text);
  } catch (error) {
    fault = error;
  }
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toMatchObject({ code: "unparsable", message: expect.stringContaining(`Line ${line} `) });
  expect((fault as Fault).message).not.toContain("busy");
});

it.each([
  ["before it", "K00001 alcohol dehydrogenase [EC:1.1.1.1] | (RefSeq) abcA, abcB; transporter", ["abcA", "abcB"]],
  ["before it, with a semicolon", "K00001 first; second | (GenBank) abcA, abcB; transporter", ["abcA", "abcB"]],
  ["as missing", "no KO assigned | (RefSeq) abcA, abcB; transporter", ["abcA", "abcB"]],
  ["between symbols and a bar", "abcA, abcB; K00001 name | (RefSeq) abcA, abcB; transporter", ["abcA", "abcB"]],
  ["between symbols and a product alone", "abcA, abcB; K00001 name | (RefSeq) transporter", ["abcA", "abcB"]],
  ["before a product alone", "K00001 name | (RefSeq) transporter", []],
  ["as missing before a product alone", "no KO assigned | (RefSeq) transporter", []],
])("reads a list of two columns that states the orthologue %s", (_where, description, symbols) => {
  const [gene] = parseGeneList(row("hsa:1", description));
  expect(gene).toMatchObject({ symbols, product: "transporter" });
});

it("takes a product for no symbol when only the orthologue stands behind it", () => {
  const [gene] = parseGeneList(row("sce:Y1", "putative protein, conserved; K20177 sorting protein 3"));
  expect(gene).toMatchObject({ symbols: [], product: "putative protein, conserved" });
  const [named] = parseGeneList(row("eco:b0001", "thrL; K08278 thr operon leader peptide"));
  expect(named).toMatchObject({ symbols: ["thrL"], product: "K08278 thr operon leader peptide" });
});

it.each(["1..2", "complement(join(1..2,5..9))", "17:complement(7668421..7687490)", "<1..>9"])(
  "takes the last column %s of a row without description for its position",
  (position) => {
    const [gene] = parseGeneList(`hsa:1\tCDS\t${position}`);
    expect(gene).toMatchObject({ symbols: [], product: null, position });
  },
);

it("takes a third column that is no position for the description", () => {
  const [gene] = parseGeneList(row("hsa:1", "CDS", "abcA; 5'-nucleotidase"));
  expect(gene).toMatchObject({ symbols: ["abcA"], product: "5'-nucleotidase", position: null });
});

it("takes nothing longer than any id for one", () => {
  expect(() => parseGeneList(row(`mtu:${"R".repeat(151)}`, "x"))).toThrow(
    expect.objectContaining({ code: "unparsable" }),
  );
});
