import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSource, openSource } from "../../tests/support/source-harness.ts";
import { tbdb } from "./index.ts";

const ENTRIES = resolve(import.meta.dirname, "../../fixtures/entries/demo/tbdb.json");

describe("the demonstration recording", () => {
  let directory: string;
  let source: OpenSource;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "tbdb-demo-"));
    const manifest = {
      format: "gene-router-recording/1",
      created_at: "2026-11-30T12:00:00.000Z",
      entries: JSON.parse(readFileSync(ENTRIES, "utf8")),
    };
    writeFileSync(join(directory, "manifest.json"), JSON.stringify(manifest));
    source = openSource(tbdb, { recording: directory });
  });
  afterAll(async () => {
    await source.close();
    rmSync(directory, { recursive: true });
  });

  it.each([
    ["katG", "found"],
    ["inhA", "found"],
    ["rpoB", "found"],
    ["gyrA", "found"],
    ["ahpC", "none_on_record"],
    ["furA", "not_covered"],
    ["fabG1", "not_covered"],
    ["katGG", "not_resolved"],
  ])("answers for the variants of %s: %s", async (gene, outcome) => {
    expect((await source.call("get_resistance_variants", { gene })).outcome).toBe(outcome);
  });

  it.each([
    ["phoP", "found"],
    ["Rv0192A", "found"],
    ["dnaK", "found"],
    ["katG", "none_on_record"],
  ])("answers for the markers of %s: %s", async (gene, outcome) => {
    expect((await source.call("get_lineage_markers", { gene })).outcome).toBe(outcome);
  });

  it("passes every load check", async () => {
    const { records } = await source.call("get_release");
    const files = (records[0]?.detail.files ?? []) as { failures: unknown[] }[];
    expect(files).toHaveLength(3);
    expect(files.flatMap(({ failures }) => failures)).toEqual([]);
  });
});
