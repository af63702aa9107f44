import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../../tests/support/source-harness.ts";
import {
  codesOf,
  KATG_OFFER as katG,
  interactionRow as pair,
  stringAnswers,
  stringKnowsTags,
} from "../../../tests/support/string-network.ts";
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

describe("lists of identifiers", () => {
  it("go as a form, however long: an address would be cut or refused", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `gene_with_a_long_name_${index}`.padEnd(100, "x"));
    const { forms } = resolvesTags();
    await source.call("resolve_ids", { names });
    expect(forms[0]?.identifiers?.split("\r")).toEqual(names);
  });

  it("are encoded once: a separator that was encoded before would make one name of two", async () => {
    const { raw } = resolvesTags();
    answers("network", []);
    await source.call("get_network", { ids: two });
    expect(raw[0]).toContain("identifiers=Rv0001%0DRv0002");
    expect(raw[0]).not.toContain("%250");
  });

  it("that the caller encoded are one name, which is sent as it is and unknown", async () => {
    const { forms } = answers("get_string_ids", []);
    const result = await source.call("get_partners", { gene: "katG%0dinhA" });
    expect(forms[0]?.identifiers).toBe("katG%0dinhA");
    expect(result.outcome).toBe("not_resolved");
  });

  it.each(["katG\rinhA", "katG\ninhA", "katG\r\ninhA", "katG\tinhA", "katG\u0085inhA"])(
    "cannot hide in one name: %j is refused",
    async (gene) => {
      expect(await source.call("get_partners", { gene })).toMatchObject({ outcome: "bad_input", requests: [] });
    },
  );

  it("always carry a species, and a whole number stays one as text", async () => {
    const { forms } = answers("get_string_ids", []);
    for (const species of [9606, "9606"]) await source.call("get_partners", { gene: "TP53", species });
    await source.call("get_partners", { gene: "katG" });
    expect(forms.map((form) => form.species)).toEqual(["9606", "83332"]);
  });

  it.each(["9606.0", "9606 ", "human", "", "-1", "STRG", "strg0A10CKD", null, 9606.5, [9606, 10090]])(
    "never go for the species %j as it is",
    async (species) => {
      const { forms } = answers("get_string_ids", []);
      const result = await source.call("get_partners", { gene: "TP53", species });
      if (result.outcome !== "bad_input") expect(forms[0]?.species).toBe("9606");
    },
  );
});

describe("names and proteins", () => {
  it("numbers as names (Entrez ids) may be echoed as numbers", async () => {
    answers("get_string_ids", [{ ...katG, queryItem: 885638, preferredName: "katG" }]);
    const result = await source.call("resolve_ids", { names: ["885638"] });
    expect(result.record_ids).toEqual(["83332.Rv1908c"]);
    expect(result.records[0]?.flags).toEqual(["synonym_match"]);
  });

  it("a dotted locus is sent whole, never cut to its beginning", async () => {
    const { forms } = answers("get_string_ids", []);
    await source.call("get_partners", { gene: "Glyma.04G220900", species: 3847 });
    await source.call("get_partners", { gene: "AT1G01010.1", species: 3702 });
    expect(forms.map(({ identifiers, species }) => [identifiers, species])).toEqual([
      ["Glyma.04G220900", "3847"],
      ["AT1G01010.1", "3702"],
    ]);
  });

  it("proteins with accessions for ids are found by them", async () => {
    answers("get_string_ids", [{ queryItem: "K7KLM4", stringId: "3847.K7KLM4", ncbiTaxonId: 3847 }]);
    const result = await source.call("resolve_ids", { names: ["K7KLM4"], species: 3847 });
    expect(result.records).toMatchObject([{ record_id: "3847.K7KLM4", name: "3847.K7KLM4", flags: [] }]);
  });

  it("a taxon that STRING replaces by a strain of its own is no match", async () => {
    answers("get_string_ids", [katG]);
    const result = await source.call("get_partners", { gene: "katG", species: 1773 });
    expect(result.outcome).toBe("not_resolved");
    expect(codesOf(result.notes)).toContain("other_species");
  });

  it("proteins of an uploaded proteome keep its id as species, through every tool", async () => {
    const ids = resolvesTags();
    const partners = answers("interaction_partners", [
      {
        ...pair("a", "b", 0.9),
        stringId_A: "STRG0A10CKD.p1",
        stringId_B: "STRG0A10CKD.p2",
        ncbiTaxonId: "STRG0A10CKD",
      },
    ]);
    const result = await source.call("get_partners", { gene: "STRG0A10CKD.p1" });
    expect([ids.forms[0]?.species, partners.forms[0]?.species]).toEqual(["STRG0A10CKD", "STRG0A10CKD"]);
    expect(result.record_ids).toEqual(["STRG0A10CKD.p2"]);
    expect(result.query.species_used).toBe("STRG0A10CKD");
  });

  it("two proteins of one preferred name stay two records, told apart by id", async () => {
    answers("get_string_ids", [katG]);
    answers("interaction_partners", [
      pair("Rv1908c", "Rv1", 0.9, { preferredName_B: "PE_PGRS" }),
      pair("Rv1908c", "Rv2", 0.9, { preferredName_B: "PE_PGRS" }),
    ]);
    const result = await source.call("get_partners", { gene: "katG" });
    expect(result.record_ids).toEqual(["83332.Rv1", "83332.Rv2"]);
    expect(result.records.map(({ name }) => name)).toEqual(["PE_PGRS", "PE_PGRS"]);
  });

  it("a preferred name that two proteins bear is ambiguous, not the first", async () => {
    answers("get_string_ids", [
      { ...katG, queryItem: "twin", stringId: "83332.Rv1", preferredName: "twin" },
      { ...katG, queryItem: "twin", stringId: "83332.Rv2", preferredName: "TWIN" },
      { ...katG, queryItem: "twin", stringId: "83332.Rv3", preferredName: "twin" },
    ]);
    const result = await source.call("get_partners", { gene: "twin" });
    expect(result.outcome).toBe("ambiguous");
    expect(result.resolved.candidates).toMatchObject([{ id: "83332.Rv1" }, { id: "83332.Rv3" }]);
  });
});
