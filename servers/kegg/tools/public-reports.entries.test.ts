import { describe, expect, it } from "vitest";
import { keggTool, noteCodes } from "../../../tests/support/kegg-network.ts";
import { mockNetwork } from "../../../tests/support/source-harness.ts";

// Each case is a class of failure that users of public KEGG clients have reported of entries.
const getGene = keggTool(mockNetwork(), "get_gene", {});

const entry = (id: string, ...sections: string[]): string => [`ENTRY       ${id}`, ...sections, "///", ""].join("\n");
const outcomes = (result: { items: readonly { outcome: string }[] }) => result.items.map(({ outcome }) => outcome);

describe("entries", () => {
  it("that are partly unknown: KEGG leaves the others out, and each is asked again before it counts as unknown", async () => {
    const result = await getGene(
      { ids: ["mtu:Rv1", "mtu:Rv2"] },
      { "get/mtu:Rv1+mtu:Rv2": entry("Rv1   CDS   T00015"), "get/mtu:Rv2": { status: 404 } },
    );
    expect(outcomes(result)).toEqual(["found", "not_resolved"]);
    expect(noteCodes(result)).toEqual(["unknown_id"]);
  });

  it("of which the asking again fails are no unknown genes", async () => {
    const result = await getGene(
      { ids: ["mtu:Rv1", "mtu:Rv2"] },
      { "get/mtu:Rv1+mtu:Rv2": entry("Rv1   CDS   T00015"), "get/mtu:Rv2": { status: 503 } },
    );
    expect(result.outcome).toBe("upstream_failed");
    expect(outcomes(result)).toEqual(["found", "upstream_failed"]);
    expect(result.record_ids).toEqual(["mtu:Rv1"]);
  });

  it("without an end, the first of two as well, are incomplete: one gene would be given another's pathways", async () => {
    const two = `${entry("Rv1   CDS   T00015").replace("///\n", "")}${entry("Rv2   CDS   T00015", "PATHWAY     mtu00010  x")}`;
    const result = await getGene({ ids: ["mtu:Rv1", "mtu:Rv2"] }, { "get/mtu:Rv1+mtu:Rv2": two });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "incomplete" }] });
  });

  it("without symbol, name, orthologue or pathway are entries", async () => {
    const result = await getGene({ ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": entry("Rv1   tRNA   T00015") });
    expect(result.records).toMatchObject([
      {
        record_id: "mtu:Rv1",
        name: "Rv1",
        detail: {
          feature: "tRNA T00015",
          symbols: [],
          product: null,
          ko: [],
          pathways: [],
          aa_length: null,
          other: {},
        },
      },
    ]);
  });

  it.each(["hsa", "bpic"])("of the organism %s, with codes of three and four letters", async (code) => {
    const text = entry("x1   CDS   T1", `ORGANISM    ${code}  Some organism`);
    const result = await getGene({ ids: [`${code}:x1`] }, { [`get/${code}:x1`]: text });
    expect(result.records[0]?.detail.organism).toBe(`${code} Some organism`);
  });

  it("keep what is unknown, repeated, unreadable or begins too early", async () => {
    const text = entry(
      "Rv1   CDS   T00015",
      "SYMBOL      abcA",
      "NAME        (RefSeq) first part",
      "            second part",
      "DEFINITION  an older name",
      "PATHWAY     mtu00010  Glycolysis",
      "            mtu00020  Citrate cycle",
      "              (TCA cycle)",
      "NOVELTY  early",
      "POSITION    1..9",
      "POSITION    10..19",
      "DBLINKS     UniProt: P1 P2",
      "            3DMET: B1",
      "            P3",
      "AASEQ       3",
      "            MAS",
      "AASEQ       4",
      "            MASK",
      "NTSEQ       12",
      "            atgg",
    );
    const result = await getGene({ ids: ["mtu:Rv1"], include_sequence: true }, { "get/mtu:Rv1": text });
    expect(result.records[0]?.detail).toMatchObject({
      symbols: ["abcA"],
      product: "first part second part",
      pathways: [
        { id: "mtu00010", name: "Glycolysis" },
        { id: "mtu00020", name: "Citrate cycle (TCA cycle)" },
      ],
      position: "1..9",
      db_links: { UniProt: ["P1", "P2"], "3DMET": ["B1", "P3"] },
      aa_sequence: "MAS",
      nt_sequence: null,
      other: {
        DEFINITION: ["an older name"],
        NOVELTY: ["early"],
        POSITION: ["10..19"],
        AASEQ: ["4\nMASK"],
        NTSEQ: ["12\natgg"],
      },
    });
  });

  it("with keywords that JavaScript gives a meaning are entries like others", async () => {
    const text = entry("Rv1   CDS   T00015", "__proto__   x", "constructor y", "DBLINKS     __proto__: z");
    const result = await getGene({ ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": text });
    expect(result.outcome).toBe("found");
    const { other, db_links } = result.records[0]!.detail as Record<string, Record<string, unknown>>;
    expect(JSON.parse(JSON.stringify([other, db_links])).map((one: object) => Object.keys(one))).toEqual([
      ["__proto__", "constructor"],
      ["__proto__"],
    ]);
  });
});
