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

const answers = (method: string, body: unknown, status = 200) => stringAnswers(network, method, body, status).forms;

describe("the gene and species of get_partners", () => {
  describe("a name", () => {
    it("that STRING knows as a synonym is taken with a note, which survives a later failure", async () => {
      answers("get_string_ids", [{ ...katG, queryItem: "P9WIE5" }]);
      answers("interaction_partners", "<html>maintenance</html>");
      const result = await source.call("get_partners", { gene: "P9WIE5" });
      expect(result.outcome).toBe("upstream_failed");
      expect(result.errors).toMatchObject([{ code: "unexpected_content" }]);
      expect(result.resolved).toMatchObject({ matched_by: "synonym", string_id: "83332.Rv1908c" });
      expect(codesOf(result.notes)).toEqual(expect.arrayContaining(["synonym_match", "textmining_caveat"]));
    });

    it("that fits several proteins is ambiguous, with candidates", async () => {
      answers("get_string_ids", [
        { ...katG, queryItem: "fur" },
        { ...katG, queryItem: "fur", stringId: "83332.Rv1909c", preferredName: "furA" },
      ]);
      const result = await source.call("get_partners", { gene: "fur" });
      expect(result.outcome).toBe("ambiguous");
      expect(result.resolved.candidates).toMatchObject([
        { id: "83332.Rv1908c", name: "katG" },
        { id: "83332.Rv1909c", name: "furA" },
      ]);
      expect(result.records).toEqual([]);
    });

    it("in full carries its own taxon, which wins over species", async () => {
      const ids = answers("get_string_ids", [
        {
          ...katG,
          queryItem: "9606.ENSP00000269305",
          stringId: "9606.ENSP00000269305",
          ncbiTaxonId: 9606,
          preferredName: "TP53",
        },
      ]);
      const partners = answers("interaction_partners", []);
      const result = await source.call("get_partners", { gene: "9606.ENSP00000269305" });
      expect([ids[0]?.species, partners[0]?.species]).toEqual(["9606", "9606"]);
      expect(result.query).toMatchObject({ species: 83332, species_used: 9606 });
      expect(codesOf(result.notes)).toContain("species_from_id");
    });

    it("is not found in another organism than the one asked", async () => {
      answers("get_string_ids", [{ ...katG, stringId: "9606.ENSP00000269305", ncbiTaxonId: 9606 }]);
      const result = await source.call("get_partners", { gene: "katG" });
      expect(result.outcome).toBe("not_resolved");
      expect(codesOf(result.notes)).toContain("other_species");
    });

    it("is not given to the gene with another final letter", async () => {
      answers("get_string_ids", [{ ...katG, queryItem: "Rv0063a", stringId: "83332.Rv0063", preferredName: "Rv0063" }]);
      const result = await source.call("get_partners", { gene: "Rv0063a" });
      expect(result.outcome).toBe("not_resolved");
      expect(result.resolved.refused).toMatchObject([{ value: "83332.Rv0063" }]);
    });
  });

  it.each([
    ["no gene", {}, "missing_argument", "gene"],
    ["a blank gene", { gene: "  " }, "invalid_argument", "gene"],
    ["a gene of two lines", { gene: "katG\rinhA" }, "invalid_argument", "gene"],
    ["a gene of 101 characters", { gene: "x".repeat(101) }, "out_of_range", "gene"],
    ["no page", { gene: "katG", limit: 0 }, "out_of_range", "limit"],
    ["too long a page", { gene: "katG", limit: 1001 }, "out_of_range", "limit"],
    ["species 0", { gene: "katG", species: 0 }, "out_of_range", "species"],
    ["a species in words", { gene: "katG", species: "tuberculosis" }, "invalid_argument", "species"],
    ["an unknown argument", { gene: "katG", organism: "mtu" }, "unknown_argument", "organism"],
  ])("refuses %s and sends nothing", async (_what, args, code, param) => {
    const result = await source.call("get_partners", args);
    expect(result.outcome).toBe("bad_input");
    expect(result.errors).toMatchObject([{ code, param }]);
    expect(result.requests).toEqual([]);
  });

  it("trims a name and takes numbers as text", async () => {
    answers("get_string_ids", [katG]);
    const posted = answers("interaction_partners", []);
    const args = { gene: " katG ", species: "83332", limit: "7", required_score: "400" };
    const result = await source.call("get_partners", args);
    expect(result.query).toMatchObject({ gene: "katG", species: 83332, limit: 7, required_score: 400 });
    expect(posted[0]?.limit).toBe("8");
  });

  it("takes the id of an uploaded proteome as species", async () => {
    const ids = answers("get_string_ids", []);
    await source.call("get_partners", { gene: "katG", species: "STRG0A10CKD" });
    expect(ids[0]?.species).toBe("STRG0A10CKD");
  });
});
