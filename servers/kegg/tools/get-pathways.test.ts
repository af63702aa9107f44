import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { type KeggAnswer, type KeggResult, keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { KATG_LINKS, SMALL_LIST, SMALL_ORGANISM } from "../../../tests/support/kegg-small-organism.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

const network = mockNetwork();
const ask = keggTool(network, "get_pathways", SMALL_ORGANISM);

describe("the pathways of a gene that KEGG knows by its symbol", () => {
  it("come sorted, with name, size, share of the genome and class", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["mtu00360", "mtu00983", "mtu01100"]);
    expect(result.records[0]).toMatchObject({
      type: "pathway",
      name: "Phenylalanine - H37Rv",
      url: "https://www.kegg.jp/entry/mtu00360",
      source: "kegg",
      licence: "kegg-academic",
      flags: [],
      also: ["path:mtu00360"],
      detail: { kegg_gene_id: "mtu:Rv1908c", number: "00360", size: 3, fraction: 0.03, specificity: "specific" },
    });
    expect(result.records[2]).toMatchObject({
      flags: ["broad_pathways"],
      detail: { size: 60, fraction: 0.6, specificity: "broad" },
    });
    expect(result.page.total).toBe(3);
    expect(result.licences["kegg-academic"]).toMatchObject({ terms: "academic_only", redistribute: false });
  });

  it("rest on the gene's own links first, then on names and sizes", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.requests.map(({ url }) => url)).toEqual([
      "https://rest.kegg.jp/list/mtu",
      "https://rest.kegg.jp/link/pathway/mtu:Rv1908c",
      "https://rest.kegg.jp/list/pathway/mtu",
      "https://rest.kegg.jp/link/pathway/mtu",
    ]);
    expect(result.records.map(({ request_refs }) => request_refs)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it("say what was resolved and how, and which organism was used", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.query).toMatchObject({ gene: "katG", organism: "mtu", organism_used: "mtu" });
    expect(result.resolved).toEqual({
      matched_by: "symbol",
      kegg_gene_id: "mtu:Rv1908c",
      locus_tag: "Rv1908c",
      symbols: ["katG"],
      candidates: [],
      refused: [],
    });
  });

  it("carry one note on the broad ones, counted as they are", async () => {
    const result = await ask({ gene: "katG" });
    expect(result.notes).toEqual([
      "broad_pathways: 1 of 3 pathways hold at least 5% of the genome; sharing them is a base rate.",
    ]);
  });

  it.each([
    ["katg", "symbol"],
    [" Rv1908c ", "locus_tag"],
    ["rv1908C", "locus_tag"],
    ["mtu:Rv1908c", "qualified_id"],
    ["MTU:Rv1908c", "qualified_id"],
  ])("are the same under %j", async (gene, matchedBy) => {
    const result = await ask({ gene });
    expect(result.record_ids).toEqual(["mtu00360", "mtu00983", "mtu01100"]);
    expect(result.resolved).toMatchObject({ matched_by: matchedBy, kegg_gene_id: "mtu:Rv1908c", locus_tag: "Rv1908c" });
  });

  it("are counted once where KEGG repeats a row", async () => {
    const result = await ask({ gene: "katG" }, { "link/pathway/mtu:Rv1908c": KATG_LINKS + KATG_LINKS });
    expect(result.page.total).toBe(3);
  });
});

