import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { string } from "../../servers/string/index.ts";
import { buildRecording } from "../support/captured/build-recording.ts";
import { CAPTURED_AT } from "../support/captured/recording.ts";
import { stringRows } from "../support/captured/string.ts";
import { openSource } from "../support/source-harness.ts";
import type { ReadRow } from "./ledger.ts";
import { type Ask, identifies, stringText, withString } from "./string-answers.ts";

/** Asks tools over the captured answers, replayed. */
async function replayed(run: (ask: Ask) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "string-ledger-"));
  buildRecording(stringRows, folder, CAPTURED_AT);
  const source = openSource(string, { recording: folder });
  try {
    await run((tool, args) => source.call(tool, args));
  } finally {
    await source.close();
    rmSync(folder, { recursive: true });
  }
}

const KATG = "83332.Rv1908c";

async function katGResolves(): Promise<void> {
  const [row] = JSON.parse(stringText("get_string_ids_katG.json")) as Readonly<Record<string, unknown>>[];
  await replayed(async (ask) => {
    const result = await ask("resolve_ids", { names: ["katG"] });
    expect(result).toMatchObject({ outcome: "found", record_ids: [KATG], resolved: { matched_by: "preferred_name" } });
    expect(result.records[0]).toMatchObject({
      name: "katG",
      retrieved_at: CAPTURED_AT,
      detail: { preferred_name: "katG", annotation: String(row!.annotation).trim() },
    });
    // The annotation ends in the middle of a word, as STRING cut it.
    expect(result.records[0]?.detail.annotation).toMatch(/\[\.\.\.\]$/);
  });
}

async function katGHasPartners(): Promise<void> {
  const rows = JSON.parse(stringText("interaction_partners_Rv1908c.json")) as Readonly<Record<string, unknown>>[];
  await replayed(async (ask) => {
    const result = await ask("get_partners", { gene: "katG" });
    expect(result.records.map(({ record_id, name, flags, detail }) => [record_id, name, flags, detail])).toEqual(
      rows.map((row) => [
        row.stringId_B,
        row.preferredName_B,
        ["ahpC", "pncA", "embB"].includes(String(row.preferredName_B)) ? ["textmining_only"] : [],
        {
          combined_score: row.score,
          channels: {
            neighborhood: row.nscore,
            fusion: row.fscore,
            cooccurrence: row.pscore,
            coexpression: row.ascore,
            experimental: row.escore,
            database: row.dscore,
          },
          textmining_score: row.tscore,
          max_non_textmining_score: Math.max(
            ...["nscore", "fscore", "pscore", "ascore", "escore", "dscore"].map((field) => Number(row[field])),
          ),
          evidence_beyond_textmining: ["furA", "sodA"].includes(String(row.preferredName_B)),
          partner_of: KATG,
        },
      ]),
    );
  });
}

/** An answer of one method in place of another's: rows of another form are no rows. */
async function elsewhereRefused(file: string, code: string, others: readonly string[]): Promise<void> {
  const known = identifies([
    { id: KATG, name: "katG" },
    { id: "83332.Rv1909c", name: "furA" },
  ]);
  const calls: Readonly<Record<string, readonly [string, object]>> = {
    get_string_ids: ["resolve_ids", { names: ["katG"] }],
    interaction_partners: ["get_partners", { gene: KATG }],
    network: ["get_network", { ids: [KATG, "83332.Rv1909c"] }],
    enrichment: ["get_enrichment", { ids: [KATG, "83332.Rv1909c"] }],
    homology_best: ["get_homologs", { gene: KATG, species_b: [9606] }],
  };
  for (const method of others) {
    await withString({ get_string_ids: known, [method]: stringText(file) }, async (ask) => {
      const [tool, args] = calls[method]!;
      expect(await ask(tool, args), tool).toMatchObject({
        outcome: "upstream_failed",
        records: [],
        errors: [{ code }],
      });
    });
  }
}

export const rows: readonly ReadRow[] = [
  {
    file: "string/get_string_ids_katG.json",
    tool: "resolve_ids",
    out: "katG by its preferred name, with its annotation as it was cut; no answer to anything else",
    check: async () => {
      await katGResolves();
      await elsewhereRefused("get_string_ids_katG.json", "unparsable", [
        ...["interaction_partners", "network", "enrichment", "homology_best"],
      ]);
    },
  },
  {
    file: "string/interaction_partners_Rv1908c.json",
    tool: "get_partners",
    out: "five partners, three of them resting on text mining; no answer to other methods",
    check: async () => {
      await katGHasPartners();
      await elsewhereRefused("interaction_partners_Rv1908c.json", "unparsable", [
        ...["get_string_ids", "enrichment", "homology_best"],
      ]);
    },
  },
];
