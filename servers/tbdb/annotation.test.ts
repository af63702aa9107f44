import { expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { parseAnnotation } from "./annotation.ts";

const row = (cells: { type?: string; start?: string; end?: string; strand?: string; attributes: string }): string =>
  [
    "Chromosome",
    "ena",
    cells.type ?? "gene",
    cells.start ?? "10",
    cells.end ?? "90",
    ".",
    cells.strand ?? "+",
    ".",
    cells.attributes,
  ].join("\t");

it("takes a gene that is listed twice for one gene", () => {
  const gene = row({ attributes: "ID=gene:Rv0001;Name=dnaA" });
  expect(parseAnnotation(`${gene}\n${gene}\n`).genes).toHaveLength(1);
});

describeCaptured("the annotation of tbdb", () => {
  it("holds every gene row, whatever its feature type", () => {
    const { genes, genomeLength, rejected } = parseAnnotation(capturedText("tbdb/genome.gff"));
    expect(genes).toHaveLength(4109);
    expect(genes.filter(({ name }) => name === null)).toHaveLength(2076);
    expect(genomeLength).toBe(4_411_532);
    expect(rejected).toEqual([]);
    expect(genes.find(({ name }) => name === "rrs")).toEqual({
      id: "EBG00000313325",
      name: "rrs",
      isCoding: false,
      type: "rRNA_gene",
      start: 1_471_846,
      end: 1_473_382,
      strand: "+",
    });
  });
});

it("reads carriage returns, a byte order mark and escaped attributes", () => {
  const text = `\uFEFF##gff-version 3\r\n${row({ attributes: "ID=gene:Rv0001;Name=dna%41" })}\r\n`;
  expect(parseAnnotation(text).genes[0]).toMatchObject({ id: "Rv0001", name: "dnaA", start: 10, end: 90 });
});

it.each([
  ["gene", "", true],
  ["protein_coding_gene", "", true],
  ["gene", ";biotype=rRNA", false],
  ["ncRNA_gene", ";biotype=rRNA", false],
  ["pseudogene", "", false],
  ["gene", ";gene_biotype=protein_coding", true],
])("tells coding genes by biotype, else by feature type: %s%s", (type, biotype, isCoding) => {
  const { genes } = parseAnnotation(row({ type, attributes: `ID=gene:Rv0001${biotype}` }));
  expect(genes).toMatchObject([{ type, isCoding }]);
});

it("takes only an ID that begins with gene:", () => {
  const text = `${row({ attributes: "ID=gene:Rv0001" })}\n${row({ attributes: "Note=ID=gene:Rv0002;ID=exon:Rv0002" })}\n`;
  expect(parseAnnotation(text).genes.map(({ id }) => id)).toEqual(["Rv0001"]);
});

it("takes the genome's length from the file", () => {
  const text = `##sequence-region   Chromosome 1 80\n${row({ end: "80", attributes: "ID=gene:Rv0001" })}\n`;
  expect(parseAnnotation(text).genomeLength).toBe(80);
});

it.each([
  ["too few columns", "Chromosome\tena\tgene\t1\tID=gene:Rv0002", "column_count"],
  ["a start that is no number", row({ start: "x", attributes: "ID=gene:Rv0002" }), "unreadable_number"],
  ["an end beyond the genome", row({ end: "4411533", attributes: "ID=gene:Rv0002" }), "outside_genome"],
  ["an end before its start", row({ start: "91", attributes: "ID=gene:Rv0002" }), "outside_genome"],
  ["no strand", row({ strand: ".", attributes: "ID=gene:Rv0002" }), "unreadable_value"],
  ["an id that is no identifier", row({ attributes: "ID=gene:<b>" }), "unreadable_value"],
])("sets a row aside that has %s, with its line", (_what, bad, reason) => {
  const { genes, rejected } = parseAnnotation(`${row({ attributes: "ID=gene:Rv0001" })}\n${bad}\n`);
  expect(genes.map(({ id }) => id)).toEqual(["Rv0001"]);
  expect(rejected).toEqual([{ line: 2, reason }]);
});

it("refuses a file without a single gene", () => {
  expect(() => parseAnnotation("##gff-version 3\n")).toThrow("line 1: no gene in the annotation");
});
