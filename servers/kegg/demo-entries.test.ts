import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { keggTool } from "../../tests/support/kegg-network.ts";
import { mockNetwork } from "../../tests/support/source-harness.ts";

interface Entry {
  readonly url: string;
  readonly synthetic: boolean;
  readonly responses: readonly { readonly body_text: string; readonly content_sha256: string }[];
}

const FILE = new URL("../../fixtures/entries/demo/kegg.json", import.meta.url);
const entries: readonly Entry[] = JSON.parse(readFileSync(FILE, "utf8"));
const answers = Object.fromEntries(
  entries.map(({ url, responses }) => [url.replace("https://rest.kegg.jp/", ""), responses[0]!.body_text]),
);
const pathwaysOf = keggTool(mockNetwork(), "get_pathways", answers);

it("the demonstration is marked as made by hand, and its hashes are those of its texts", () => {
  for (const { synthetic, responses } of entries) {
    expect(synthetic).toBe(true);
    for (const { body_text, content_sha256 } of responses) {
      expect(createHash("sha256").update(body_text).digest("hex")).toBe(content_sha256);
    }
  }
});

it.each([
  ["katG", "Rv1908c", "found", ["mtu00360", "mtu00380", "mtu00983", "mtu01100", "mtu01110"]],
  ["inhA", "Rv1484", "found", ["mtu00074", "mtu01100", "mtu01110"]],
  ["rpoB", "Rv0667", "found", ["mtu03020"]],
  ["gyrA", "Rv0006", "none_on_record", []],
  ["furA", "Rv1909c", "none_on_record", []],
  ["ahpC", "Rv2428", "none_on_record", []],
])("it answers %s", async (gene, locusTag, outcome, ids) => {
  const result = await pathwaysOf({ gene });
  expect(result.outcome).toBe(outcome);
  expect(result.resolved).toMatchObject({ locus_tag: locusTag, matched_by: "symbol" });
  expect(result.record_ids).toEqual(ids);
  expect(result.records.every(({ name }) => name !== "(name unavailable)")).toBe(true);
});
