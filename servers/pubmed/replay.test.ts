import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { buildRecording } from "../../tests/support/captured/build-recording.ts";
import { describeCaptured } from "../../tests/support/captured/captured.ts";
import { pubmedRows } from "../../tests/support/captured/pubmed.ts";
import { openSource } from "../../tests/support/source-harness.ts";
import { pubmed } from "./index.ts";

const DEMO = resolve(import.meta.dirname, "../../fixtures/entries/demo/pubmed.json");
const AT = "2026-11-30T12:00:00.000Z";

interface RecordedEntry {
  synthetic: boolean;
  responses: { body_text: string; content_sha256: string }[];
}

const demoEntries = (): RecordedEntry[] => JSON.parse(readFileSync(DEMO, "utf8"));

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pubmed-"));
  folders.push(folder);
  return folder;
}
function recordingOf(entries: readonly object[]): string {
  const folder = newFolder();
  writeFileSync(
    join(folder, "manifest.json"),
    JSON.stringify({ format: "gene-router-recording/1", created_at: AT, entries }),
  );
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function replayed(entries: readonly object[], args: object) {
  const source = openSource(pubmed, { recording: recordingOf(entries) });
  try {
    return await source.call("get_abstracts_for_gene", args);
  } finally {
    await source.close();
  }
}

describe("the demonstration recording", () => {
  it("is marked synthetic and hashes its bodies", () => {
    expect(readFileSync(DEMO).length).toBeLessThan(60_000);
    for (const { synthetic, responses } of demoEntries()) {
      expect(synthetic).toBe(true);
      for (const { body_text, content_sha256 } of responses) {
        expect(createHash("sha256").update(body_text).digest("hex")).toBe(content_sha256);
      }
    }
  });

  it.each(["katG", "inhA", "rpoB", "gyrA", "furA", "ahpC"])("answers %s with default arguments", async (gene) => {
    const result = await replayed(demoEntries(), { gene });
    expect(result.outcome).toBe("found");
    expect(result.requests).toHaveLength(2);
    expect(result.records[0]?.detail.mentions).toEqual([gene]);
    expect(result.records.every((record) => record.cached && record.retrieved_at === AT)).toBe(true);
  });

  it("shows what each kind of record looks like", async () => {
    const { records } = await replayed(demoEntries(), { gene: "katG" });
    expect(records.map(({ flags }) => flags)).toEqual([
      ["superscript_number"],
      ["retracted"],
      ["publication_notice", "no_abstract"],
      ["no_abstract", "no_term_named"],
      ["corrected", "no_term_named"],
    ]);
  });

  it("says of anything else that it is not recorded", async () => {
    const result = await replayed(demoEntries(), { gene: "embB" });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "not_in_replay" }] });
  });
});

describeCaptured("captured answers as a recording", () => {
  const ask = async (tool: string, args: object) => {
    const folder = newFolder();
    buildRecording([...pubmedRows], folder, AT);
    const source = openSource(pubmed, { recording: folder });
    try {
      return await source.call(tool, args);
    } finally {
      await source.close();
    }
  };

  it("are found by the requests that the search makes", async () => {
    const result = await ask("get_abstracts_for_gene", { gene: "katG", limit: 4 });
    expect(result).toMatchObject({ outcome: "truncated", record_ids: ["35919400"], errors: [] });
    expect(result.resolved.pmids_not_returned).toEqual(["30808448", "42239534", "35038342"]);
  });

  it.each([
    ["8950806", { title: "Life without KatG.", has_abstract: false, year: "1996" }, ["no_abstract"]],
    ["20729678", { year: "2010", dates: { issue: { raw: "2010 Sep-Oct", precision: "text" } } }, []],
    ["39345789", { publication_state: { states: ["none_known"], is_notice: true } }, ["publication_notice"]],
  ])("bring %s out whole", async (pmid, detail, flags) => {
    const { records } = await ask("get_records", { pmids: [pmid] });
    expect(records[0]).toMatchObject({ record_id: pmid, detail });
    expect(records[0]?.flags).toEqual(expect.arrayContaining(flags));
  });
});
