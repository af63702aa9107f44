import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { type KeggAnswers, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const entry = (tag: string, organism = "mtu") =>
  [
    `ENTRY       ${tag}            CDS       T00015`,
    `SYMBOL      ${tag}sym`,
    "NAME        (RefSeq) enzyme",
    `ORGANISM    ${organism}  Some organism`,
    "AASEQ       3",
    "            MAS",
    "///\n",
  ].join("\n");

const get = keggTool(mockNetwork(), "get_gene", {});
const outcomes = (result: { items: readonly { outcome: string }[] }) => result.items.map(({ outcome }) => outcome);

it("gives an entry, without sequences unless they are asked for", async () => {
  const answers = { "get/mtu:Rv1": entry("Rv1") };
  const result = await get({ ids: ["mtu:Rv1"] }, answers);
  expect(result.outcome).toBe("found");
  expect(result.records[0]).toMatchObject({
    record_id: "mtu:Rv1",
    name: "Rv1sym",
    url: "https://www.kegg.jp/entry/mtu:Rv1",
    detail: { locus_tag: "Rv1", product: "enzyme", aa_length: 3, aa_sequence: null, nt_length: null },
  });
  const whole = await get({ ids: "mtu:Rv1", include_sequence: true }, answers);
  expect(whole.records[0]?.detail.aa_sequence).toBe("MAS");
});

it("asks in tens, since KEGG cuts the rest without a word", async () => {
  const tags = Array.from({ length: 23 }, (_, index) => `Rv${index}`);
  const portions = [tags.slice(0, 10), tags.slice(10, 20), tags.slice(20)];
  const answers: KeggAnswers = Object.fromEntries(
    portions.map((some) => [
      `get/${some.map((tag) => `mtu:${tag}`).join("+")}`,
      some.map((tag) => entry(tag)).join(""),
    ]),
  );
  const result = await get({ ids: tags.map((tag) => `mtu:${tag}`) }, answers);
  expect(result.outcome).toBe("found");
  expect(result.record_ids).toEqual(tags.map((tag) => `mtu:${tag}`));
  expect(result.asked).toHaveLength(3);
  expect(result.records[22]?.request_refs).toEqual([2]);
});

describe("ids asked and ids answered are compared", () => {
  it("an id left out is asked again alone, and only then unknown", async () => {
    const result = await get(
      { ids: ["mtu:Rv1", "mtu:Rv2", "mtu:Rv3"] },
      { "get/mtu:Rv1+mtu:Rv2+mtu:Rv3": entry("Rv1"), "get/mtu:Rv2": { status: 404 }, "get/mtu:Rv3": entry("Rv3") },
    );
    expect(outcomes(result)).toEqual(["found", "not_resolved", "found"]);
    expect(result.outcome).toBe("found");
    expect(noteCodes(result)).toEqual(["unknown_id"]);
  });

  it("an id that is answered by another entry is a failure", async () => {
    const result = await get({ ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": entry("Rv9") });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "incomplete" }] });
    expect(result.page.total).toBeNull();
  });

  it("an entry of another organism is not the one asked", async () => {
    const result = await get({ ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": entry("Rv1", "mtc") });
    expect(result.outcome).toBe("upstream_failed");
  });

  it("an id in another case is the entry's own spelling", async () => {
    const result = await get({ ids: ["mtu:rv1"] }, { "get/mtu:rv1": entry("Rv1") });
    expect(result.items).toMatchObject([{ input: "mtu:rv1", resolved_to: "mtu:Rv1", record_ids: ["mtu:Rv1"] }]);
  });
});

it.each(["", "\n", { status: 404 }])("knows no entry after %j", async (answer) => {
  const result = await get({ ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": answer });
  expect(result.outcome).toBe("not_resolved");
  expect(noteCodes(result)).toEqual(["unknown_id"]);
});

it("does not let an unknown organism cost the other ids of its portion", async () => {
  const result = await get(
    { ids: ["mtu:Rv1", "zzz:a"] },
    { "get/mtu:Rv1+zzz:a": { status: 400 }, "get/mtu:Rv1": entry("Rv1"), "get/zzz:a": { status: 400 } },
  );
  expect(outcomes(result)).toEqual(["found", "not_resolved"]);
  expect(result.errors).toEqual([]);
});

it.each([
  ["an error", { status: 503 }, "upstream_error"],
  ["a page", "<html>", "unexpected_content"],
  ["a cut body", entry("Rv1").replace("///\n", ""), "incomplete"],
  ["text", "busy\n", "unparsable"],
] as const)("fails the ids of a portion after %s", async (_name, answer, code) => {
  const result = await get({ ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": answer });
  expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code }] });
  expect(outcomes(result)).toEqual(["upstream_failed"]);
});

it("refuses names singly, and the call when nothing else is left", async () => {
  const mixed = await get({ ids: ["katG", "mtu:Rv1"] }, { "get/mtu:Rv1": entry("Rv1") });
  expect(outcomes(mixed)).toEqual(["bad_input", "found"]);
  const none = await get({ ids: ["katG", "ko:K1"] });
  expect(none.outcome).toBe("bad_input");
  expect(none.errors.map(({ param }) => param)).toEqual(["ids[0]", "ids[1]"]);
});

describeCaptured("over a captured entry", () => {
  it("EGFR comes whole", async () => {
    const body = capturedText("kegg/flat/kegg-mcp_gene_entry.txt");
    const result = await get({ ids: ["hsa:1956"], include_sequence: true }, { "get/hsa:1956": body });
    expect(result.outcome).toBe("found");
    expect(result.records[0]).toMatchObject({
      record_id: "hsa:1956",
      name: "EGFR",
      cut: [],
      detail: { aa_length: 1210 },
    });
  });
});
