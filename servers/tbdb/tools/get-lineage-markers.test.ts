import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import {
  annotationText,
  answerTbdb,
  barcodeText,
  TBDB_REF,
  type TbdbAnswer,
} from "../../../tests/support/tbdb-network.ts";
import { tbdb } from "../index.ts";

const network = mockNetwork();

async function ask(args: Record<string, unknown>, changes: Record<string, TbdbAnswer> = {}) {
  const asked = answerTbdb(network, changes);
  const source = openSource(tbdb);
  const result = await source.call("get_lineage_markers", args);
  await source.close();
  return { ...result, asked };
}
const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);

describe("a gene with markers", () => {
  it("lists them by position, with lineage, allele and the genes that hold them", async () => {
    const { outcome, record_ids, records, resolved, page } = await ask({ gene: "phoP" });
    expect(outcome).toBe("found");
    expect(record_ids).toEqual(["tbdb:851700", "tbdb:851797"]);
    expect(page).toMatchObject({ returned: 2, total: 2, truncated_by: null });
    expect(records[1]).toMatchObject({
      type: "lineage_marker",
      url: `https://github.com/jodyphelan/tbdb/blob/${TBDB_REF}/barcode.bed#L5`,
      licence: "lgpl-3.0",
      detail: {
        position: 851_797,
        lineage: "lineage1.1.1.1",
        lineage_name: "Indo-Oceanic",
        allele: "A",
        genes: ["Rv0757"],
        reference_allele: false,
        lineage_snps: 1,
        spoligotypes: null,
        rd: "RD239",
      },
    });
    expect(resolved).toMatchObject({ matched_by: "symbol", locus_tag: "Rv0757", symbol: "phoP", tbdb_ref: TBDB_REF });
  });

  it("says that position and allele must both match", async () => {
    expect(codes((await ask({ gene: "phoP" })).notes)).toContain("compare_coordinate");
  });

  it("flags a lineage that rests on one position, and only that", async () => {
    const { records } = await ask({ gene: "phoP" });
    expect(records.map(({ flags, detail }) => [detail.lineage_snps, flags])).toEqual([
      [2, []],
      [1, ["single_snp_lineage"]],
    ]);
  });

  it.each([
    ["dnaK", "lineage4.9"],
    ["lineage4", "lineage4"],
  ])("says for %s that the reference itself carries the allele of %s", async (asked, lineage) => {
    const { records, notes } = await ask(asked === lineage ? { lineage } : { gene: asked });
    expect(records[0]?.detail).toMatchObject({ lineage, reference_allele: true });
    expect(records[0]?.flags).toContain("reference_allele");
    expect(codes(notes)).toContain("reference_allele");
  });

  it("counts a position in two genes for both", async () => {
    const [one, other] = [await ask({ gene: "Rv0192" }), await ask({ gene: "Rv0192A" })];
    expect(one.record_ids).toEqual(["tbdb:223627"]);
    expect(other.record_ids).toEqual(["tbdb:223627"]);
    expect(one.records[0]?.detail.genes).toEqual(["Rv0192", "Rv0192A"]);
  });

  it("is the same gene under each of its names", async () => {
    const [first, ...others] = await Promise.all(
      ["Rv0757", "phoP", "PHOP", "mtu:Rv0757", "83332.Rv0757"].map(async (gene) => (await ask({ gene })).record_ids),
    );
    for (const ids of others) expect(ids).toEqual(first);
  });
});

describe("no marker", () => {
  it("is an informative zero for a known gene, and says what it does not prove", async () => {
    const { outcome, notes, page } = await ask({ gene: "katG" });
    expect(outcome).toBe("none_on_record");
    expect(page.total).toBe(0);
    expect(codes(notes)).toEqual(["no_marker"]);
  });

  it.each(["katGG", "Rv1908", "kat"])("is never the answer to %s, which is no gene", async (gene) => {
    const { outcome, asked, notes, resolved } = await ask({ gene });
    expect(outcome).toBe("not_resolved");
    expect(resolved.matched_by).toBe("none");
    expect(codes(notes)).toEqual(["unknown_name"]);
    expect(asked).toEqual(["genome.gff"]);
  });

  it("tells an unknown accession from an unknown name", async () => {
    expect(codes((await ask({ gene: "P0A7Z4" })).notes)).toContain("accession_unknown");
  });

  it("is not claimed without a word when rows of the barcode could not be read", async () => {
    const { outcome, notes, resolved } = await ask({ gene: "katG" }, { "barcode.bed": `${barcodeText}broken row\n` });
    expect(outcome).toBe("none_on_record");
    expect(codes(notes)).toContain("rows_rejected");
    expect(resolved).toMatchObject({ barcode_rows: 7, barcode_rows_rejected: 1 });
  });
});

it("names the candidates when two genes share a name", async () => {
  const twin = "Chromosome\tt\tgene\t5000\t5100\t.\t+\t.\tID=gene:Rv0004;Name=phoP;";
  const { outcome, resolved, record_ids } = await ask({ gene: "phoP" }, { "genome.gff": `${annotationText}${twin}\n` });
  expect(outcome).toBe("ambiguous");
  expect(resolved.candidates).toEqual([
    { id: "Rv0004", name: "phoP", why: "symbol" },
    { id: "Rv0757", name: "phoP", why: "symbol" },
  ]);
  expect(record_ids).toEqual([]);
});

