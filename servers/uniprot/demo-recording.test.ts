import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openSource } from "../../tests/support/source-harness.ts";
import { uniprot } from "./index.ts";

const DEMO = resolve(import.meta.dirname, "../../fixtures/entries/demo/uniprot.json");

describe("the demo recording", () => {
  const folder = mkdtempSync(join(tmpdir(), "uniprot-demo-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ["katG", "Rv1908c", "P9WIE5"],
    ["inhA", "Rv1484", "P9WGR1"],
    ["rpoB", "Rv0667", "P9WGY9"],
    ["gyrA", "Rv0006", "P9WG47"],
    ["furA", "Rv1909c", "P9WN87"],
    ["ahpC", "Rv2428", "P9WQB7"],
  ])("answers %s and %s alike", async (symbol, locusTag, accession) => {
    const entries = JSON.parse(readFileSync(DEMO, "utf8"));
    const manifest = { format: "gene-router-recording/1", created_at: "2026-11-30T12:00:00.000Z", entries };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    const demo = openSource(uniprot, { recording: folder });
    for (const [gene, matchedBy] of [
      [symbol, "primary_name"],
      [locusTag, "ordered_locus"],
    ]) {
      const result = await demo.call("get_protein", { gene });
      expect(result.outcome).toBe("found");
      expect(result.record_ids).toEqual([accession]);
      expect(result.resolved).toMatchObject({ accession, matched_by: matchedBy });
      expect(result.records[0]).toMatchObject({ cached: true, retrieved_at: "2026-11-30T12:00:00.000Z" });
    }
    await demo.close();
  });
});
