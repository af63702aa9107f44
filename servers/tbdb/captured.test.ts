import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildRecording } from "../../tests/support/captured/build-recording.ts";
import { describeCaptured } from "../../tests/support/captured/captured.ts";
import { tbdbRows } from "../../tests/support/captured/tbdb.ts";
import { type OpenSource, openSource } from "../../tests/support/source-harness.ts";
import { tbdb } from "./index.ts";

describeCaptured("tbdb as it is published, replayed", () => {
  let directory: string;
  let source: OpenSource;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "tbdb-"));
    buildRecording(tbdbRows, directory, "2026-11-30T12:00:00.000Z");
    source = openSource(tbdb, { recording: directory });
  });
  afterAll(async () => {
    await source.close();
    rmSync(directory, { recursive: true });
  });

  const markers = (args: Record<string, unknown>) => source.call("get_lineage_markers", args);
  const variants = (args: Record<string, unknown>) => source.call("get_resistance_variants", args);

  describe("lineage markers", () => {
    it.each(["katG", "rpoB", "gyrA", "gyrB", "embB", "inhA", "pncA", "Rv0678"])(
      "of %s are none on record",
      async (gene) => {
        expect((await markers({ gene })).outcome).toBe("none_on_record");
      },
    );

    it("of a typo are not resolved", async () => {
      expect((await markers({ gene: "katGG" })).outcome).toBe("not_resolved");
    });

    it("lie in 866 genes, five positions in two genes each", async () => {
      const all = await markers({ all: true, limit: 2000, max_bytes: 400_000 });
      const records = [...all.records];
      for (let { next_cursor: cursor } = all.page; cursor !== null; ) {
        const page = await markers({ all: true, limit: 2000, max_bytes: 400_000, cursor });
        records.push(...page.records);
        cursor = page.page.next_cursor;
      }
      const genes = records.map(({ detail }) => detail.genes as string[]);
      expect(records).toHaveLength(1111);
      expect(new Set(genes.flat()).size).toBe(866);
      expect(genes.filter((held) => held.length === 2)).toHaveLength(5);
      expect(records.filter(({ detail }) => detail.reference_allele)).toHaveLength(20);
      const single = records.filter(({ flags }) => flags.includes("single_snp_lineage"));
      expect(single.map(({ detail }) => detail.lineage)).toEqual(["lineage3.1", "lineage6.1"]);
    });

    it("of phoP name position 851797", async () => {
      expect((await markers({ gene: "Rv0757" })).record_ids).toContain("tbdb:851797");
    });
  });

  describe("resistance variants", () => {
    it("of katG hold p.Ser315Thr under both of its names", async () => {
      const [one, other] = [await variants({ gene: "katG" }), await variants({ gene: "Rv1908c" })];
      expect(one.record_ids).toContain("tbdb:katG:p.Ser315Thr:isoniazid");
      expect(other.record_ids).toEqual(one.record_ids);
      expect(one.resolved).toMatchObject({ status: "associated", drugs: ["isoniazid"], variants_in_catalogue: 1529 });
      const conflicts = one.records.filter(({ flags }) => flags.includes("grade_conflict"));
      expect(conflicts.map(({ detail }) => detail.mutation)).toEqual(["feature_ablation"]);
    });

    it.each([
      ["ahpC", "none_on_record", "assessed_none_associated"],
      ["rpoC", "none_on_record", "assessed_none_associated"],
      ["furA", "not_covered", "absent"],
      ["gidB", "found", "associated"],
      ["mmpR5", "found", "associated"],
      ["Rvnr01", "found", "associated"],
    ])("of %s: %s, %s", async (gene, outcome, status) => {
      const answer = await variants({ gene });
      expect([answer.outcome === "truncated" ? "found" : answer.outcome, answer.resolved.status]).toEqual([
        outcome,
        status,
      ]);
    });

    it("of gyrA for isoniazid were not assessed", async () => {
      expect((await variants({ gene: "gyrA", drug: "isoniazid" })).resolved.drug_status).toBe("not_assessed");
    });

    it("say that the larger part of the catalogue is uncertain", async () => {
      expect((await variants({ gene: "katG" })).resolved.uncertain_percent).toBe(70);
    });
  });

  describe("positions", () => {
    it("place inhA c.-154 inside fabG1", async () => {
      const { records, resolved } = await source.call("find_by_position", { position: 1_674_048, allele: "A" });
      expect(resolved.features).toEqual(["Rv1483"]);
      const upstream = records.filter(({ detail }) => detail.mutation === "c.-154G>A");
      expect(upstream.map(({ detail }) => [detail.drug, detail.allele_match, detail.other_names])).toEqual(
        ["isoniazid", "ethionamide"].map((drug) => [
          drug,
          true,
          [{ locus_tag: "Rv1483", gene: "fabG1", name: "c.609G>A" }],
        ]),
      );
    });

    it.each([
      ["ahpC", "c.-54C>T", 2_726_139],
      ["eis", "c.-10G>A", 2_715_342],
      ["inhA", "c.-770T>C", 1_673_432],
      ["katG", "p.Ser315Thr", 2_155_168],
    ])("hold %s %s at %i", async (gene, mutation, position) => {
      const { record_ids } = await source.call("find_by_position", { position, limit: 2000, max_bytes: 400_000 });
      expect(record_ids.some((id) => id.startsWith(`tbdb:${gene}:${mutation}:`))).toBe(true);
    });
  });

  it("lists 65 genes, 24 of them with an associated variant", async () => {
    const { page, resolved } = await source.call("list_genes");
    expect(page.total).toBe(65);
    expect(resolved).toMatchObject({ genes_associated: 24, genes_assessed_none_associated: 41 });
  });

  it("lists 18 drugs, three of them not assessed in this older catalogue", async () => {
    const { records } = await source.call("list_drugs");
    expect(records).toHaveLength(18);
    const missing = records.filter(({ detail }) => detail.status === "not_assessed").map(({ name }) => name);
    expect(missing).toEqual(["cycloserine", "para-aminosalicylic_acid", "pretomanid"]);
  });

  it("fails one load check only: a mutation that is no HGVS", async () => {
    const { records } = await source.call("get_release");
    const files = (records[0]?.detail.files ?? []) as { file: string; rows_read: number; failures: unknown[] }[];
    expect(files.map(({ file, rows_read, failures }) => [file, rows_read, failures.length])).toEqual([
      ["genome.gff", 4109, 0],
      ["barcode.bed", 1111, 0],
      ["mutations.csv", 48_208, 1],
    ]);
  });
});

