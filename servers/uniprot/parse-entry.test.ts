import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { capturedBytes, capturedText, describeCaptured } from "../../tests/support/captured/captured.ts";
import { type ActiveEntry, parseEntry } from "./parse-entry.ts";
import { parseSearch } from "./parse-search.ts";
import { functionFlags, proteinDetail, proteinDraft, proteinName } from "./protein.ts";

const active = (value: unknown): ActiveEntry => {
  const entry = parseEntry(value);
  if (entry.status === "inactive") throw new Error("expected an active entry");
  return entry;
};

const REVIEWED = { entryType: "UniProtKB reviewed (Swiss-Prot)", primaryAccession: "P9WIE5" };

describeCaptured("captured entries", () => {
  it("reads the reduced answer for katG", () => {
    const [katG, ...others] = parseSearch(JSON.parse(capturedText("uniprot/mtb/search_Rv1908c.json")));
    expect(others).toEqual([]);
    const detail = proteinDetail(katG as ActiveEntry, "katG");
    expect(detail).toMatchObject({
      entry_name: "KATG_MYCTU",
      reviewed: true,
      gene_names: ["katG"],
      synonyms: [],
      locus_tags: ["Rv1908c", "MTCY180.10"],
      matched_name: "katG",
      catalytic_activity: ["H2O2 + AH2 = A + 2 H2O", "2 H2O2 = O2 + 2 H2O"],
      subunit: ["Homodimer"],
      ec: ["1.11.1.21"],
      has_experimental_function: true,
      text_version: "t1",
      text_removed: 0,
    });
    expect(detail.pdb).toHaveLength(27);
    expect(detail.pdb[0]).toBe("1SJ2");
    expect(detail.function_statements.map(({ tiers, experimental }) => [tiers, experimental])).toEqual([
      [["experimental", "sequence_model"], true],
      [["experimental"], true],
      [["experimental"], true],
    ]);
    expect(detail.function_statements[1]?.supporting_pmids).toEqual(["10463167"]);
    const paragraphs = detail.quotable_text.split("\n\n");
    expect(paragraphs).toHaveLength(7);
    expect(paragraphs[0]).toBe("Catalase-peroxidase");
    expect(paragraphs.slice(1, 4)).toEqual(detail.function_statements.map(({ text }) => text));
    expect(paragraphs.slice(4)).toEqual(["Homodimer", ...detail.catalytic_activity]);
  });

  it("reads a whole entry whose function carries no evidence", () => {
    const entry = active(JSON.parse(capturedText("uniprot/P30542.json")));
    const detail = proteinDetail(entry, null);
    expect(detail.gene_names).toEqual(["ADORA1"]);
    expect(detail.function_statements).toHaveLength(1);
    expect(detail.function_statements[0]).toMatchObject({ tiers: ["unstated"], experimental: false });
    expect(functionFlags(entry, detail)).toEqual(["inferred_only"]);
    expect(proteinDraft(entry, detail, []).also).toContain("A6NFY5");
    expect(detail.pdb).toContain("5N2S");
  });

  it("reads a whole entry with many comments and chains", () => {
    const entry = active(
      JSON.parse(gunzipSync(capturedBytes("uniprot/website/swissprotEntry.json.gz")).toString("utf8")),
    );
    const detail = proteinDetail(entry, "APP");
    expect(detail.function_statements).toHaveLength(5);
    expect(detail.subunit).toHaveLength(8);
    expect(detail.synonyms).toEqual(["A4", "AD1"]);
    expect(detail.function_statements[0]?.tiers).toEqual(["experimental", "sequence_similarity"]);
    expect(entry.secondary).toHaveLength(23);
  });

  it("reads a whole entry without genes", () => {
    const entry = active(JSON.parse(capturedText("uniprot/website/nonHumanEntryModelData.json")));
    const detail = proteinDetail(entry, null);
    expect(detail).toMatchObject({ gene_names: [], locus_tags: [], ec: ["3.5.1.-"], has_experimental_function: true });
  });

  it("reads an unreviewed entry with a predicted name", () => {
    const entry = active(JSON.parse(capturedText("uniprot/website/A8Y1C3ProtnlmApi.json")));
    expect([entry.status, proteinName(entry)]).toEqual(["unreviewed", "Carbohydrate sulfotransferase"]);
    expect(functionFlags(entry, proteinDetail(entry, null))).toEqual(["no_function"]);
  });

  it("reads a reduced entry without any evidence", () => {
    const entry = active(JSON.parse(capturedText("uniprot/get_p15056_20260812.json")));
    const detail = proteinDetail(entry, "BRAF");
    expect(detail.synonyms).toEqual(["BRAF1", "RAFB1"]);
    expect(detail.function_statements[0]?.tiers).toEqual(["unstated"]);
    expect(detail.pdb).not.toContain("P15056");
  });

  it("reads a deleted entry", () => {
    expect(parseEntry(JSON.parse(capturedText("uniprot/website/deletedEntryModelData.json")))).toEqual({
      status: "inactive",
      accession: "I8FBX0",
      reason: "deleted",
      targets: [],
    });
  });

  it("reads a search without hits", () => {
    expect(parseSearch(JSON.parse(capturedText("uniprot/website/noResults.json")))).toEqual([]);
  });
});

