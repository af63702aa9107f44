import { describe, expect, it } from "vitest";
import { type Entry, parseEntry } from "./parse-entry.ts";
import { rankByName, soleAccession } from "./rank.ts";

interface Names {
  primary?: string;
  synonyms?: string[];
  loci?: string[];
  orfs?: string[];
  reviewed?: boolean;
}

const values = (names: string[] = []) => names.map((value) => ({ value }));

const entry = (accession: string, { primary, synonyms, loci, orfs, reviewed = false }: Names): Entry =>
  parseEntry({
    entryType: reviewed ? "UniProtKB reviewed (Swiss-Prot)" : "UniProtKB unreviewed (TrEMBL)",
    primaryAccession: accession,
    genes: [
      {
        geneName: primary === undefined ? undefined : { value: primary },
        synonyms: values(synonyms),
        orderedLocusNames: values(loci),
        orfNames: values(orfs),
      },
    ],
  });

const accessions = (entries: Entry[], query: string) =>
  rankByName(entries, query).best.map((match) => match.entry.accession);

describe("ranking by exact name", () => {
  it("prefers a primary name to a locus, and a locus to a synonym", () => {
    const synonym = entry("P00001", { synonyms: ["abcA"], reviewed: true });
    const locus = entry("P00002", { loci: ["abcA"], reviewed: true });
    const primary = entry("P00003", { primary: "abcA" });
    expect(accessions([synonym, locus, primary], "abcA")).toEqual(["P00003"]);
    expect(accessions([synonym, locus], "abcA")).toEqual(["P00002"]);
    expect(accessions([synonym], "abcA")).toEqual(["P00001"]);
    expect(rankByName([synonym, locus, primary], "abcA").weaker).toBe(2);
  });

  it("treats an ordered locus and an ORF name as one class and says which one matched", () => {
    const ranking = rankByName(
      [entry("P00002", { orfs: ["MTCY1.2"] }), entry("P00001", { loci: ["MTCY1.2"] })],
      "MTCY1.2",
    );
    expect(ranking.best.map(({ entry, kind }) => [entry.accession, kind])).toEqual([
      ["P00001", "ordered_locus"],
      ["P00002", "orf_name"],
    ]);
  });

  it("matches without case only when no name equals with case", () => {
    const upper = entry("P00001", { primary: "KATG" });
    const exact = entry("P00002", { primary: "katG" });
    expect(accessions([upper, exact], "katG")).toEqual(["P00002"]);
    expect(accessions([upper, exact], "Katg")).toEqual(["P00001", "P00002"]);
    expect(rankByName([upper], "katG").best[0]?.name).toBe("KATG");
  });

  it("drops and counts names that merely contain the query, and never drops a letter of a locus tag", () => {
    const ranking = rankByName(
      [entry("P00001", { loci: ["Rv0063a"] }), entry("P00002", { primary: "katG2" })],
      "Rv0063",
    );
    expect(ranking.best).toEqual([]);
    expect(ranking.partial).toBe(2);
  });

  it("puts reviewed entries first, then goes by accession", () => {
    const entries = [
      entry("Q00002", { primary: "a" }),
      entry("Q00001", { primary: "a" }),
      entry("Q99999", { primary: "a", reviewed: true }),
    ];
    expect(accessions(entries, "a")).toEqual(["Q99999", "Q00001", "Q00002"]);
  });

  it("reads every gene of an entry that stands for several", () => {
    const several = parseEntry({
      entryType: "UniProtKB reviewed (Swiss-Prot)",
      primaryAccession: "P0DP23",
      genes: [{ geneName: { value: "CALM1" } }, { geneName: { value: "CALM2" } }],
    });
    expect(rankByName([several], "CALM2").best[0]?.kind).toBe("primary_name");
  });

  it("sets withdrawn entries apart", () => {
    const gone = parseEntry({
      entryType: "Inactive",
      primaryAccession: "I8FBX0",
      inactiveReason: { inactiveReasonType: "DELETED" },
    });
    const ranking = rankByName([gone], "katG");
    expect([ranking.best.length, ranking.partial, ranking.inactive.length]).toEqual([0, 0, 1]);
  });
});

describe("the accession that stands for a class", () => {
  const reviewed = (accession: string) => entry(accession, { reviewed: true });
  const unreviewed = (accession: string) => entry(accession, {});

  it.each([
    ["the only reviewed entry", [unreviewed("Q00001"), reviewed("P00001"), unreviewed("Q00002")], "P00001"],
    ["the only entry, though unreviewed", [unreviewed("Q00001")], "Q00001"],
    ["none of several unreviewed entries", [unreviewed("Q00001"), unreviewed("Q00002")], null],
    ["none of several reviewed entries", [reviewed("P00001"), reviewed("P00002")], null],
    ["none of nothing", [], null],
  ])("is %s", (_name, entries, expected) => {
    expect(soleAccession(entries.filter((one) => one.status !== "inactive"))).toBe(expected);
  });
});
