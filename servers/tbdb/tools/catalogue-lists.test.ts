import { describe, expect, it } from "vitest";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import {
  answerTbdb,
  barcodeText,
  catalogueOf,
  catalogueRows,
  graded,
  TBDB_REF,
  type TbdbAnswer,
} from "../../../tests/support/tbdb-network.ts";
import { tbdb } from "../index.ts";

const network = mockNetwork();

async function ask(tool: string, args: Record<string, unknown> = {}, changes: Record<string, TbdbAnswer> = {}) {
  answerTbdb(network, changes);
  const source = openSource(tbdb);
  const result = await source.call(tool, args);
  await source.close();
  return result;
}
const withRows = (...rows: string[]) => ({ "mutations.csv": catalogueOf(...catalogueRows, ...rows) });
const codes = (notes: readonly string[]) => notes.map((note) => note.split(":")[0]);

describe("list_genes", () => {
  it("lists every gene of the catalogue with status, drugs and rows per grade", async () => {
    const { outcome, records, record_ids, resolved } = await ask("list_genes");
    expect(outcome).toBe("found");
    expect(record_ids).toEqual(
      ["Rv0668", "Rv0676c", "Rv0678", "Rv1484", "Rv1908c", "Rv2416c", "Rv2428", "Rvnr01"].map((tag) => `tbdb:${tag}`),
    );
    expect(records[3]).toMatchObject({
      name: "inhA",
      also: ["tbdb:inhA"],
      detail: {
        locus_tag: "Rv1484",
        status: "associated",
        drugs: ["ethionamide", "isoniazid"],
        assessed_drugs: ["ethionamide", "isoniazid", "moxifloxacin"],
        variants_in_catalogue: 5,
        associated_variants: 4,
        grading_counts: { assoc_w_r: 3, assoc_w_r_interim: 1, not_assoc_w_r: 1, uncertain: 0, unknown: 0 },
      },
    });
    expect(resolved).toMatchObject({ genes_associated: 5, genes_assessed_none_associated: 3, tbdb_ref: TBDB_REF });
  });

  it("lists a gene once that the catalogue files under two names", async () => {
    const { records, page } = await ask("list_genes", {}, withRows(graded("mmpR5", "p.Ser63Arg", "clofazimine", "")));
    expect(page.total).toBe(8);
    expect(records.find(({ record_id }) => record_id === "tbdb:Rv0678")).toMatchObject({
      also: ["tbdb:mmpR5"],
      detail: { catalogue_name: "Rv0678", grading_counts: { ungraded: 1 } },
    });
  });

  it("keeps a gene that the annotation does not know, and says so", async () => {
    const { records, notes } = await ask(
      "list_genes",
      {},
      withRows(graded("nogene", "p.Ser5Thr", "isoniazid", "Perhaps")),
    );
    const odd = records.find(({ record_id }) => record_id === "tbdb:nogene");
    expect(odd).toMatchObject({
      flags: ["gene_not_in_annotation", "unknown_grade"],
      detail: { locus_tag: null, start: null, status: "assessed_none_associated", grading_counts: { unknown: 1 } },
    });
    expect(codes(notes)).toEqual(expect.arrayContaining(["gene_not_in_annotation", "unknown_grade"]));
  });
});

describe("list_drugs", () => {
  it("lists every drug with its genes and rows per grade", async () => {
    const { records, record_ids } = await ask("list_drugs");
    expect(record_ids).toHaveLength(10);
    expect(records.find(({ record_id }) => record_id === "tbdb:drug:isoniazid")?.detail).toMatchObject({
      drug: "isoniazid",
      listed: true,
      status: "associated",
      genes: ["Rv1484", "Rv1908c"],
      assessed_genes: ["Rv1484", "Rv1908c", "Rv2428"],
      variants_in_catalogue: 15,
      associated_variants: 10,
    });
    expect(records.find(({ record_id }) => record_id === "tbdb:drug:rifampicin")?.detail).toMatchObject({
      status: "assessed_none_associated",
      genes: [],
    });
  });

  it("does not call a listed drug without rows negative", async () => {
    const { records, notes } = await ask("list_drugs");
    const pas = records.find(({ record_id }) => record_id === "tbdb:drug:para-aminosalicylic_acid");
    expect(pas).toMatchObject({
      flags: ["drug_not_assessed"],
      detail: { status: "not_assessed", variants_in_catalogue: 0 },
    });
    expect(codes(notes)).toContain("drug_not_assessed");
  });

  it("keeps a drug that the list does not name, and says so", async () => {
    const { records } = await ask("list_drugs", {}, withRows(graded("katG", "p.Ser5Thr", "newdrug", "Assoc w R")));
    expect(records.find(({ record_id }) => record_id === "tbdb:drug:newdrug")).toMatchObject({
      flags: ["unknown_drug"],
      detail: { listed: false, status: "associated", genes: ["Rv1908c"] },
    });
  });
});