describeCaptured("tbdb in today's layout, replayed", () => {
  let directory: string;
  let source: OpenSource;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "tbdb-today-"));
    const rows = tbdbRows.map((row) =>
      row.url.endsWith("/mutations.csv") ? { ...row, file: "tbdb/mutations_current_excerpt.csv" } : row,
    );
    buildRecording(rows, directory, "2026-11-30T12:00:00.000Z");
    source = openSource(tbdb, { recording: directory });
  });
  afterAll(async () => {
    await source.close();
    rmSync(directory, { recursive: true });
  });

  it("calls rpoC p.Ile491Thr compensatory though it is graded uncertain", async () => {
    const { records } = await source.call("get_compensatory", { gene: "rpoC" });
    expect(records).toMatchObject([
      { record_id: "tbdb:rpoC:p.Ile491Thr:rifampicin", licence: "lgpl-3.0", detail: { grade: "uncertain" } },
    ]);
  });

  it("tells WHO's rows of katG from those of the literature", async () => {
    const all = await source.call("get_resistance_variants", { gene: "katG", grades: "all", limit: 2000 });
    const who = await source.call("get_resistance_variants", {
      gene: "katG",
      grades: "all",
      sources: "who",
      limit: 2000,
    });
    expect(Object.keys(all.licences)).toEqual(["lgpl-3.0", "who-cc-by-nc-sa-3.0-igo"]);
    expect(who.page.total).toBeLessThan(all.page.total ?? 0);
    expect(Object.keys(who.licences)).toEqual(["who-cc-by-nc-sa-3.0-igo"]);
  });

  it("knows mmaA3, ald and folC, which older catalogues lack", async () => {
    for (const gene of ["mmaA3", "ald", "folC"]) {
      expect((await source.call("get_resistance_variants", { gene })).outcome).toBe("none_on_record");
    }
  });
});