describe("another organism", () => {
  it.each(["eco", "mbo", "83332"])("%s is not covered, and nothing is looked up", async (organism) => {
    const { outcome, notes, requests, resolved } = await ask({ gene: "phoP", organism });
    expect(outcome).toBe("not_covered");
    expect(codes(notes)).toEqual(["organism_not_covered"]);
    expect(requests).toEqual([]);
    expect(resolved.tbdb_ref).toBe(TBDB_REF);
  });
});

describe("by lineage", () => {
  it("lists every position of exactly this lineage", async () => {
    const { record_ids, resolved } = await ask({ lineage: "Lineage1.1" });
    expect(record_ids).toEqual(["tbdb:67813", "tbdb:851700"]);
    expect(resolved).toMatchObject({ matched_by: "lineage", lineage: "lineage1.1" });
  });

  it("does not know a part of a name", async () => {
    const { outcome, notes } = await ask({ lineage: "1.1" });
    expect(outcome).toBe("not_resolved");
    expect(codes(notes)).toEqual(["unknown_lineage"]);
  });
});

describe("all", () => {
  it("lists the whole barcode by position, page by page without overlap", async () => {
    answerTbdb(network);
    const source = openSource(tbdb);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await source.call("get_lineage_markers", {
        all: true,
        limit: 3,
        ...(cursor === null ? {} : { cursor }),
      });
      expect(page.outcome).toBe("truncated");
      expect(page.page.total).toBe(7);
      ids.push(...page.record_ids);
      cursor = page.page.next_cursor;
    } while (cursor !== null);
    await source.close();
    expect(ids).toEqual([67_813, 206_481, 223_627, 420_008, 541_201, 851_700, 851_797].map((at) => `tbdb:${at}`));
  });

  it("gives two rows at one position two ids", async () => {
    const second = "Chromosome\t851796\t851797\tlineage9\tG\tNone\tNone\tNone";
    const { record_ids } = await ask({ gene: "phoP" }, { "barcode.bed": `${barcodeText}${second}\n` });
    expect(record_ids).toEqual(["tbdb:851700", "tbdb:851797", "tbdb:851797:lineage9:G"]);
  });

  it("flags a row that spans more than one base", async () => {
    const wide = "Chromosome\t851790\t851799\tlineage9\tG\tNone\tNone\tNone";
    const { records, notes } = await ask({ gene: "phoP" }, { "barcode.bed": `${barcodeText}${wide}\n` });
    expect(records[2]?.flags).toContain("coordinate_check_failed");
    expect(codes(notes)).toContain("coordinate_check_failed");
  });
});

describe("refused arguments", () => {
  it.each([
    ["nothing", {}, ["missing_argument"], ["gene"]],
    ["all: false alone", { all: false }, ["missing_argument"], ["gene"]],
    ["two ways", { gene: "katG", lineage: "lineage4" }, ["invalid_argument", "invalid_argument"], ["gene", "lineage"]],
    ["a blank gene", { gene: "  " }, ["invalid_argument"], ["gene"]],
    ["a control character", { gene: "kat\u0007G" }, ["invalid_argument"], ["gene"]],
    ["an unknown parameter", { gene: "katG", taxon: 83332 }, ["unknown_argument"], ["taxon"]],
    ["a limit out of range", { gene: "katG", limit: 2001 }, ["out_of_range"], ["limit"]],
  ])("%s: nothing is sent", async (_what, args, expected, params) => {
    const { outcome, errors, requests } = await ask(args);
    expect(outcome).toBe("bad_input");
    expect(errors.map(({ code }) => code)).toEqual(expected);
    expect(errors.map(({ param }) => param)).toEqual(params);
    expect(requests).toEqual([]);
  });
});

describe("an outage is not a zero", () => {
  it.each([
    ["a server error", { status: 503 }, "upstream_error"],
    ["an HTML page", { status: 200, body: "<!DOCTYPE html><p>hello", html: true }, "unexpected_content"],
    ["a missing file", { status: 404, body: "404: Not Found" }, "upstream_refused"],
    ["an empty body", "", "unparsable"],
    ["a broken connection", "reset", "network"],
    ["another file", "hello\n", "unparsable"],
    ["a row that was cut off", barcodeText.slice(0, -20), "incomplete"],
  ] as const)("%s instead of the barcode", async (_what, answer, code) => {
    const { outcome, errors, resolved, record_ids } = await ask({ gene: "katG" }, { "barcode.bed": answer });
    expect(outcome).toBe("upstream_failed");
    expect(errors.map((error) => error.code)).toEqual([code]);
    expect(record_ids).toEqual([]);
    expect(resolved).toMatchObject({ locus_tag: "Rv1908c", tbdb_ref: TBDB_REF });
  });

  it("nor is a failed annotation", async () => {
    expect((await ask({ gene: "katG" }, { "genome.gff": { status: 500 } })).outcome).toBe("upstream_failed");
  });
});