describe("get_release", () => {
  it("names the data version, the rows read and the epistasis rules", async () => {
    const { outcome, records, notes, requests } = await ask("get_release");
    expect(outcome).toBe("found");
    expect(records).toMatchObject([
      {
        record_id: `tbdb:ref:${TBDB_REF}`,
        url: `https://github.com/jodyphelan/tbdb/tree/${TBDB_REF}`,
        detail: {
          ref: TBDB_REF,
          pinned: true,
          schema_version: "2.0.0",
          genome_length: 4_411_532,
          catalogue_genes: 8,
          has_source: true,
          other_rules: 0,
          files: [
            { file: "genome.gff", rows_read: 16, rows_rejected: 0, failures: [] },
            { file: "barcode.bed", rows_read: 7, rows_rejected: 0, failures: [] },
            { file: "mutations.csv", rows_read: catalogueRows.length, rows_rejected: 0, failures: [] },
          ],
        },
      },
    ]);
    expect(records[0]?.detail.epistasis_rules).toHaveLength(2);
    expect(notes).toEqual([]);
    expect(requests).toHaveLength(5);
  });

  it("counts what failed its checks, with the lines, and keeps it", async () => {
    const first = catalogueRows.length + 2;
    const { records, notes } = await ask(
      "get_release",
      {},
      {
        ...withRows(
          graded("nogene", "p.Ser5Thr", "isoniazid", "Assoc w R"),
          graded("katG", "p.Ser5Thr", "newdrug", "Perhaps"),
          graded("katG", "what?", "isoniazid", "Assoc w R"),
          "katG,broken",
        ),
        "barcode.bed": `${barcodeText}Chromosome\t1\t9\tlineage9\tA\tNone\tNone\tNone\nbroken\n`,
      },
    );
    const [, barcode, catalogue] = (records[0]?.detail.files ?? []) as unknown[];
    expect(barcode).toMatchObject({
      rows_read: 8,
      rows_rejected: 1,
      failures: [
        { check: "column_count", rows: 1, first_lines: [9] },
        { check: "end_not_start_plus_one", rows: 1, first_lines: [8] },
      ],
    });
    expect(catalogue).toMatchObject({
      rows_read: catalogueRows.length + 3,
      rows_rejected: 1,
      failures: [
        { check: "column_count", rows: 1, first_lines: [first + 3] },
        { check: "gene_not_in_annotation", rows: 1, first_lines: [first] },
        { check: "unknown_drug", rows: 1, first_lines: [first + 1] },
        { check: "unknown_grade", rows: 1, first_lines: [first + 1] },
        { check: "unreadable_mutation", rows: 1, first_lines: [first + 2] },
      ],
    });
    expect(codes(notes)).toEqual(["rows_rejected", "checks_failed"]);
  });
});

it.each(["list_genes", "list_drugs", "get_release"])(
  "%s fails with its files instead of listing nothing",
  async (tool) => {
    const { outcome, record_ids } = await ask(tool, {}, { "mutations.csv": { status: 503 } });
    expect(outcome).toBe("upstream_failed");
    expect(record_ids).toEqual([]);
  },
);

it.each(["list_genes", "list_drugs"])("%s covers one organism", async (tool) => {
  expect((await ask(tool, { organism: "eco" })).outcome).toBe("not_covered");
});
