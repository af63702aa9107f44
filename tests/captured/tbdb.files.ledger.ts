import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { parse as parseYaml } from "yaml";
import { capturedText } from "../support/captured/captured.ts";
import type { LedgerRow, ReadRow } from "./ledger.ts";
import { everyRecord, type ServedFile, tally, withTbdb } from "./tbdb-served.ts";

const linesOf = (file: string): string[][] =>
  capturedText(file)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
const csvOf = (file: string): Record<string, string>[] => parse(capturedText(file), { columns: true });
const blank = (cell: string | undefined): string | null =>
  cell === undefined || /^(?:|None|NA|\?)$/.test(cell) ? null : cell;

/** A barcode, every row of it: position, lineage, allele and what is stated of the lineage. */
const barcode = (file: string, facts: { markers: number; lineages: number; reference: number }): ReadRow => ({
  file,
  tool: "get_lineage_markers",
  out: `${facts.markers} markers of ${facts.lineages} lineages, each with what its row states`,
  async check() {
    const { records, first } = await withTbdb({ "barcode.bed": file }, (source) =>
      everyRecord(source, "get_lineage_markers", { all: true }),
    );
    expect(first.resolved).toMatchObject({ barcode_rows: facts.markers, barcode_rows_rejected: 0 });
    const said = records.map(({ detail: d }) => [
      d.position,
      d.lineage,
      d.allele,
      d.lineage_name,
      d.spoligotypes,
      d.rd,
    ]);
    const rows = linesOf(file).map(([, , end, lineage, allele, ...more]) => [
      Number(end),
      lineage,
      allele,
      ...more.map(blank),
    ]);
    const sorted = (list: unknown[][]): string[] => list.map((row) => JSON.stringify(row)).sort();
    expect(sorted(said)).toEqual(sorted(rows));
    expect(new Set(records.map(({ detail }) => detail.lineage)).size).toBe(facts.lineages);
    expect(records.filter(({ detail }) => detail.reference_allele)).toHaveLength(facts.reference);
  },
});

/** A catalogue, every row of it, through the pages of every gene. */
const catalogue = (
  file: string,
  facts: { rows: number; genes: number; conflicts: number; licences: string[] },
): ReadRow => ({
  file,
  tool: "get_resistance_variants",
  out: `${facts.rows} rows of ${facts.genes} genes, none lost, none twice`,
  async check() {
    await withTbdb({ "mutations.csv": file }, async (source) => {
      const genes = await source.call("list_genes", { limit: 2000, max_bytes: 400_000 });
      expect(genes.records).toHaveLength(facts.genes);
      const said: string[] = [];
      const licences = new Set<string>();
      let conflicts = 0;
      for (const { detail } of genes.records) {
        const { records } = await everyRecord(source, "get_resistance_variants", {
          gene: detail.locus_tag,
          grades: "all",
        });
        expect(records).toHaveLength(Number(detail.variants_in_catalogue));
        expect(records.filter((one) => one.detail.associated)).toHaveLength(Number(detail.associated_variants));
        conflicts += records.filter(({ flags }) => flags.includes("grade_conflict")).length;
        for (const record of records) {
          licences.add(record.licence);
          const { gene, mutation, drug, rows } = record.detail as { rows: Record<string, string>[] } & Record<
            string,
            string
          >;
          for (const row of rows)
            said.push(
              [gene, mutation, row.type, drug, row.original_mutation, row.grade_raw, row.comment ?? ""].join("\t"),
            );
        }
      }
      const rows = csvOf(file).map((row) =>
        ["Gene", "Mutation", "type", "drug", "original_mutation", "confidence", "comment"]
          .map((name) => row[name]?.replace(/\s+/g, " ").trim() ?? "")
          .join("\t"),
      );
      expect(said.sort()).toEqual(rows.sort());
      expect([said.length, conflicts]).toEqual([facts.rows, facts.conflicts]);
      expect([...licences].sort()).toEqual(facts.licences);
    });
  },
});

