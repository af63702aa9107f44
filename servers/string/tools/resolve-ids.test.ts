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

const offer = (queryItem: string, stringId: string, preferredName: string, more: object = {}) => ({
  queryItem,
  stringId,
  preferredName,
  ncbiTaxonId: Number(stringId.split(".")[0]),
  annotation: `what ${preferredName} does`,
  ...more,
});

/** Answers each request by its species. */
const answers = (bySpecies: Record<string, unknown>) =>
  stringAnswers(
    network,
    "get_string_ids",
    (form: Record<string, string>) => bySpecies[form.species ?? ""] ?? new Response(null, { status: 400 }),
  );

describe("resolve_ids", () => {
  it("sends all names in one form, joined by a carriage return that is encoded once", async () => {
    const { raw, forms } = answers({ 83332: [] });
    await source.call("resolve_ids", { names: ["katG", "inhA"] });
    expect(raw).toHaveLength(1);
    expect(raw[0]).toContain("identifiers=katG%0DinhA");
    const { identifiers, ...others } = forms[0]!;
    expect(identifiers).toBe("katG\rinhA");
    expect(others).toEqual({ species: "83332", limit: "5", echo_query: "1", caller_identity: "gene-router" });
  });

  it("gives one item a name in input order, and one record a protein", async () => {
    answers({
      83332: [
        offer("inhA", "83332.Rv1484", "inhA", { queryIndex: 3 }),
        offer("katG", "83332.Rv1908c", "katG", { queryIndex: 0 }),
        offer("Rv1908c", "83332.Rv1908c", "katG", { queryIndex: 1 }),
      ],
    });
    const result = await source.call("resolve_ids", { names: ["katG", "Rv1908c", "nosuch", "inhA", "katG"] });
    expect(result.outcome).toBe("found");
    expect(
      result.items.map(({ input, outcome, resolved_to, record_ids }) => [input, outcome, resolved_to, record_ids]),
    ).toEqual([
      ["katG", "found", "83332.Rv1908c", ["83332.Rv1908c"]],
      ["Rv1908c", "found", "83332.Rv1908c", ["83332.Rv1908c"]],
      ["nosuch", "not_resolved", null, []],
      ["inhA", "found", "83332.Rv1484", ["83332.Rv1484"]],
    ]);
    expect(result.record_ids).toEqual(["83332.Rv1908c", "83332.Rv1484"]);
    expect(result.records[0]).toMatchObject({
      type: "protein",
      name: "katG",
      url: "https://string-db.org/network/83332.Rv1908c",
      flags: [],
      detail: { preferred_name: "katG", annotation: "what katG does" },
    });
    expect(result.resolved).toMatchObject({ matched_by: "mixed", names_asked: 4, names_resolved: 3 });
    expect(codesOf(result.notes)).toEqual(["unknown_name"]);
  });

  it("flags a protein that was reached by a synonym", async () => {
    answers({ 83332: [offer("P9WIE5", "83332.Rv1908c", "katG")] });
    const result = await source.call("resolve_ids", { names: ["P9WIE5"] });
    expect(result.records[0]?.flags).toEqual(["synonym_match"]);
    expect(result.items[0]).toMatchObject({ outcome: "found", reason: "matched by synonym" });
    expect(codesOf(result.notes)).toEqual(["synonym_match"]);
  });

  it("names the candidates of an ambiguous name and the place it came from", async () => {
    answers({
      83332: [
        offer("katG", "83332.Rv1908c", "katG"),
        offer("fur", "83332.Rv1909c", "furA"),
        offer("fur", "83332.Rv2359", "zur"),
      ],
    });
    const result = await source.call("resolve_ids", { names: ["katG", "fur"] });
    expect(result.items[1]).toMatchObject({ outcome: "ambiguous", resolved_to: null, record_ids: [] });
    expect(result.resolved.candidates).toMatchObject([
      { id: "83332.Rv1909c", name: "furA", why: expect.stringMatching(/^names\[1\]/) },
      { id: "83332.Rv2359", name: "zur", why: expect.stringMatching(/^names\[1\]/) },
    ]);
    expect(result.record_ids).toEqual(["83332.Rv1908c"]);
  });

  it.each([
    ["all unknown", ["a1", "b1"], [], "not_resolved"],
    ["all ambiguous", ["a1"], [offer("a1", "83332.Rv1", "x"), offer("a1", "83332.Rv2", "y")], "ambiguous"],
    ["unlike each other", ["a1", "b1"], [offer("a1", "83332.Rv1", "x"), offer("a1", "83332.Rv2", "y")], "not_resolved"],
  ])("without any record has the outcome of its items when they are %s", async (_case, names, rows, outcome) => {
    answers({ 83332: rows });
    expect((await source.call("resolve_ids", { names })).outcome).toBe(outcome);
  });

  it("refuses a malformed name singly", async () => {
    const { forms } = answers({ 83332: [offer("katG", "83332.Rv1908c", "katG")] });
    const result = await source.call("resolve_ids", { names: ["katG", "two\rnames", " ", "x".repeat(101)] });
    expect(forms[0]?.identifiers).toBe("katG");
    expect(result.outcome).toBe("found");
    expect(result.items.map((item) => item.outcome)).toEqual(["found", "bad_input", "bad_input", "bad_input"]);
    expect(result.resolved.refused).toHaveLength(3);
    expect(JSON.stringify(result)).not.toContain("\\r");
  });

  it("is bad input when no name is left, naming each", async () => {
    const result = await source.call("resolve_ids", { names: ["", "a\nb"] });
    expect(result.outcome).toBe("bad_input");
    expect(result.errors.map((error) => error.param)).toEqual(["names[0]", "names[1]"]);
    expect(result.requests).toEqual([]);
  });

  it.each([
    ["no names", {}, "missing_argument"],
    ["an empty list", { names: [] }, "out_of_range"],
    ["201 names", { names: Array.from({ length: 201 }, (_, index) => `g${index}`) }, "out_of_range"],
  ])("refuses %s", async (_what, args, code) => {
    expect((await source.call("resolve_ids", args)).errors).toMatchObject([{ code, param: "names" }]);
  });

  it("takes a single name for a list of one", async () => {
    answers({ 83332: [offer("katG", "83332.Rv1908c", "katG")] });
    expect((await source.call("resolve_ids", { names: "katG" })).record_ids).toEqual(["83332.Rv1908c"]);
  });

  it("looks for a full id in its own taxon", async () => {
    const { forms } = answers({
      83332: [offer("katG", "83332.Rv1908c", "katG")],
      9606: [offer("9606.ENSP00000269305", "9606.ENSP00000269305", "TP53")],
    });
    const result = await source.call("resolve_ids", { names: ["9606.ENSP00000269305", "katG"] });
    expect(forms.map((form) => form.species)).toEqual(["9606", "83332"]);
    expect(result.query.species_used).toEqual([9606, 83332]);
    expect(result.record_ids).toEqual(["9606.ENSP00000269305", "83332.Rv1908c"]);
  });

  it("keeps what is confirmed when one of its requests fails", async () => {
    answers({ 83332: [offer("katG", "83332.Rv1908c", "katG")] });
    const result = await source.call("resolve_ids", { names: ["katG", "9606.ENSP00000269305"] });
    expect(result.outcome).toBe("upstream_failed");
    expect(result.record_ids).toEqual(["83332.Rv1908c"]);
    expect(result.items.map((item) => item.outcome)).toEqual(["found", "upstream_failed"]);
    expect(result.page).toMatchObject({ returned: 1, total: null });
    expect(result.errors).toMatchObject([{ code: "upstream_refused", param: "species" }]);
  });

  it("calls a row that belongs to no name asked unparsable", async () => {
    answers({ 83332: [offer("inhA", "83332.Rv1484", "inhA")] });
    const result = await source.call("resolve_ids", { names: ["katG"] });
    expect([result.outcome, result.errors[0]?.code]).toEqual(["upstream_failed", "unparsable"]);
  });
});