describe("odd entries", () => {
  it("reads an entry that has nothing but its accession", () => {
    const entry = active(REVIEWED);
    expect(proteinName(entry)).toBe("P9WIE5");
    expect(proteinDetail(entry, null)).toEqual({
      entry_name: null,
      reviewed: true,
      gene_names: [],
      synonyms: [],
      locus_tags: [],
      matched_name: null,
      function_statements: [],
      catalytic_activity: [],
      subunit: [],
      ec: [],
      pdb: [],
      has_experimental_function: false,
      quotable_text: "P9WIE5",
      text_version: "t1",
      text_removed: 0,
    });
  });

  it("takes null for absent everywhere", () => {
    const entry = active({
      ...REVIEWED,
      uniProtkbId: null,
      secondaryAccessions: null,
      proteinDescription: { recommendedName: null, alternativeNames: null, submissionNames: null },
      genes: [{ geneName: null, synonyms: null }],
      comments: [
        { commentType: "FUNCTION", texts: null },
        { commentType: "CATALYTIC ACTIVITY", reaction: null },
      ],
      uniProtKBCrossReferences: [{ database: "PDB", id: null }],
    });
    expect(proteinDetail(entry, null)).toMatchObject({ function_statements: [], pdb: [], catalytic_activity: [] });
  });

  it.each([
    ["the recommended name", { recommendedName: named("A"), submissionNames: [named("B")] }, "A"],
    ["the first submitted name", { submissionNames: [named("B"), named("C")], alternativeNames: [named("D")] }, "B"],
    ["an alternative name", { alternativeNames: [named("D")] }, "D"],
    ["the next name when one is blank", { recommendedName: named("  "), alternativeNames: [named("D")] }, "D"],
    ["the entry name", {}, "KATG_MYCTU"],
  ])("is called by %s", (_name, proteinDescription, expected) => {
    expect(proteinName(active({ ...REVIEWED, uniProtkbId: "KATG_MYCTU", proteinDescription }))).toBe(expected);
  });

  it("makes one statement of each text, with that text's own evidence", () => {
    const entry = active({
      ...REVIEWED,
      comments: [
        {
          commentType: "FUNCTION",
          texts: [
            { value: "Measured.", evidences: [{ evidenceCode: "ECO:0000269", source: "PubMed", id: "1" }] },
            { value: "Guessed.", evidences: [{ evidenceCode: "ECO:0000250" }] },
          ],
        },
      ],
    });
    const detail = proteinDetail(entry, null);
    expect(detail.function_statements.map(({ text, experimental }) => [text, experimental])).toEqual([
      ["Measured.", true],
      ["Guessed.", false],
    ]);
    expect(detail.has_experimental_function).toBe(true);
  });

  it("cleans text for quoting and counts what it removed", () => {
    const entry = active({
      ...REVIEWED,
      proteinDescription: { recommendedName: named("Na\u0007me") },
      comments: [{ commentType: "FUNCTION", texts: [{ value: "Ignore\u202E  this\u{E0041}." }] }],
    });
    const detail = proteinDetail(entry, null);
    expect(detail.quotable_text).toBe("Name\n\nIgnore this.");
    expect(detail.text_removed).toBe(3);
    expect(detail.function_statements[0]?.text).toBe("Ignore this.");
  });

  it("gathers EC numbers of names, parts and reactions, each once", () => {
    const ec = (value: string) => ({ ecNumbers: [{ value }] });
    const entry = active({
      ...REVIEWED,
      proteinDescription: {
        recommendedName: ec("1.1.1.1"),
        alternativeNames: [ec("1.1.1.1")],
        includes: [{ recommendedName: ec("2.2.2.2") }],
        contains: [{ recommendedName: ec("3.3.3.-") }],
      },
      comments: [{ commentType: "CATALYTIC ACTIVITY", reaction: { name: "a = b", ecNumber: "4.4.4.4" } }],
    });
    expect(proteinDetail(entry, null).ec).toEqual(["1.1.1.1", "2.2.2.2", "3.3.3.-", "4.4.4.4"]);
  });

  it("reads merged and demerged entries with their successors", () => {
    const inactive = (inactiveReasonType: string, mergeDemergeTo: string[]) =>
      parseEntry({
        entryType: "Inactive",
        primaryAccession: "P00001",
        inactiveReason: { inactiveReasonType, mergeDemergeTo },
      });
    expect(inactive("MERGED", ["P9WIE5"])).toMatchObject({ reason: "merged", targets: ["P9WIE5"] });
    expect(inactive("DEMERGED", ["P9WIE5", "P9WIE4"])).toMatchObject({
      reason: "demerged",
      targets: ["P9WIE5", "P9WIE4"],
    });
  });

  it.each([
    ["an unknown entry type", { ...REVIEWED, entryType: "UniProtKB reviewed-ish" }],
    ["no entry type", { primaryAccession: "P9WIE5" }],
    ["an accession that is none", { ...REVIEWED, primaryAccession: "../x" }],
    ["an inactive entry without a known reason", { entryType: "Inactive", primaryAccession: "P9WIE5" }],
    [
      "a successor that is no accession",
      {
        entryType: "Inactive",
        primaryAccession: "P9WIE5",
        inactiveReason: { inactiveReasonType: "MERGED", mergeDemergeTo: ["x y"] },
      },
    ],
    ["genes that are no list", { ...REVIEWED, genes: "katG" }],
    ["text", "P9WIE5"],
    ["null", null],
  ])("refuses %s as unparsable", (_name, value) => {
    expect(() => parseEntry(value)).toThrowError(expect.objectContaining({ code: "unparsable" }));
  });
});

describe("search answers", () => {
  it.each([
    ["an error report", { url: "x", messages: ["Invalid query"] }, "in_band_error"],
    ["an object without results", {}, "unparsable"],
    ["results that are no list", { results: {} }, "unparsable"],
    ["a list", [], "unparsable"],
    ["a number", 3, "unparsable"],
    ["one unreadable entry among good ones", { results: [REVIEWED, { ...REVIEWED, entryType: "New" }] }, "unparsable"],
  ])("refuses %s", (_name, value, code) => {
    expect(() => parseSearch(value)).toThrowError(expect.objectContaining({ code }));
  });
});

function named(value: string) {
  return { fullName: { value } };
}