/** A library of before the graded layout: refused for its missing column, whatever else it holds. */
const ungraded = (file: string): ReadRow => ({
  file,
  tool: "get_resistance_variants",
  out: "a failure that names the missing column; nothing can be graded by it",
  async check() {
    const { outcome, errors, records } = await withTbdb({ "mutations.csv": file }, (source) =>
      source.call("get_resistance_variants", { gene: "katG" }),
    );
    expect([outcome, records]).toEqual(["upstream_failed", []]);
    expect(errors).toMatchObject([
      { code: "unparsable", message: "mutations.csv could not be read, line 1: no column confidence" },
    ]);
  },
});

const drugList = (file: string): ReadRow => ({
  file,
  tool: "list_drugs",
  out: "its 18 drugs, three of which the older catalogue does not assess",
  async check() {
    const { drugs } = JSON.parse(capturedText(file)) as { drugs: string[] };
    await withTbdb({ "variables.json": file } satisfies Partial<Record<ServedFile, string>>, async (source) => {
      const { records } = await source.call("list_drugs");
      expect(records.map(({ name }) => name)).toEqual([...drugs].sort());
      const counts = tally(records.map(({ detail }) => String(detail.status)));
      expect(counts).toEqual({ associated: 15, not_assessed: 3 });
      const { records: release } = await source.call("get_release");
      expect(release[0]?.detail).toMatchObject({ schema_version: "2.0.0", drugs });
    });
  },
});

/** Files of the service itself, of its default ref and of older ones. */
export const rows: readonly LedgerRow[] = [
  barcode("tbdb/barcode.bed", { markers: 1111, lineages: 126, reference: 20 }),
  barcode("tbdb/old/barcode_2020-03-20.bed", { markers: 414, lineages: 63, reference: 4 }),
  {
    file: "tbdb/genome.gff",
    tool: "get_lineage_markers",
    out: "every one of its 4,109 genes by its id, with its own coordinates, strand and symbol",
    async check() {
      const features = linesOf("tbdb/genome.gff").filter((cells) => cells[8]?.startsWith("ID=gene:"));
      expect(features).toHaveLength(4109);
      await withTbdb({}, async (source) => {
        for (const [, , , start, end, , strand, , attributes = ""] of features) {
          const [id = "", symbol = null] = [/^ID=gene:([^;]+)/, /;Name=([^;]+)/].map(
            (part) => part.exec(attributes)?.[1],
          );
          const { outcome, resolved } = await source.call("get_lineage_markers", { gene: id, limit: 1 });
          expect(["found", "truncated", "none_on_record"], id).toContain(outcome);
          expect(resolved, id).toMatchObject({ start: Number(start), end: Number(end), strand });
          if (symbol !== null) expect(resolved.symbol, id).toBe(decodeURIComponent(symbol));
        }
      });
    },
  },
  catalogue("tbdb/mutations_2024-01-30.csv", {
    rows: 48_208,
    genes: 65,
    conflicts: 3,
    licences: ["who-cc-by-nc-sa-3.0-igo"],
  }),
  catalogue("tbdb/mutations_current_excerpt.csv", {
    rows: 251,
    genes: 17,
    conflicts: 0,
    licences: ["lgpl-3.0", "who-cc-by-nc-sa-3.0-igo"],
  }),
  ungraded("tbdb/old/tbdb_2020-12-04.csv"),
  ungraded("tbdb/old/tbdb_2022-01-25.csv"),
  ungraded("tbdb/old/tbdb_2023-10-16.csv"),
  {
    file: "tbdb/rules.yml",
    tool: "get_release",
    out: "its two epistasis rules, as loci and drugs",
    async check() {
      const file = parseYaml(capturedText("tbdb/rules.yml")) as Record<string, { target: { drug: string | string[] } }>;
      const { records } = await withTbdb({}, (source) => source.call("get_release"));
      const rules = records[0]?.detail.epistasis_rules as { rule: string; drugs: string[] }[];
      expect(rules.map(({ rule, drugs }) => [rule, drugs])).toEqual(
        Object.entries(file).map(([rule, { target }]) => [rule, [target.drug].flat()]),
      );
      expect(rules).toMatchObject([
        { source_locus: "Rv0676c", target_locus: "Rv0678", source_type: "LoF" },
        { source_locus: "Rv2416c", target_locus: "Rv2416c", source_type: "LoF" },
      ]);
    },
  },
  drugList("tbdb/variables.json"),
  drugList("tbdb/tbprofiler/tbdb.variables.json"),
];
