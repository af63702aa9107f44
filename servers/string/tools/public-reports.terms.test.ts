import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import { KATG_OFFER as katG, stringAnswers, stringKnowsTags } from "../../../tests/support/string-network.ts";
import { string } from "../index.ts";

// Each case is a class of failure that users of public STRING clients have reported.
const network = mockNetwork();

let source: OpenSource;
beforeEach(() => {
  source = openSource(string);
});
afterEach(() => source.close());

const answers = (method: string, body: unknown, status = 200) => stringAnswers(network, method, body, status);
const resolvesTags = () => stringKnowsTags(network);
const two = ["Rv0001", "Rv0002"];

describe("enriched terms", () => {
  const term = (more: object = {}) => ({
    category: "Process",
    term: "GO:0006979",
    number_of_genes: 2,
    number_of_genes_in_background: 9,
    ncbiTaxonId: 83332,
    inputGenes: ["83332.Rv0001", "83332.Rv0002"],
    preferredNames: ["dnaA", "dnaN"],
    p_value: 1e-5,
    fdr: 0.001,
    description: "response to oxidative stress",
    ...more,
  });

  const enriched = async (rows: unknown, args: object = {}) => {
    resolvesTags();
    answers("enrichment", rows);
    return source.call("get_enrichment", { ids: two, ...args });
  };

  it.each([
    ["as texts", { p_value: "1.38e-05", fdr: "0.0024" }, [1.38e-5, 0.0024]],
    ["in capitals", { p_value: "5.68E-14", fdr: "9.20e-06" }, [5.68e-14, 9.2e-6]],
    ["as zero", { p_value: 0, fdr: "0" }, [0, 0]],
  ])("may have their p and FDR %s", async (_how, change, expected) => {
    const [record] = (await enriched([term(change)])).records;
    expect([record?.detail.p_value, record?.detail.fdr]).toEqual(expected);
  });

  it.each([
    ["KW-0560", "Keyword"],
    ["HSA-3299685", "RCTM"],
    ["CL:1234", "NetworkNeighborAL"],
    ["GOCC:0005737", "COMPARTMENTS"],
    ["BTO:0000089", "TISSUES"],
    ["DOID:552", "DISEASES"],
    ["HP:0000118", "HPO"],
    ["WP3888", "WikiPathways"],
    ["PF00141", "Pfam"],
    ["IPR010255", "InterPro"],
    ["GWAS:EFO_0004", "GWAS"],
    ["x", "A category of next year"],
  ])("%s of %s keeps its id, its category and a page", async (id, category) => {
    const [record] = (await enriched([term({ term: id, category })])).records;
    expect(record).toMatchObject({
      record_id: `string:enrich:${category}:${id}`,
      url: expect.stringMatching(/^https:/),
      detail: { category, term: id },
    });
  });

  it("with one id in two categories stay two", async () => {
    const result = await enriched([term({ category: "COMPARTMENTS" }), term({ category: "Component" })]);
    expect(result.record_ids).toEqual(["string:enrich:COMPARTMENTS:GO:0006979", "string:enrich:Component:GO:0006979"]);
  });

  it.each([
    ["ids in a list", { inputGenes: ["83332.Rv0001"], preferredNames: ["dnaA"] }, ["found", "none_on_record"]],
    ["ids in one text", { inputGenes: "83332.Rv0001,83332.Rv0002" }, ["found", "found"]],
    ["names, as they were asked", { inputGenes: ["Rv0002"], preferredNames: ["Rv0002"] }, ["none_on_record", "found"]],
  ])("count for the genes that bear them, given as %s", async (_how, change, outcomes) => {
    const result = await enriched([term(change)]);
    expect(result.items.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  it("of one gene alone are not asked for, however it is spelled", async () => {
    const { forms } = answers("enrichment", []);
    resolvesTags();
    for (const ids of [["Rv0001"], ["Rv0001", "83332.Rv0001"], ["Rv0001", "nosuch"]]) {
      expect((await source.call("get_enrichment", { ids })).outcome).not.toBe("none_on_record");
    }
    expect(forms).toEqual([]);
  });
});

describe("versions", () => {
  const version = (body: unknown) =>
    network.use(
      http.get("https://version-12-0.string-db.org/api/json/version", () => HttpResponse.json(body as object[])),
    );

  it("have their stable address under either name", async () => {
    version([{ string_version: "12.0", stable_address: "https://version-12-0.string-db.org" }]);
    const result = await source.call("get_version");
    expect(result.records[0]?.detail).toEqual({
      string_version: "12.0",
      stable_address: "https://version-12-0.string-db.org",
    });
  });

  const movedFrom = async (base: string, location: string, status = 301) => {
    const asked: string[] = [];
    network.use(
      http.post(`${base}/api/json/get_string_ids`, () => new HttpResponse(null, { status, headers: { location } })),
      http.all(location, async ({ request }) => {
        asked.push(`${request.method} ${await request.text()}`);
        return HttpResponse.json([katG]);
      }),
    );
    const moved = openSource(string, { env: { GENE_ROUTER_STRING_URL: base } });
    const result = await moved.call("resolve_ids", { names: ["katG"] });
    await moved.close();
    return { result, asked };
  };

  it.each([301, 302, 307, 308])(
    "that the moving address stands for are followed (%d), form and all",
    async (status) => {
      const at = "https://version-12-0.string-db.org/api/json/get_string_ids";
      const { result, asked } = await movedFrom("https://string-db.org", at, status);
      expect(result.outcome).toBe("found");
      expect(asked).toEqual([expect.stringMatching(/^POST .*identifiers=katG/)]);
    },
  );

  it("other than the pinned one never answer in its place", async () => {
    const at = "https://version-13-0.string-db.org/api/json/get_string_ids";
    const { result, asked } = await movedFrom("https://version-12-0.string-db.org", at);
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "redirect_refused" }] });
    expect(asked).toEqual([]);
  });
});
