import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import { codesOf, KATG_OFFER, stringAnswers, stringKnowsTags } from "../../../tests/support/string-network.ts";
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

/** A body with a stray backslash is what STRING sends: it is no JSON. */
const unknown = (name: string, tail = '</p>\\" }]') =>
  `[{ "Error" : "not found", "ErrorMessage" : "<p>Sorry, STRING did not find a protein called '${name}' in the taxon '83332'.${tail}`;
const NO_MATCH =
  '[{"Error":"nothing found","ErrorMessage":"Sorry, STRING did not find any matches for your input.<br/>Try again"}]';

describe("a 404", () => {
  it.each([
    ["a protein that it does not know", unknown("nosuch")],
    ["the same in valid JSON", unknown("nosuch", '</p>" }]')],
    ["no match at all", NO_MATCH],
  ])("that names %s is an unknown name, not an outage", async (_what, body) => {
    answers("get_string_ids", body, 404);
    const result = await source.call("get_partners", { gene: "nosuch" });
    expect(result).toMatchObject({ outcome: "not_resolved", errors: [], resolved: { matched_by: "none" } });
    expect(codesOf(result.notes)).toContain("unknown_name");
    expect(result.requests).toMatchObject([{ status: 404, error: null }]);
    expect(JSON.stringify(result.notes)).not.toContain("Sorry");
  });

  it("that says that nothing matches answers every name of a list", async () => {
    answers("get_string_ids", NO_MATCH, 404);
    const result = await source.call("resolve_ids", { names: ["nosuch", "neither"] });
    expect(result.outcome).toBe("not_resolved");
    expect(result.items.map(({ outcome }) => outcome)).toEqual(["not_resolved", "not_resolved"]);
  });

  it("about one protein says nothing of the others of a list", async () => {
    answers("get_string_ids", unknown("nosuch"), 404);
    const result = await source.call("resolve_ids", { names: ["nosuch", "katG"] });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "upstream_refused", status: 404 }] });
  });

  it.each([
    ["a page", "<!DOCTYPE html><html lang='en'><head>"],
    ["nothing", ""],
    ["another error", '[{"Error":"not found","ErrorMessage":"no such method"}]'],
    ["rows", JSON.stringify([KATG_OFFER])],
    [
      "the words inside a name",
      `[{"Error":"x","ErrorMessage":"${'"Error":"not found","ErrorMessage":"STRING did not find a protein'}"}]`,
    ],
  ])("with %s stays a refusal", async (_what, body) => {
    answers("get_string_ids", body, 404);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "upstream_refused", status: 404 }] });
  });

  it("after the protein was resolved is never a zero", async () => {
    resolvesTags();
    for (const method of ["interaction_partners", "network", "enrichment", "homology_best"]) {
      answers(method, NO_MATCH, 404);
    }
    const results = [
      await source.call("get_partners", { gene: "Rv1908c" }),
      await source.call("get_network", { ids: two }),
      await source.call("get_enrichment", { ids: two }),
      await source.call("get_homologs", { gene: "Rv1908c", species_b: [9606] }),
    ];
    for (const result of results) {
      expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "upstream_refused" }] });
      expect(result.resolved.matched_by).toBe("locus_tag");
    }
  });
});

describe("refusals in words", () => {
  it.each([
    ["an unknown organism", '[{"Error":"unknown organism","ErrorMessage":"no such taxon"}]', 400, "species"],
    ["a missing organism", '[{"Error":"missing organism","ErrorMessage":"> 10 proteins"}]', 400, "species"],
    ["a list that is too long", "Request-URI Too Large", 414, "species"],
  ])("%s names the argument and repeats nothing", async (_what, body, status, param) => {
    answers("get_string_ids", body, status);
    const result = await source.call("get_partners", { gene: "katG", species: 12345 });
    expect(result.errors).toMatchObject([{ code: "upstream_refused", status, param, retryable: false }]);
    expect(JSON.stringify(result.errors)).not.toMatch(/taxon|proteins|Large/);
    expect(result.requests).toMatchObject([{ attempts: 1 }]);
  });

  it.each([
    ["a background that it cannot read", [{ error: "background_error", message: "only STRING ids" }]],
    ["an input that is too large", { Error: "input too large", ErrorMessage: "more than 2000 proteins" }],
    ["a missing organism, in a list", ["Error", "You have provided a large number of input proteins"]],
    ["a headed table", "Error\tErrorMessage\nunknown organism\tno such taxon\n"],
    ["a single error object", { error: { type: "x" } }],
  ])("%s, with status 200, is a failure", async (_what, body) => {
    resolvesTags();
    answers("enrichment", body);
    const result = await source.call("get_enrichment", { ids: two });
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "in_band_error" }], records: [] });
    expect(result.items.map(({ outcome }) => outcome)).not.toContain("none_on_record");
  });

  it("a pace that is too fast is a pace, whatever its status", async () => {
    answers("get_string_ids", "Too many requests", 429);
    const refused = await source.call("get_partners", { gene: "katG" });
    expect(refused.errors).toMatchObject([{ code: "rate_limited", retryable: true, status: 429 }]);
    answers("get_string_ids", { Error: "rate limit exceeded" });
    const told = await source.call("get_partners", { gene: "katG" });
    expect(told.errors).toMatchObject([{ code: "rate_limited", retryable: true }]);
  });
});
