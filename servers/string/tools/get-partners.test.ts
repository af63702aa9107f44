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

const katG = { queryItem: "katG", queryIndex: 0, stringId: "83332.Rv1908c", ncbiTaxonId: 83332, preferredName: "katG" };

const ZERO = { nscore: 0, fscore: 0, pscore: 0, ascore: 0, escore: 0, dscore: 0, tscore: 0 };

/** One row of partners of katG; `flipped` puts the partner into column A. */
const partner = (tag: string, score: number, channels: object = {}, flipped = false) => {
  const [a, b] = flipped ? [tag, "Rv1908c"] : ["Rv1908c", tag];
  return {
    stringId_A: `83332.${a}`,
    stringId_B: `83332.${b}`,
    preferredName_A: `name of ${a}`,
    preferredName_B: `name of ${b}`,
    ncbiTaxonId: "83332",
    score,
    ...ZERO,
    ...channels,
  };
};

const answers = (method: string, body: unknown, status = 200) => stringAnswers(network, method, body, status).forms;

describe("get_partners", () => {
  it("resolves first, then asks by id, sending documented parameters only", async () => {
    const ids = answers("get_string_ids", [katG]);
    const partners = answers("interaction_partners", [partner("Rv1909c", 0.979)]);
    await source.call("get_partners", { gene: "katG" });
    expect(ids[0]).toEqual({
      identifiers: "katG",
      species: "83332",
      limit: "5",
      echo_query: "1",
      caller_identity: "gene-router",
    });
    expect(partners[0]).toEqual({
      identifiers: "83332.Rv1908c",
      species: "83332",
      limit: "21",
      required_score: "700",
      caller_identity: "gene-router",
    });
  });

  it("gives a partner with its channels, its page and the protein asked about", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [partner("Rv1909c", 0.979, { nscore: 0.829, ascore: 0.085, tscore: 0.878 })]);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result.outcome).toBe("found");
    expect(result.resolved).toMatchObject({
      matched_by: "preferred_name",
      string_id: "83332.Rv1908c",
      preferred_name: "katG",
    });
    expect(result.records[0]).toMatchObject({
      record_id: "83332.Rv1909c",
      type: "partner",
      name: "name of Rv1909c",
      url: "https://string-db.org/network/83332.Rv1909c",
      licence: "cc-by-4.0-string",
      request_refs: [1],
      flags: [],
      detail: {
        combined_score: 0.979,
        channels: {
          neighborhood: 0.829,
          fusion: 0,
          cooccurrence: 0,
          coexpression: 0.085,
          experimental: 0,
          database: 0,
        },
        textmining_score: 0.878,
        max_non_textmining_score: 0.829,
        evidence_beyond_textmining: true,
        partner_of: "83332.Rv1908c",
      },
    });
    expect(result.licences["cc-by-4.0-string"]).toMatchObject({ terms: "attribution", redistribute: true });
  });

  it("takes the other end of a row, in whichever column, and orders by score, then id", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [
      partner("Rv0003", 0.8),
      partner("Rv0002", 0.8, {}, true),
      partner("Rv0001", 0.9, {}, true),
    ]);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result.record_ids).toEqual(["83332.Rv0001", "83332.Rv0002", "83332.Rv0003"]);
    expect(result.records[0]?.name).toBe("name of Rv0001");
  });

  it("says always that text mining counts the papers twice, and flags the partners that rest on it", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [
      partner("Rv2428", 0.968, { tscore: 0.965, nscore: 0.096 }),
      partner("Rv3846", 0.96, { tscore: 0.947, dscore: 0.5 }),
      partner("Rv0001", 0.95, { tscore: 0.947, escore: null }),
    ]);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result.records.map(({ flags, detail }) => [flags, detail.evidence_beyond_textmining])).toEqual([
      [["textmining_only"], false],
      [[], true],
      [[], null],
    ]);
    expect(codesOf(result.notes)).toEqual(["textmining_caveat", "textmining_only"]);
  });

  describe("the surplus row", () => {
    const three = [partner("Rv0001", 0.9), partner("Rv0002", 0.89), partner("Rv0003", 0.88)];

    it("proves truncation and is not shown", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", three);
      const result = await source.call("get_partners", { gene: "katG", limit: 2 });
      expect(result.outcome).toBe("truncated");
      expect(result.query.limit_sent).toBe(3);
      expect(result.record_ids).toEqual(["83332.Rv0001", "83332.Rv0002"]);
      expect(result.page).toMatchObject({ returned: 2, total: null, truncated_by: "limit" });
      expect(result.page.next_cursor).not.toBeNull();
    });

    it("is absent from a list that is complete, whose length is then the total", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", three);
      const result = await source.call("get_partners", { gene: "katG", limit: 3 });
      expect(result.outcome).toBe("found");
      expect(result.page).toMatchObject({ returned: 3, total: 3, next_cursor: null, truncated_by: null });
    });

    it("moves with the page: the second asks for two pages and one row", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", three);
      const first = await source.call("get_partners", { gene: "katG", limit: 2 });
      const posted = answers("interaction_partners", three);
      const second = await source.call("get_partners", { gene: "katG", limit: 2, cursor: first.page.next_cursor });
      expect(posted[0]?.limit).toBe("5");
      expect(second.record_ids).toEqual(["83332.Rv0003"]);
      expect(second.page).toMatchObject({ total: 3, next_cursor: null });
    });

    it("lets pages follow each other without overlap or gap, though each request sees more of the list", async () => {
      const all = Array.from({ length: 7 }, (_, index) => partner(`Rv000${index}`, 0.99 - index / 100));
      answers("get_string_ids", [katG]);
      answers("interaction_partners", (form: Record<string, string>) => all.slice(0, Number(form.limit)));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await source.call("get_partners", {
          gene: "katG",
          limit: 3,
          ...(cursor === null ? {} : { cursor }),
        });
        seen.push(...page.record_ids);
        cursor = page.page.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(all.map((row) => row.stringId_B));
    });

    it("expires a cursor when the list before it has changed", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", three);
      const first = await source.call("get_partners", { gene: "katG", limit: 2 });
      answers("interaction_partners", [partner("Rv0009", 0.99), ...three]);
      const second = await source.call("get_partners", { gene: "katG", limit: 2, cursor: first.page.next_cursor });
      expect(second.outcome).toBe("bad_input");
      expect(second.errors[0]?.code).toBe("cursor_expired");
    });

    it("may hide behind a partner given twice: the list is then not called complete", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", [
        partner("Rv0001", 0.9),
        partner("Rv0001", 0.9, {}, true),
        partner("Rv0002", 0.8),
      ]);
      const result = await source.call("get_partners", { gene: "katG", limit: 2 });
      expect(result.outcome).toBe("truncated");
      expect(result.page.total).toBeNull();
    });
  });

  describe("required_score", () => {
    it.each([0, 100, 400, 1000])("%d is sent as it is and echoed", async (required) => {
      answers("get_string_ids", [katG]);
      const posted = answers("interaction_partners", []);
      const result = await source.call("get_partners", { gene: "katG", required_score: required });
      expect(posted[0]?.required_score).toBe(String(required));
      expect(result.query.required_score_sent).toBe(required);
    });

    it.each([0.7, 0.4, "0.7", 1, 99, 150.5])(
      "%j is refused with a message that names the scale, and nothing is sent",
      async (required) => {
        const result = await source.call("get_partners", { gene: "katG", required_score: required });
        expect(result.outcome).toBe("bad_input");
        expect(result.errors).toMatchObject([
          { param: "required_score", message: expect.stringMatching(/0 or from 100 to 1000/) },
        ]);
        expect(result.requests).toEqual([]);
      },
    );

    it.each([-1, 1001])("%d is out of range", async (required) => {
      const result = await source.call("get_partners", { gene: "katG", required_score: required });
      expect(result.errors).toMatchObject([{ code: "out_of_range", param: "required_score" }]);
    });

    it("is applied on receipt where STRING read it on the other scale", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", [partner("Rv0001", 0.9), partner("Rv0002", 0.7), partner("Rv0003", 0.699)]);
      const result = await source.call("get_partners", { gene: "katG", limit: 2, required_score: 700 });
      expect(result.record_ids).toEqual(["83332.Rv0001", "83332.Rv0002"]);
      expect(result.outcome).toBe("found");
      expect(result.resolved).toMatchObject({ rows_received: 3, rows_below_threshold: 1 });
      expect(result.notes.find((note) => note.startsWith("threshold_applied_locally:"))).toMatch(/1 of 3 .* 700/);
    });

    it("leaves no note where STRING applied it", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", [partner("Rv0001", 0.7)]);
      const result = await source.call("get_partners", { gene: "katG", required_score: 700 });
      expect(codesOf(result.notes)).not.toContain("threshold_applied_locally");
    });
  });

  describe("emptiness", () => {
    it("of a resolved protein is an informative zero that does not mean isolation", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", []);
      const result = await source.call("get_partners", { gene: "katG", required_score: 900 });
      expect(result.outcome).toBe("none_on_record");
      expect(result.notes.find((note) => note.startsWith("below_threshold:"))).toMatch(/900.*not isolation/);
      expect(result.page.total).toBe(0);
    });

    it("after the local threshold is the same zero", async () => {
      answers("get_string_ids", [katG]);
      answers("interaction_partners", [partner("Rv0001", 0.5)]);
      const result = await source.call("get_partners", { gene: "katG" });
      expect(result.outcome).toBe("none_on_record");
      expect(codesOf(result.notes)).toEqual(expect.arrayContaining(["below_threshold", "threshold_applied_locally"]));
    });

    it("of the resolution is an unknown name, and partners are not asked for", async () => {
      answers("get_string_ids", []);
      const result = await source.call("get_partners", { gene: "nosuch" });
      expect(result.outcome).toBe("not_resolved");
      expect(result.resolved.matched_by).toBe("none");
      expect(result.requests).toHaveLength(1);
      expect(codesOf(result.notes)).toEqual(["textmining_caveat", "unknown_name"]);
    });
  });

  it.each([
    ["an object", { Error: "not found", ErrorMessage: "no such protein" }, "in_band_error"],
    ["a list of strings", ["Error", "no such protein"], "in_band_error"],
    ["an HTML page", "<!DOCTYPE html><html></html>", "unexpected_content"],
    ["a cut list", '[{"stringId":"8333', "unparsable"],
    ["a row without an id", [{ ...katG, stringId: null }], "unparsable"],
  ])("reads %s with status 200 in either request as a failure, never as a zero", async (_what, body, code) => {
    answers("get_string_ids", body);
    const unresolved = await source.call("get_partners", { gene: "katG" });
    expect([unresolved.outcome, unresolved.errors[0]?.code]).toEqual(["upstream_failed", code]);

    answers("get_string_ids", [katG]);
    answers("interaction_partners", body);
    const unanswered = await source.call("get_partners", { gene: "katG" });
    expect([unanswered.outcome, unanswered.errors[0]?.code]).toEqual(["upstream_failed", code]);
    expect(unanswered.resolved.string_id).toBe("83332.Rv1908c");
    expect(JSON.stringify(unanswered.errors)).not.toContain("no such protein");
  });

  it("calls a row that does not hold the protein unparsable", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [{ ...partner("Rv1909c", 0.9), stringId_A: "83332.Rv0001" }]);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result.errors).toMatchObject([{ code: "unparsable" }]);
  });

  it("names the argument most likely at fault when STRING refuses", async () => {
    answers("get_string_ids", "", 400);
    const result = await source.call("get_partners", { gene: "katG", species: 1 });
    expect(result.errors).toMatchObject([{ code: "upstream_refused", param: "species", status: 400 }]);
  });
});
