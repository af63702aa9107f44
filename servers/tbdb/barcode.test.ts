import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { H37RV_LENGTH } from "./annotation.ts";
import { parseBarcode } from "./barcode.ts";
import { carriesReferenceAllele, createLineageIndex } from "./lineages.ts";

const parse = (text: string) => parseBarcode(text, H37RV_LENGTH);
const GOOD = "Chromosome\t9\t10\tlineage1\tA\tIndo-Oceanic\tEAI\tRD239";

describeCaptured("the barcode of tbdb", () => {
  it("holds 1,111 positions of 126 lineages", () => {
    const { markers, rejected } = parse(capturedText("tbdb/barcode.bed"));
    expect(markers).toHaveLength(1111);
    expect(createLineageIndex(markers).names).toHaveLength(126);
    expect(rejected).toEqual([]);
    expect(markers.every(({ failed }) => failed === null)).toBe(true);
  });

  it("is read in its older form too", () => {
    expect(parse(capturedText("tbdb/old/barcode_2020-03-20.bed")).markers.length).toBeGreaterThan(400);
  });

  it("has its reference lineages, each supported by several positions", () => {
    const lineages = createLineageIndex(parse(capturedText("tbdb/barcode.bed")).markers);
    expect(["lineage4", "lineage4.9"].map(lineages.supportOf)).toEqual([10, 10]);
  });
});

describe("parseBarcode", () => {
  it("takes the end column as the position and reads None, NA and blank as not stated", () => {
    const { markers } = parse("Chromosome\t9\t10\tlineage1\tA\tNone\tNA\t\n");
    expect(markers).toEqual([
      {
        line: 1,
        position: 10,
        lineage: "lineage1",
        allele: "A",
        family: null,
        spoligotype: null,
        rd: null,
        failed: null,
      },
    ]);
  });

  it("reads carriage returns, a byte order mark, blank lines and comments", () => {
    expect(parse(`\uFEFF# note\r\n\r\n${GOOD}\r\n`).markers).toMatchObject([{ line: 3, position: 10, rd: "RD239" }]);
  });

  it("reads rows that lack the last three columns", () => {
    expect(parse("Chromosome\t9\t10\tlineage1\tA\n").markers).toMatchObject([{ position: 10, family: null, rd: null }]);
  });

  it("reads the layout that has the reference's base before the allele", () => {
    const { markers } = parse("Chromosome\t9\t10\tlineage1\tG\tA\tIndo-Oceanic\tEAI\tRD239\n");
    expect(markers).toMatchObject([{ position: 10, allele: "A", family: "Indo-Oceanic", rd: "RD239", failed: null }]);
  });

  it("reads a lineage with a blank inside, and a question mark as not stated", () => {
    const { markers } = parse("Chromosome\t9\t10\tLa1.2 BCG\tA\t?\tNone\tNone\n");
    expect(markers).toMatchObject([{ lineage: "La1.2 BCG", family: null }]);
  });

  it("orders by position and counts a repeated row once", () => {
    const { markers } = parse(`Chromosome\t19\t20\tlineage2\tC\n${GOOD}\n${GOOD}\n`);
    expect(markers.map(({ position }) => position)).toEqual([10, 20]);
  });

  it.each([
    ["four columns", "Chromosome\t9\t10\tlineage1", "column_count"],
    ["an end that is no number", "Chromosome\t9\tten\tlineage1\tA", "unreadable_number"],
    ["a negative start", "Chromosome\t-9\t10\tlineage1\tA", "unreadable_number"],
    ["a position beyond the genome", "Chromosome\t4411532\t4411533\tlineage1\tA", "outside_genome"],
    ["position 0", "Chromosome\t0\t0\tlineage1\tA", "outside_genome"],
    ["an allele that is no base", "Chromosome\t9\t10\tlineage1\tN", "unreadable_value"],
    ["a lineage that is no name", "Chromosome\t9\t10\t<script>\tA", "unreadable_value"],
  ])("sets a row aside that has %s, with its line", (_what, bad, reason) => {
    const { markers, rejected } = parse(`${GOOD}\n${bad}\n`);
    expect(markers).toHaveLength(1);
    expect(rejected).toEqual([{ line: 2, reason }]);
  });

  it("keeps a row whose columns span more than one base, and says so", () => {
    expect(parse("Chromosome\t5\t10\tlineage1\tA\n").markers).toMatchObject([
      { position: 10, failed: "end_not_start_plus_one" },
    ]);
  });

  it("refuses a file without a readable row", () => {
    expect(() => parse("a\tb\n")).toThrow("line 1: no lineage marker in the barcode");
  });
});

describe("lineages", () => {
  const { markers } = parse(`${GOOD}\nChromosome\t19\t20\tlineage1\tC\nChromosome\t29\t30\tlineage4.9\tC\n`);
  const lineages = createLineageIndex(markers);

  it("are found by exact name, as written or without case, and never by a part of it", () => {
    expect(lineages.resolve("Lineage4.9")).toBe("lineage4.9");
    expect(lineages.resolve("lineage4")).toBeNull();
    expect(lineages.resolve("4.9")).toBeNull();
  });

  it("count their supporting positions", () => {
    expect(lineages.supportOf("lineage1")).toBe(2);
    expect(lineages.supportOf("lineage4.9")).toBe(1);
    expect(lineages.markersOf("lineage1").map(({ position }) => position)).toEqual([10, 20]);
  });

  it("carry the reference allele only for H37Rv's own lineages", () => {
    expect(["lineage4", "lineage4.9", "lineage4.8", "lineage4.9.1", "lineage2"].map(carriesReferenceAllele)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
