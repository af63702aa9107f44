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

const knowsKatG = () =>
  stringAnswers(network, "get_string_ids", [
    { queryItem: "katG", stringId: "83332.Rv1908c", preferredName: "katG", ncbiTaxonId: 83332 },
  ]);

const hit = (id: string, bitscore: number, of = "83332.Rv1908c") => ({ stringId_A: of, stringId_B: id, bitscore });

describe("get_homologs", () => {
  it("asks for the best hits by id, in the species given, with documented parameters only", async () => {
    knowsKatG();
    const { forms } = stringAnswers(network, "homology_best", []);
    await source.call("get_homologs", { gene: "katG", species_b: [511145, 9606] });
    expect(forms).toEqual([
      { identifiers: "83332.Rv1908c", species: "83332", species_b: "511145\r9606", caller_identity: "gene-router" },
    ]);
  });

  it("gives the best hit of each species, and an item a species", async () => {
    knowsKatG();
    stringAnswers(network, "homology_best", [
      hit("511145.b0001", 60),
      hit("511145.b3942", 772.3),
      hit("10090.ENSMUSP1", 99),
    ]);
    const result = await source.call("get_homologs", { gene: "katG", species_b: [9606, 511145, 511145] });
    expect(result.outcome).toBe("found");
    expect(result.records).toMatchObject([
      {
        record_id: "511145.b3942",
        type: "homolog",
        name: "b3942",
        url: "https://string-db.org/network/511145.b3942",
        detail: { bit_score: 772.3, species: "511145", homolog_of: "83332.Rv1908c" },
      },
    ]);
    expect(result.items.map(({ input, outcome, resolved_to }) => [input, outcome, resolved_to])).toEqual([
      ["9606", "none_on_record", null],
      ["511145", "found", "511145.b3942"],
    ]);
    expect(codesOf(result.notes)).toEqual(["no_hit", "best_hit_caveat"]);
  });

  it("without any hit is a zero that says what it does not prove", async () => {
    knowsKatG();
    stringAnswers(network, "homology_best", []);
    const result = await source.call("get_homologs", { gene: "katG", species_b: [9606] });
    expect(result.outcome).toBe("none_on_record");
    expect(codesOf(result.notes)).toEqual(["no_hit"]);
  });

  it("does not know a species that was never answered for", async () => {
    knowsKatG();
    stringAnswers(network, "homology_best", ["Error", "busy"]);
    const failed = await source.call("get_homologs", { gene: "katG", species_b: [9606] });
    expect([failed.outcome, failed.items[0]?.outcome]).toEqual(["upstream_failed", "upstream_failed"]);
    stringAnswers(network, "get_string_ids", []);
    const unknown = await source.call("get_homologs", { gene: "nosuch", species_b: [9606] });
    expect([unknown.outcome, unknown.items[0]?.outcome]).toEqual(["not_resolved", "not_resolved"]);
  });

  it("refuses rows about another protein", async () => {
    knowsKatG();
    stringAnswers(network, "homology_best", [hit("9606.ENSP1", 90, "83332.Rv0667")]);
    const result = await source.call("get_homologs", { gene: "katG", species_b: [9606] });
    expect(result.errors).toMatchObject([{ code: "unparsable" }]);
  });

  it.each([
    ["no species", { gene: "katG" }, "missing_argument", "species_b"],
    [
      "21 species",
      { gene: "katG", species_b: Array.from({ length: 21 }, (_, index) => index + 1) },
      "out_of_range",
      "species_b",
    ],
  ])("refuses %s", async (_what, args, code, param) => {
    expect((await source.call("get_homologs", args)).errors).toMatchObject([{ code, param }]);
  });
});
