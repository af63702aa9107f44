import { describe, expect, it } from "vitest";
import { type ActiveEntry, parseEntry } from "./parse-entry.ts";
import { functionFlags, proteinDetail, proteinDraft } from "./protein.ts";

const active = (fields: object): ActiveEntry => {
  const entry = parseEntry({
    entryType: "UniProtKB unreviewed (TrEMBL)",
    primaryAccession: "P9WIE5",
    uniProtkbId: "KATG_MYCTU",
    ...fields,
  });
  if (entry.status === "inactive") throw new Error("expected an active entry");
  return entry;
};

const flagsOf = (comments: object[]) => {
  const entry = active({ comments });
  return functionFlags(entry, proteinDetail(entry, null));
};

const measured = { value: "Measured.", evidences: [{ evidenceCode: "ECO:0000269" }] };

describe("flags of a protein", () => {
  it("say that a statement is about one part alone", () => {
    expect(flagsOf([{ commentType: "FUNCTION", texts: [measured] }])).toEqual([]);
    expect(flagsOf([{ commentType: "FUNCTION", molecule: "Isoform 2", texts: [measured] }])).toEqual(["part_only"]);
    expect(flagsOf([{ commentType: "SUBUNIT", molecule: "Heavy chain", texts: [measured] }])).toEqual([
      "no_function",
      "part_only",
    ]);
    expect(flagsOf([{ commentType: "PTM", molecule: "Isoform 2", texts: [measured] }])).toEqual(["no_function"]);
  });

  it.each([
    ["an ECO code that is new", [{ evidenceCode: "ECO:9999999" }], ["unknown"]],
    ["evidence without a code", [{ source: "PubMed", id: "1" }], ["unstated"]],
    ["evidence without a source", [{ evidenceCode: "ECO:0000255" }], ["sequence_model"]],
  ])("never take %s for an experiment", (_name, evidences, tiers) => {
    const entry = active({ comments: [{ commentType: "FUNCTION", texts: [{ value: "x", evidences }] }] });
    const detail = proteinDetail(entry, null);
    expect(detail.function_statements[0]?.tiers).toEqual(tiers);
    expect(functionFlags(entry, detail)).toEqual(["inferred_only"]);
  });
});

describe("a protein", () => {
  it("leaves comments of unknown kinds out, and needs none", () => {
    const entry = active({
      comments: [{ commentType: "HOROSCOPE", texts: [measured] }, { commentType: "FUNCTION" }, {}],
    });
    expect(proteinDetail(entry, null)).toMatchObject({ function_statements: [], quotable_text: "KATG_MYCTU" });
  });

  it("is citable by its accession alone; secondary ones are other spellings", () => {
    const draft = (entry: ActiveEntry) => proteinDraft(entry, proteinDetail(entry, null), []);
    const { record_id, also } = draft(active({ secondaryAccessions: ["Q08129", "P9WIE5", "Q08129", "x"] }));
    expect([record_id, also]).toEqual(["P9WIE5", ["Q08129"]]);
  });

  it("keeps every name of every gene that it stands for, each once", () => {
    const names = (...values: string[]) => values.map((value) => ({ value }));
    const entry = active({
      genes: [
        { geneName: { value: "a" }, orderedLocusNames: names("Rv1", "MTCY1.01"), orfNames: names("MTCY1.01c") },
        { geneName: { value: "a" }, synonyms: names("b/c", "d'e"), orderedLocusNames: names("Rv2") },
        {},
      ],
    });
    expect(proteinDetail(entry, "a")).toMatchObject({
      gene_names: ["a"],
      synonyms: ["b/c", "d'e"],
      locus_tags: ["Rv1", "MTCY1.01", "Rv2", "MTCY1.01c"],
    });
  });
});
