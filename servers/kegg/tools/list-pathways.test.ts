import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { type KeggAnswer, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { SMALL_ORGANISM } from "../../../tests/support/kegg-small-organism.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const list = keggTool(mockNetwork(), "list_pathways", SMALL_ORGANISM);

it("gives every pathway with its size and class, and the genome size", async () => {
  const result = await list({});
  expect(result.outcome).toBe("found");
  expect(result.resolved).toMatchObject({ matched_by: "organism_code", genome_size: 100 });
  expect(
    result.records.map(({ record_id, name, detail }) => [record_id, name, detail.size, detail.specificity]),
  ).toEqual([
    ["mtu00360", "Phenylalanine - H37Rv", 3, "specific"],
    ["mtu00983", "Drugs - H37Rv", 4, "specific"],
    ["mtu01100", "Metabolic pathways - H37Rv", 60, "broad"],
  ]);
  expect(result.page.total).toBe(3);
  expect(noteCodes(result)).toEqual(["broad_pathways"]);
});

it("cuts at the limit and says how many there are", async () => {
  const first = await list({ limit: 2 });
  expect(first).toMatchObject({ outcome: "truncated", page: { returned: 2, total: 3, truncated_by: "limit" } });
  const second = await list({ limit: 2, cursor: first.page.next_cursor });
  expect(second.record_ids).toEqual(["mtu01100"]);
});

it("keeps ids without names", async () => {
  const result = await list({}, { "list/pathway/mtu": { status: 503 } });
  expect(result.outcome).toBe("found");
  expect(result.records[0]?.name).toBe("(name unavailable)");
});

describe("what is needed and fails", () => {
  it("is the gene list: pathways and sizes stay, and the call is a failure", async () => {
    const result = await list({}, { "list/mtu": { status: 503 } });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.record_ids).toHaveLength(3);
    expect(result.page.total).toBe(3);
    expect(result.records[2]?.detail).toMatchObject({ size: 60, fraction: null, specificity: "unknown" });
    expect(noteCodes(result)).toEqual(["genome_size_unavailable"]);
    expect(result.errors).toHaveLength(1);
  });

  it.each<[string, KeggAnswer, string]>([
    ["out of service", { status: 500 }, "upstream_error"],
    ["refused", { status: 400 }, "upstream_refused"],
    ["HTML", "<html>", "unexpected_content"],
    ["no rows", "busy\n", "unparsable"],
  ])("is the links: %s", async (_name, answer, code) => {
    const result = await list({}, { "link/pathway/mtu": answer });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code }] });
  });
});

it("is an informative zero for a listed organism without any link", async () => {
  const result = await list({}, { "link/pathway/mtu": "\n" });
  expect(result.outcome).toBe("none_on_record");
  expect(noteCodes(result)).toEqual(["no_pathways"]);
});

it.each([400, 404])("does not know an organism for which KEGG answers %i", async (status) => {
  const result = await list({ organism: "zzz" }, { "link/pathway/zzz": { status }, "list/zzz": { status } });
  expect(result.outcome).toBe("not_resolved");
  expect(noteCodes(result)).toEqual(["unknown_organism"]);
});

describeCaptured("over captured answers", () => {
  it("lists as many pathways as hold a gene of H37Rv", async () => {
    const links = capturedText("kegg/mtu/link_pathway_mtu.tsv");
    const result = await list(
      { max_bytes: 400_000 },
      {
        "list/mtu": capturedText("kegg/mtu/list_mtu_subset.tsv"),
        "link/pathway/mtu": links,
        "list/pathway/mtu": capturedText("kegg/mtu/list_pathway_mtu.tsv"),
      },
    );
    const linked = new Set(
      links
        .trim()
        .split("\n")
        .map((row) => row.slice(row.indexOf(":", row.indexOf("\t")) + 1)),
    );
    expect(new Set(result.record_ids)).toEqual(linked);
    expect(result.records.every(({ name }) => name !== "(name unavailable)")).toBe(true);
  });
});
