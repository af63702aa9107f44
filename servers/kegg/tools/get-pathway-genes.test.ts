import { describe, expect, it } from "vitest";
import { type KeggAnswer, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { SMALL_ORGANISM } from "../../../tests/support/kegg-small-organism.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const GENES = "path:mtu00360\tmtu:Rv2428\npath:mtu00360\tmtu:Rv1908c\npath:mtu00360\tmtu:Rv1908c\n";
const genesOf = keggTool(mockNetwork(), "get_pathway_genes", { ...SMALL_ORGANISM, "link/mtu/mtu00360": GENES });

it.each(["mtu00360", "path:mtu00360", " PATH:MTU00360 "])("gives the genes of %j, each once", async (pathway) => {
  const result = await genesOf({ pathway });
  expect(result.outcome).toBe("found");
  expect(result.record_ids).toEqual(["mtu:Rv1908c", "mtu:Rv2428"]);
  expect(result.records[0]).toMatchObject({
    name: "katG",
    request_refs: [0, 1],
    flags: [],
    detail: { locus_tag: "Rv1908c", symbols: ["katG"], product: "enzyme", position: "1..9" },
  });
  expect(result.query).toMatchObject({ pathway_used: "mtu00360" });
  expect(result.asked).toEqual(["link/mtu/mtu00360", "list/mtu"]);
});

it("gives the pathway's size block in resolved, valid even when the list is cut", async () => {
  const result = await genesOf({ pathway: "mtu00360", limit: 1 });
  expect(result.outcome).toBe("truncated");
  expect(result.resolved).toMatchObject({
    matched_by: "pathway_id",
    pathway_id: "mtu00360",
    number: "00360",
    size: 2,
    genome_size: 100,
    fraction: 0.02,
    specificity: "specific",
  });
});

it("warns of a broad pathway", async () => {
  const rows = Array.from({ length: 5 }, (_, index) => `path:mtu01100\tmtu:RvX${index}\n`).join("");
  const result = await genesOf({ pathway: "mtu01100" }, { "link/mtu/mtu01100": rows });
  expect(result.resolved).toMatchObject({ fraction: 0.05, specificity: "broad" });
  expect(noteCodes(result)).toEqual(["broad_pathway"]);
});

it("keeps citable ids when the gene list fails", async () => {
  const result = await genesOf({ pathway: "mtu00360" }, { "list/mtu": { status: 503 } });
  expect(result.outcome).toBe("found");
  expect(result.errors).toEqual([]);
  expect(result.record_ids).toEqual(["mtu:Rv1908c", "mtu:Rv2428"]);
  expect(result.records[0]).toMatchObject({ name: "Rv1908c", detail: { product: null, position: null } });
  expect(result.resolved).toMatchObject({ size: 2, genome_size: null, fraction: null, specificity: "unknown" });
  expect(noteCodes(result)).toEqual(["genome_size_unavailable", "descriptions_unavailable"]);
});

it("marks the genes that the gene list leaves out, and counts them", async () => {
  const result = await genesOf({ pathway: "mtu00360" }, { "link/mtu/mtu00360": `${GENES}path:mtu00360\tmtu:Rv9\n` });
  expect(result.records.map(({ flags }) => flags.length)).toEqual([0, 0, 1]);
  expect(result.notes.join()).toContain("1 of 3 genes");
});

describe("no rows", () => {
  it.each<[string, KeggAnswer]>([
    ["an empty body", ""],
    ["a blank line", "\n"],
    ["a 404", { status: 404 }],
  ])("after %s leave the pathway unresolved", async (_name, answer) => {
    const result = await genesOf({ pathway: "mtu99999" }, { "link/mtu/mtu99999": answer });
    expect(result.outcome).toBe("not_resolved");
    expect(noteCodes(result)).toEqual(["unknown_pathway"]);
  });

  it("after a 400 leave the organism unresolved", async () => {
    const result = await genesOf({ pathway: "zzz00010" }, { "link/zzz/zzz00010": { status: 400 } });
    expect(result.outcome).toBe("not_resolved");
    expect(noteCodes(result)).toEqual(["unknown_organism"]);
  });

  it.each<[string, KeggAnswer, string]>([
    ["an error", { status: 502 }, "upstream_error"],
    ["a page", "<html>", "unexpected_content"],
    ["rows of another pathway", "path:mtu00010\tmtu:Rv1908c\n", "unparsable"],
  ])("after %s are a failure", async (_name, answer, code) => {
    const result = await genesOf({ pathway: "mtu00360" }, { "link/mtu/mtu00360": answer });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code }] });
  });
});

it.each(["map00360", "ko00360", "path:map00360", "ec00360", "rn00360", "mtu0036", "Glycolysis", "mtu00360/x", ""])(
  "refuses %j as a pathway of an organism",
  async (pathway) => {
    const result = await genesOf({ pathway });
    expect(result).toMatchObject({ outcome: "bad_input", errors: [{ param: "pathway" }], asked: [] });
  },
);
