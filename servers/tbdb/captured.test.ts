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
});
