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

const ZERO = { nscore: 0, fscore: 0, pscore: 0, ascore: 0, escore: 0, dscore: 0, tscore: 0 };

const edge = (a: string, b: string, score: number, channels: object = {}) => ({
  stringId_A: `83332.${a}`,
  stringId_B: `83332.${b}`,
  preferredName_A: `name of ${a}`,
  preferredName_B: `name of ${b}`,
  ncbiTaxonId: "83332",
  score,
  ...ZERO,
  ...channels,
});

/** STRING knows every name that begins with "Rv", as its own locus tag. */
const resolvesTags = () =>
  stringAnswers(network, "get_string_ids", ({ identifiers, species }: Record<string, string>) =>
    identifiers!
      .split("\r")
      .filter((name) => /^(?:83332\.)?Rv/.test(name))
      .map((name) => {
        const tag = name.replace("83332.", "");
        return {
          queryItem: name,
          stringId: `${species}.${tag}`,
          preferredName: `name of ${tag}`,
          ncbiTaxonId: species,
        };
      }),
  );

describe("get_network", () => {
  it("asks by id, adding no nodes, with documented parameters only", async () => {
    resolvesTags();
    const { forms } = stringAnswers(network, "network", []);
    await source.call("get_network", { ids: ["Rv0002", "Rv0001"] });
    expect(forms).toEqual([
      {
        identifiers: "83332.Rv0001\r83332.Rv0002",
        species: "83332",
        required_score: "400",
        add_nodes: "0",
        caller_identity: "gene-router",
      },
    ]);
  });

  it("gives an interaction under its sorted ids, with both names and the score block", async () => {
    resolvesTags();
    stringAnswers(network, "network", [edge("Rv0002", "Rv0001", 0.9, { tscore: 0.88, escore: 0.2 })]);
    const result = await source.call("get_network", { ids: ["Rv0002", "Rv0001"] });
    expect(result.outcome).toBe("found");
    expect(result.records).toMatchObject([
      {
        record_id: "83332.Rv0001|83332.Rv0002",
        type: "interaction",
        url: "https://string-db.org/cgi/network?identifiers=83332.Rv0001%0D83332.Rv0002&species=83332",
        flags: ["textmining_only"],
        detail: {
          id_a: "83332.Rv0001",
          id_b: "83332.Rv0002",
          name_a: "name of Rv0001",
          name_b: "name of Rv0002",
          combined_score: 0.9,
          channels: { experimental: 0.2 },
          textmining_score: 0.88,
          max_non_textmining_score: 0.2,
          evidence_beyond_textmining: false,
        },
      },
    ]);
    expect(result.resolved).toMatchObject({ pairs_asked: 1, pairs_total: 1, expanded: false, proteins: 2 });
    expect(codesOf(result.notes)).toEqual(["textmining_caveat", "textmining_only"]);
  });

  it("shows a pair once, by score and then by id, each protein with its own", async () => {
    resolvesTags();
    stringAnswers(network, "network", [
      edge("Rv0002", "Rv0003", 0.8),
      edge("Rv0002", "Rv0001", 0.8),
      edge("Rv0001", "Rv0002", 0.8),
      edge("Rv0001", "Rv0003", 0.9),
    ]);
    const result = await source.call("get_network", { ids: ["Rv0001", "Rv0002", "Rv0003", "Rv0004", "nosuch"] });
    expect(result.record_ids).toEqual([
      "83332.Rv0001|83332.Rv0003",
      "83332.Rv0001|83332.Rv0002",
      "83332.Rv0002|83332.Rv0003",
    ]);
    expect(result.items.map(({ outcome, record_ids }) => [outcome, record_ids.length])).toEqual([
      ["found", 2],
      ["found", 2],
      ["found", 2],
      ["none_on_record", 0],
      ["not_resolved", 0],
    ]);
    expect(result.resolved).toMatchObject({ pairs_asked: 6, pairs_total: 6 });
  });

  it("asks every pair of more than 100 proteins, two blocks of 50 at a time, and merges", async () => {
    resolvesTags();
    const names = Array.from({ length: 120 }, (_, index) => `Rv${String(index).padStart(4, "0")}`);
    const { forms } = stringAnswers(network, "network", ({ identifiers }: Record<string, string>) =>
      identifiers!.includes("Rv0000\r") && identifiers!.includes("Rv0001\r") ? [edge("Rv0001", "Rv0000", 0.9)] : [],
    );
    const result = await source.call("get_network", { ids: names });
    expect(forms.map((form) => form.identifiers!.split("\r").length)).toEqual([100, 70, 70]);
    expect(result.record_ids).toEqual(["83332.Rv0000|83332.Rv0001"]);
    expect(result.records[0]?.request_refs).toEqual([1, 2]);
    expect(result.resolved).toMatchObject({ pairs_asked: 7140, pairs_total: 7140 });
  });

  it("calls the pairs of a failed request unasked, and keeps the rest", async () => {
    resolvesTags();
    const names = Array.from({ length: 120 }, (_, index) => `Rv${String(index).padStart(4, "0")}`);
    stringAnswers(network, "network", ({ identifiers }: Record<string, string>) => {
      const second = identifiers!.includes("Rv0050");
      return second && identifiers!.includes("Rv0119")
        ? ["Error", "busy"]
        : second
          ? [edge("Rv0000", "Rv0050", 0.9)]
          : [];
    });
    const result = await source.call("get_network", { ids: names });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.errors).toMatchObject([{ code: "in_band_error" }]);
    expect(result.record_ids).toEqual(["83332.Rv0000|83332.Rv0050"]);
    expect(result.resolved).toMatchObject({ pairs_asked: 7140 - 50 * 20, pairs_total: 7140 });
    expect(result.notes.find((note) => note.startsWith("pairs_unasked:"))).toMatch(/1000 of 7140/);
    expect(codesOf(result.notes)).not.toContain("below_threshold");
    expect(result.page.total).toBeNull();
    const outcomeOf = (name: string) => result.items.find((item) => item.input === name)?.outcome;
    expect([outcomeOf("Rv0000"), outcomeOf("Rv0001"), outcomeOf("Rv0060")]).toEqual([
      "found",
      "none_on_record",
      "upstream_failed",
    ]);
  });

  it("leaves out proteins that STRING added by itself", async () => {
    resolvesTags();
    stringAnswers(network, "network", [edge("Rv0001", "Rv0002", 0.9), edge("Rv0001", "Rv0777", 0.99)]);
    const result = await source.call("get_network", { ids: ["Rv0001", "Rv0002"] });
    expect(result.record_ids).toEqual(["83332.Rv0001|83332.Rv0002"]);
    expect(result.resolved.rows_unasked).toBe(1);
    expect(codesOf(result.notes)).toContain("unasked_rows");
  });

  it("applies the threshold on receipt", async () => {
    resolvesTags();
    stringAnswers(network, "network", [edge("Rv0001", "Rv0002", 0.4), edge("Rv0001", "Rv0003", 0.399)]);
    const result = await source.call("get_network", { ids: ["Rv0001", "Rv0002", "Rv0003"] });
    expect(result.record_ids).toEqual(["83332.Rv0001|83332.Rv0002"]);
    expect(result.notes.find((note) => note.startsWith("threshold_applied_locally:"))).toMatch(/1 of 2 .* 400/);
  });

  it("without interactions is an informative zero", async () => {
    resolvesTags();
    stringAnswers(network, "network", []);
    const result = await source.call("get_network", { ids: ["Rv0001", "Rv0002"] });
    expect(result.outcome).toBe("none_on_record");
    expect(codesOf(result.notes)).toContain("below_threshold");
  });

  it.each([
    ["one is known", ["Rv0001", "nosuch"]],
    ["two names are one protein", ["Rv0001", "83332.Rv0001"]],
    ["none is known", ["nosuch", "neither"]],
  ])("is not resolved when %s, and the network is not asked", async (_case, ids) => {
    resolvesTags();
    const result = await source.call("get_network", { ids });
    expect(result.outcome).toBe("not_resolved");
    expect(result.requests).toHaveLength(1);
    expect(codesOf(result.notes)).toContain("too_few_proteins");
  });

  it("is a failure when the names could not be asked", async () => {
    stringAnswers(network, "get_string_ids", "<html>");
    const result = await source.call("get_network", { ids: ["Rv0001", "Rv0002"] });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.items.map((item) => item.outcome)).toEqual(["upstream_failed", "upstream_failed"]);
  });

  it.each([
    ["one id", { ids: ["Rv0001"] }, "ids", "out_of_range"],
    ["401 ids", { ids: Array.from({ length: 401 }, (_, index) => `g${index}`) }, "ids", "out_of_range"],
    ["ids of two species", { ids: ["83332.Rv0001", "9606.ENSP00000269305"] }, "ids", "invalid_argument"],
    ["a fraction as score", { ids: ["Rv0001", "Rv0002"], required_score: 0.4 }, "required_score", "invalid_argument"],
  ])("refuses %s and sends nothing", async (_what, args, param, code) => {
    const result = await source.call("get_network", args);
    expect(result.errors).toMatchObject([{ code, param }]);
    expect(result.requests).toEqual([]);
  });

  it("takes the species from the ids when they all carry it", async () => {
    const { forms } = stringAnswers(network, "get_string_ids", []);
    const result = await source.call("get_network", { ids: ["9606.ENSP00000269305", "9606.ENSP00000258149"] });
    expect(forms[0]?.species).toBe("9606");
    expect(result.query.species_used).toBe(9606);
    expect(codesOf(result.notes)).toContain("species_from_id");
  });
});
