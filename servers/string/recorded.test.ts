import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildRecording } from "../../tests/support/captured/build-recording.ts";
import { describeCaptured } from "../../tests/support/captured/captured.ts";
import { stringRows } from "../../tests/support/captured/string.ts";
import { type OpenSource, openSource } from "../../tests/support/source-harness.ts";
import { RECORDING_FORMAT } from "../kit/upstream/recording-format.ts";
import { string } from "./index.ts";

const NOW = "2026-11-30T12:00:00.000Z";

/** Opens the source over a recording in a temporary folder for the length of a suite. */
function replaying(record: (folder: string) => void): () => OpenSource {
  let folder: string;
  let source: OpenSource;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "string-recording-"));
    record(folder);
    source = openSource(string, { recording: folder });
  });
  afterAll(async () => {
    await source.close();
    rmSync(folder, { recursive: true });
  });
  return () => source;
}

describeCaptured("captured answers of STRING, replayed", () => {
  const source = replaying((folder) => buildRecording(stringRows, folder, NOW));

  it.each([5, 20])("give the partners of katG as they were captured, by limit %d", async (limit) => {
    const result = await source().call("get_partners", { gene: "katG", limit });
    expect(result.outcome).toBe("found");
    expect(
      result.records.map(({ record_id, name, flags, detail }) => [record_id, name, detail.combined_score, flags]),
    ).toEqual([
      ["83332.Rv1909c", "furA", 0.979, []],
      ["83332.Rv3846", "sodA", 0.973, []],
      ["83332.Rv2428", "ahpC", 0.968, ["textmining_only"]],
      ["83332.Rv2043c", "pncA", 0.965, ["textmining_only"]],
      ["83332.Rv3795", "embB", 0.964, ["textmining_only"]],
    ]);
  });

  it("tell evidence beyond text mining from noise above zero", async () => {
    const result = await source().call("get_partners", { gene: "katG", limit: 5 });
    const detailOf = (id: string) => result.records.find((record) => record.record_id === id)?.detail;
    expect(detailOf("83332.Rv1909c")).toMatchObject({
      max_non_textmining_score: 0.829,
      evidence_beyond_textmining: true,
    });
    expect(detailOf("83332.Rv2428")).toMatchObject({
      max_non_textmining_score: 0.096,
      evidence_beyond_textmining: false,
    });
    expect(detailOf("83332.Rv3795")).toMatchObject({
      max_non_textmining_score: 0.044,
      evidence_beyond_textmining: false,
    });
  });

  it("prove truncation by the fifth row when four are asked for", async () => {
    const result = await source().call("get_partners", { gene: "katG", limit: 4 });
    expect(result.outcome).toBe("truncated");
    expect(result.records.map((record) => record.name)).toEqual(["furA", "sodA", "ahpC", "pncA"]);
  });

  it("resolve katG with the annotation that came", async () => {
    const result = await source().call("resolve_ids", { names: ["katG"] });
    expect(result.records[0]).toMatchObject({
      record_id: "83332.Rv1908c",
      retrieved_at: NOW,
      cached: true,
    });
    expect(result.records[0]?.detail.annotation).toMatch(/^Catalase-peroxidase/);
  });

  it("are not made up for a gene that was not captured", async () => {
    const result = await source().call("get_partners", { gene: "inhA" });
    expect([result.outcome, result.errors[0]?.code]).toEqual(["upstream_failed", "not_in_replay"]);
  });
});

describe("the demonstration recording", () => {
  const file = resolve(import.meta.dirname, "../../fixtures/entries/demo/string.json");
  const source = replaying((folder) => {
    const entries = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(
      join(folder, "manifest.json"),
      JSON.stringify({ format: RECORDING_FORMAT, created_at: NOW, entries }),
    );
  });

  it.each([
    ["katG", "Rv1908c"],
    ["inhA", "Rv1484"],
    ["rpoB", "Rv0667"],
    ["gyrA", "Rv0006"],
    ["furA", "Rv1909c"],
    ["ahpC", "Rv2428"],
  ])("answers %s and %s alike, by default arguments", async (symbol, tag) => {
    const bySymbol = await source().call("get_partners", { gene: symbol });
    const byTag = await source().call("get_partners", { gene: tag });
    expect([bySymbol.outcome, byTag.outcome]).toEqual(["found", "found"]);
    expect(byTag.record_ids).toEqual(bySymbol.record_ids);
    expect([bySymbol.resolved.matched_by, byTag.resolved.matched_by]).toEqual(["preferred_name", "locus_tag"]);
    expect(bySymbol.resolved.string_id).toBe(`83332.${tag}`);
    expect((await source().call("resolve_ids", { names: [tag] })).records[0]?.name).toBe(symbol);
  });

  it("gives one pair the same scores from either end", async () => {
    const [fromKatG, fromFurA] = await Promise.all(
      ["katG", "furA"].map((gene) => source().call("get_partners", { gene })),
    );
    const scores = (result: typeof fromKatG, id: string) => {
      const { partner_of: _, ...rest } = result!.records.find((record) => record.record_id === id)!.detail;
      return rest;
    };
    expect(scores(fromKatG, "83332.Rv1909c")).toEqual(scores(fromFurA, "83332.Rv1908c"));
  });

  it("shows a result that the source's own schema accepts", async () => {
    const result = await source().call("get_partners", { gene: "furA" });
    expect(source().warnings).toEqual([]);
    expect(result.records.find((record) => record.name === "zur")?.flags).toEqual(["textmining_only"]);
  });
});