describe("an id with its own organism", () => {
  it("needs no gene list, and says what is unknown without one", async () => {
    const result = await ask({ gene: "mtu:Rv1908c" });
    expect(result.asked).toEqual(["link/pathway/mtu:Rv1908c", "list/pathway/mtu", "link/pathway/mtu"]);
    expect(result.records[0]?.request_refs).toEqual([0, 1, 2]);
    expect(result.records[0]?.detail).toMatchObject({ size: 3, fraction: null, specificity: "unknown" });
    expect(noteCodes(result)).toEqual(["genome_size_not_asked"]);
  });

  it("wins over the parameter organism", async () => {
    const result = await ask({ gene: "mtu:Rv1908c", organism: "eco" });
    expect(result.query).toMatchObject({ organism: "eco", organism_used: "mtu" });
    expect(noteCodes(result)).toContain("organism_from_id");
    expect(result.outcome).toBe("found");
  });

  it("is looked for in another case when KEGG gives nothing under the spelling asked", async () => {
    const result = await ask({ gene: "mtu:rv1908c" }, { "link/pathway/mtu:rv1908c": "" });
    expect(result.outcome).toBe("found");
    expect(result.resolved).toMatchObject({ matched_by: "qualified_id", kegg_gene_id: "mtu:Rv1908c" });
    expect(result.asked.slice(0, 3)).toEqual(["link/pathway/mtu:rv1908c", "list/mtu", "link/pathway/mtu:Rv1908c"]);
  });

  it("is no id when a symbol follows the colon, and a note says so", async () => {
    const result = await ask({ gene: "mtu:katG" }, { "link/pathway/mtu:katG": "" });
    expect(result.outcome).toBe("not_resolved");
    expect(result.resolved).toMatchObject({ matched_by: "none", kegg_gene_id: null });
    expect(noteCodes(result)).toEqual(["unknown_gene", "symbol_after_colon"]);
  });

  it("is not resolved when KEGG knows neither the gene nor, by refusing, the organism", async () => {
    const result = await ask(
      { gene: "zzz:abc" },
      { "link/pathway/zzz:abc": { status: 400 }, "list/zzz": { status: 400 } },
    );
    expect(result.outcome).toBe("not_resolved");
    expect(noteCodes(result)).toContain("unknown_organism");
  });

  it("is a failure when KEGG refuses the links of a gene that it lists", async () => {
    const result = await ask({ gene: "mtu:Rv1908c" }, { "link/pathway/mtu:Rv1908c": { status: 400 } });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.resolved).toMatchObject({ kegg_gene_id: "mtu:Rv1908c" });
    expect(result.errors).toMatchObject([{ code: "upstream_refused", status: 400 }]);
  });

  it.each([
    ["an unknown gene", "mtu:Rv9999", "not_resolved"],
    ["a gene with a letter too few", "mtu:Rv1908", "not_resolved"],
    ["a known gene", "mtu:Rv2428", "none_on_record"],
  ])("without rows is read by the gene list: %s", async (_name, gene, outcome) => {
    const result = await ask({ gene }, { [`link/pathway/${gene}`]: "\n" });
    expect(result.outcome).toBe(outcome);
    expect(result.records).toEqual([]);
    expect(result.notes).not.toEqual([]);
  });

  it.each<[string, KeggAnswer]>([
    ["cannot be fetched", { status: 503 }],
    ["comes empty", ""],
    ["comes as a blank line", "\n"],
    ["is an HTML page", "<!DOCTYPE html><html></html>"],
  ])("without rows is no zero while the list %s", async (_name, list) => {
    const result = await ask({ gene: "mtu:Rv2428" }, { "link/pathway/mtu:Rv2428": "", "list/mtu": list });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toHaveLength(1);
  });
});

describe("the organism", () => {
  it("is trimmed and lower-cased", async () => {
    const result = await ask({ gene: "katG", organism: " MTU " });
    expect(result.query).toMatchObject({ organism: "mtu", organism_used: "mtu" });
    expect(result.outcome).toBe("found");
  });

  it("may be a T number, which is sent with a capital", async () => {
    const answers = {
      "list/T00015": SMALL_LIST,
      "list/pathway/T00015": SMALL_ORGANISM["list/pathway/mtu"]!,
      "link/pathway/T00015": SMALL_ORGANISM["link/pathway/mtu"]!,
    };
    const result = await ask({ gene: "katG", organism: "t00015" }, answers);
    expect(result.query).toMatchObject({ organism: "t00015", organism_used: "T00015" });
    expect(result.record_ids).toHaveLength(3);
    expect(result.resolved).toMatchObject({ kegg_gene_id: "mtu:Rv1908c" });
  });

  it("is read in the old layout of two columns too", async () => {
    const result = await ask({ gene: "katG" }, { "list/mtu": SMALL_LIST.replaceAll("\tCDS\t1..9\t", "\t") });
    expect(result.resolved).toMatchObject({ kegg_gene_id: "mtu:Rv1908c" });
    expect(result.records[2]?.detail).toMatchObject({ fraction: 0.6 });
  });
});

it("gives a long list in pages that neither overlap nor skip", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => `mtu${String(index).padStart(5, "0")}`);
  const links = { "link/pathway/mtu:Rv1908c": ids.map((id) => `mtu:Rv1908c\tpath:${id}\n`).join("") };
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const paging = cursor === null ? {} : { cursor };
    const page: KeggResult = await ask({ gene: "katG", max_bytes: 8000, ...paging }, links);
    expect(page.outcome).toBe("truncated");
    expect(page.page.total).toBe(60);
    seen.push(...page.record_ids);
    cursor = page.page.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(ids);
});

describeCaptured("over captured answers", () => {
  it("katG has its five pathways, and the two overview maps are broad", async () => {
    const result = await ask(
      { gene: "katG" },
      {
        "list/mtu": capturedText("kegg/mtu/list_mtu_subset.tsv"),
        "link/pathway/mtu:Rv1908c": capturedText("kegg/mtu/link_pathway_Rv1908c.tsv"),
        "list/pathway/mtu": capturedText("kegg/mtu/list_pathway_mtu.tsv"),
        "link/pathway/mtu": capturedText("kegg/mtu/link_pathway_mtu.tsv"),
      },
    );
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["mtu00360", "mtu00380", "mtu00983", "mtu01100", "mtu01110"]);
    expect(result.records.every(({ name }) => name.endsWith("Mycobacterium tuberculosis H37Rv"))).toBe(true);
    expect(result.records[3]?.detail).toMatchObject({ size: 699, specificity: "broad" });
  });
});
