import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { mockNetwork, openSource } from "../../../tests/support/source-harness.ts";
import type { Envelope } from "../../kit/envelope/envelope.ts";
import { uniprot } from "../index.ts";
import { entry, inactive, serving } from "./entry-answers.fixture.ts";

const network = mockNetwork();

async function call(args: unknown): Promise<Envelope> {
  const source = openSource(uniprot);
  try {
    return await source.call("get_features", args);
  } finally {
    await source.close();
  }
}

const site = {
  type: "Binding site",
  location: { start: { value: 1, modifier: "OUTSIDE" }, end: { value: 9, modifier: "EXACT" } },
  ligand: { name: "heme" },
  evidences: [{ evidenceCode: "ECO:0000269", source: "PubMed", id: "1" }],
};

describe("features of an entry", () => {
  it("keep position modifiers and evidence", async () => {
    serving(network, { P9WIE5: entry("P9WIE5", { features: [site], sequence: { length: 740 } }) });
    const result = await call({ accession: "P9WIE5" });
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["P9WIE5:Binding site:<1-9"]);
    expect(result.resolved).toMatchObject({ accession: "P9WIE5", matched_by: "accession", sequence_length: 740 });
    expect(result.records[0]?.detail).toMatchObject({
      feature_type: "Binding site",
      start: { value: 1, modifier: "OUTSIDE" },
      end: { value: 9, modifier: "EXACT" },
      ligand: "heme",
      experimental: true,
      supporting_pmids: ["1"],
    });
  });

  it("of a kind that is new are answered all the same, and positions in quotes are numbers", async () => {
    const odd = { type: "Quantum dot", location: { start: { value: "3" }, end: { value: null, modifier: "UNKNOWN" } } };
    serving(network, { P9WIE5: entry("P9WIE5", { features: [odd] }) });
    const result = await call({ accession: "P9WIE5" });
    expect(result.record_ids).toEqual(["P9WIE5:Quantum dot:3-?"]);
    expect(result.records[0]?.detail).toMatchObject({ start: { value: 3, modifier: "EXACT" }, tiers: ["unstated"] });
  });

  it("count the residues of an isoform where the entry says so", async () => {
    const location = { sequence: "P9WIE5-2", start: { value: 1 }, end: { value: 1 } };
    serving(network, { P9WIE5: entry("P9WIE5", { features: [{ type: "Modified residue", location }] }) });
    expect((await call({ accession: "P9WIE5" })).records[0]?.detail.sequence).toBe("P9WIE5-2");
  });

  it("are chosen by type, without case", async () => {
    const chain = { type: "Chain", location: { start: { value: 1 }, end: { value: 740 } } };
    serving(network, { P9WIE5: entry("P9WIE5", { features: [site, chain] }) });
    const result = await call({ accession: "P9WIE5", types: "chain" });
    expect(result.record_ids).toEqual(["P9WIE5:Chain:1-740"]);
    expect(result.query.types_used).toEqual(["Chain"]);
  });

  it("are an informative zero when the entry lists none", async () => {
    serving(network, { P9WIE5: entry("P9WIE5", { features: [site] }) });
    const result = await call({ accession: "P9WIE5", types: ["Signal"] });
    expect(result.outcome).toBe("none_on_record");
    expect(result.notes).toHaveLength(1);
  });

  it.each([
    [inactive("P9WIE5", "DELETED"), "not_resolved"],
    [inactive("P9WIE5", "DEMERGED", ["P00001", "P00002"]), "ambiguous"],
    [404, "not_resolved"],
    [500, "upstream_failed"],
  ])("of %j are %s", async (answer, outcome) => {
    serving(network, { P9WIE5: answer });
    expect((await call({ accession: "P9WIE5" })).outcome).toBe(outcome);
  });

  it.each([{ accession: "katG" }, { accession: "P9WIE5", types: ["Sites"] }, {}])("refuse %j", async (args) => {
    const result = await call(args);
    expect(result.outcome).toBe("bad_input");
    expect(result.requests).toEqual([]);
  });
});

describeCaptured("features of a captured entry", () => {
  it("are all answered over the pages", async () => {
    const whole = JSON.parse(capturedText("uniprot/P30542.json"));
    serving(network, { P30542: whole });
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const result: Envelope = await call({ accession: "P30542", max_bytes: 12_000, ...(cursor ? { cursor } : {}) });
      ids.push(...result.record_ids);
      cursor = result.page.next_cursor;
    } while (cursor !== null);
    expect(ids).toHaveLength(whole.features.length);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
