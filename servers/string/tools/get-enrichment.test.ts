import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import { codesOf, stringAnswers } from "../../../tests/support/string-network.ts";
import { string } from "../index.ts";

const network = mockNetwork();

let source: OpenSource;
beforeEach(() => {
  source = openSource(string);
});
afterEach(() => source.close());

const resolvesTags = () =>
  stringAnswers(network, "get_string_ids", ({ identifiers, species }: Record<string, string>) =>
    identifiers!
      .split("\r")
      .filter((name) => /^(?:83332\.)?Rv/.test(name))
      .map((name) => ({ queryItem: name, stringId: `${species}.${name.replace("83332.", "")}`, ncbiTaxonId: species })),
  );

const term = (category: string, id: string, fdr: number, more: object = {}) => ({
  category,
  term: id,
  number_of_genes: 2,
  number_of_genes_in_background: 10,
  ncbiTaxonId: 83332,
  inputGenes: ["83332.Rv0001", "83332.Rv0002"],
  preferredNames: ["dnaA", "dnaN"],
  p_value: fdr / 10,
  fdr,
  description: `about ${id}`,
  ...more,
});

const two = { ids: ["Rv0001", "Rv0002"] };

describe("get_enrichment", () => {
  it("asks by id, with no background unless one is given, and says so", async () => {
    resolvesTags();
    const { forms } = stringAnswers(network, "enrichment", [term("KEGG", "mtu03030", 0.01)]);
    const result = await source.call("get_enrichment", two);
    expect(forms).toEqual([
      { identifiers: "83332.Rv0001\r83332.Rv0002", species: "83332", caller_identity: "gene-router" },
    ]);
    expect(codesOf(result.notes)).toContain("whole_proteome_background");
    expect(result.query.background_sent).toBe(0);
  });

  it("sends a background of STRING ids", async () => {
    resolvesTags();
    const { forms } = stringAnswers(network, "enrichment", [term("KEGG", "mtu03030", 0.01)]);
    const background = ["83332.Rv0003", "83332.Rv0001", "83332.Rv0002"];
    const result = await source.call("get_enrichment", { ...two, background });
    expect(forms[0]?.background_string_identifiers).toBe("83332.Rv0001\r83332.Rv0002\r83332.Rv0003");
    expect(codesOf(result.notes)).not.toContain("whole_proteome_background");
  });

  it("gives a term with its p, FDR, counts and members", async () => {
    resolvesTags();
    stringAnswers(network, "enrichment", [term("KEGG", "mtu03030", 0.01)]);
    const result = await source.call("get_enrichment", two);
    expect(result.outcome).toBe("found");
    expect(result.records).toMatchObject([
      {
        record_id: "string:enrich:KEGG:mtu03030",
        type: "term",
        name: "about mtu03030",
        url: "https://www.kegg.jp/entry/mtu03030",
        detail: {
          category: "KEGG",
          term: "mtu03030",
          p_value: 0.001,
          fdr: 0.01,
          genes: 2,
          genes_in_background: 10,
          members: ["83332.Rv0001", "83332.Rv0002"],
          member_names: ["dnaA", "dnaN"],
        },
      },
    ]);
    expect(result.items.map((item) => item.record_ids)).toEqual([
      ["string:enrich:KEGG:mtu03030"],
      ["string:enrich:KEGG:mtu03030"],
    ]);
  });

  const mixed = [
    term("Process", "GO:0000002", 0.04),
    term("PMID", "PMID:1", 0.0001),
    term("Process", "GO:0000001", 0.06),
    term("KEGG", "mtu03030", 0.001),
    term("Keyword", "KW-0001", 0.04),
  ];

  it("counts before it filters, orders by FDR, and leaves publications out", async () => {
    resolvesTags();
    stringAnswers(network, "enrichment", mixed);
    const result = await source.call("get_enrichment", two);
    expect(result.record_ids).toEqual([
      "string:enrich:KEGG:mtu03030",
      "string:enrich:Keyword:KW-0001",
      "string:enrich:Process:GO:0000002",
    ]);
    expect(result.resolved).toMatchObject({
      terms_received: 5,
      terms_by_category: { KEGG: 1, Keyword: 1, PMID: 1, Process: 2 },
      terms_over_max_fdr: 1,
    });
    expect(codesOf(result.notes)).toContain("publications_left_out");
  });

  it("shows publications on request, and only the categories asked", async () => {
    resolvesTags();
    stringAnswers(network, "enrichment", mixed);
    const result = await source.call("get_enrichment", { ...two, categories: ["PMID"] });
    expect(result.record_ids).toEqual(["string:enrich:PMID:PMID:1"]);
    expect(result.records[0]?.url).toBe("https://pubmed.ncbi.nlm.nih.gov/1/");
    expect(codesOf(result.notes)).not.toContain("publications_left_out");
  });

  it("takes the limit of the false discovery rate as inclusive", async () => {
    resolvesTags();
    stringAnswers(network, "enrichment", mixed);
    const result = await source.call("get_enrichment", { ...two, categories: ["Process"], max_fdr: 0.06 });
    expect(result.record_ids).toHaveLength(2);
  });

  it("pages over the whole list", async () => {
    resolvesTags();
    stringAnswers(network, "enrichment", mixed);
    const first = await source.call("get_enrichment", { ...two, limit: 2 });
    expect(first.outcome).toBe("truncated");
    expect(first.page).toMatchObject({ returned: 2, total: 3 });
    const second = await source.call("get_enrichment", { ...two, limit: 2, cursor: first.page.next_cursor });
    expect(second.record_ids).toEqual(["string:enrich:Process:GO:0000002"]);
  });

  it.each([
    ["STRING lists none", []],
    ["none stays within the rate", [term("KEGG", "mtu03030", 0.2)]],
  ])("is an informative zero when %s", async (_case, rows) => {
    resolvesTags();
    stringAnswers(network, "enrichment", rows);
    const result = await source.call("get_enrichment", two);
    expect(result.outcome).toBe("none_on_record");
    expect(codesOf(result.notes)).toEqual(expect.arrayContaining(["no_term", "upstream_cutoff"]));
  });

  it.each([
    ["one is known", ["Rv0001", "nosuch"]],
    ["two names are one protein", ["Rv0001", "83332.Rv0001"]],
  ])("never tests a single protein: %s", async (_case, ids) => {
    resolvesTags();
    const result = await source.call("get_enrichment", { ids });
    expect(result.outcome).toBe("not_resolved");
    expect(result.requests).toHaveLength(1);
    expect(codesOf(result.notes)).toContain("too_few_proteins");
  });

  it.each([
    ["one gene", { ids: ["Rv0001"] }, "ids"],
    ["one gene twice", { ids: ["Rv0001", "Rv0001"] }, "ids"],
    ["genes of two species", { ids: ["Rv0001", "9606.ENSP1"] }, "ids"],
    ["a background by name", { ...two, background: ["katG"] }, "background[0]"],
    ["a background of another species", { ...two, background: ["83332.Rv0001", "9606.ENSP1"] }, "background[1]"],
    ["an unknown category", { ...two, categories: ["Everything"] }, "categories[0]"],
    ["a rate above 1", { ...two, max_fdr: 5 }, "max_fdr"],
    ["a page of 501", { ...two, limit: 501 }, "limit"],
  ])("refuses %s and sends nothing", async (_what, args, param) => {
    const result = await source.call("get_enrichment", args);
    expect(result.outcome).toBe("bad_input");
    expect(result.errors.map((error) => error.param)).toEqual([param]);
    expect(result.requests).toEqual([]);
  });

  it("is a failure when STRING reports an error in its answer", async () => {
    resolvesTags();
    stringAnswers(network, "enrichment", { Error: "input too large" });
    const result = await source.call("get_enrichment", two);
    expect([result.outcome, result.errors[0]?.code]).toEqual(["upstream_failed", "in_band_error"]);
    expect(result.resolved).toMatchObject({ proteins: 2 });
  });
});
