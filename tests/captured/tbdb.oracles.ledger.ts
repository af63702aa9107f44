import { expect } from "vitest";
import type { OpenSource } from "../support/source-harness.ts";
import type { LedgerRow, ReadRow } from "./ledger.ts";
import * as oracle from "./tbdb-oracles.ts";
import { withTbdb } from "./tbdb-served.ts";
import { comparePlaces } from "./tbdb-vcf.ts";

type Ask = (source: OpenSource) => Promise<unknown>;

/** Another party's table, all of it, beside our answers: the counts of agreement, and every difference by its kind. */
const beside = (file: string, tool: string, out: string, ask: Ask, counts: unknown): ReadRow => ({
  file: `tbdb/${file}`,
  tool,
  out,
  check: async () => expect(await withTbdb({}, ask)).toEqual(counts),
});

const scheme = (name: string, counts: Record<string, number>): ReadRow =>
  beside(
    `lineage/fast-lineage-caller_${name}.tsv`,
    "find_by_position",
    "every shared position has the same allele; none is contradicted",
    (source) => oracle.lineageScheme(source, `tbdb/lineage/fast-lineage-caller_${name}.tsv`),
    counts,
  );

const garc1 = (file: string, out: string, counts: Record<string, number>): ReadRow =>
  beside(file, "get_resistance_variants", out, (source) => oracle.garc1(source, `tbdb/${file}`), counts);

const GRAMMAR = "no single mutation: a rule, or an indel in the grammar's own spelling";

/** Files of other parties that state the same facts. */
export const rows: readonly LedgerRow[] = [
  {
    file: "tbdb/who/Genomic_coordinates_7May2024.vcf.gz",
    tool: "find_by_position",
    out: "76,550 rows are placed alike, 7 are not, and the rest name no variant of the catalogue's own",
    check() {
      const { alike, different } = comparePlaces();
      expect(alike).toEqual({
        ...{ "p. substitution": 56_360, "p. frameshift": 4446, "p. unknown": 1748, "p. deletion": 210 },
        ...{ "p. duplication": 106, "p. extension": 83, "p. insertion": 41, "p. delins": 37 },
        ...{ "c. substitution": 11_380, "c. deletion": 177, "c. insertion": 90, "c. delins": 42, "c. duplication": 10 },
        ...{ "n. substitution": 1680, "n. delins": 45, "n. duplication": 45, "n. insertion": 29, "n. deletion": 21 },
      });
      expect(different).toEqual({
        "LoF, a consequence without a place of its own": 27_214,
        "c. several variants in one row": 10_686,
        "n. several variants in one row": 3251,
        "p. several variants in one row": 506,
        // All of dnaA, before base 1 of the circle; this version of the catalogue has none of them.
        "c. not in this version of the catalogue": 217,
        // The table has five insertions behind residue 504 under a name that begins at 486.
        "p. frameshift: Rv0001 p.Glu486fs": 5,
        // The table has nine bases under the name of the one change among them.
        "c. substitution: Rv0486 c.-669C>T": 1,
        "Rv0006 p.Ter839delins???: unreadable": 1,
      });
    },
  },
  beside(
    "who/WHO-UCN-TB-2023.5_v2.0_GARC1_RFUS.csv",
    "get_resistance_variants",
    "every row of WHO's has the grade that we state",
    oracle.whoSecond,
    {
      equal: 1502,
      "a default rule of the grammar, no row of WHO's": 315,
      // Asked for as LoF, a consequence is found by the catalogue's rows for each of its kinds.
      "LoF, assoc_w_r_interim there, rule assoc_w_r_interim here": 40,
      "LoF, uncertain there, rule uncertain here": 16,
      "LoF, assoc_w_r there, rule assoc_w_r here": 14,
      // katG and pncA: the catalogue grades the loss of the whole gene twice, and the two differ.
      "LoF, assoc_w_r there, rule assoc_w_r|conflict here": 15,
    },
  ),
  garc1(
    "who/WHO-UCN-GTB-PCI-2021.7_v1.2_GARC1_RFUS.csv",
    "nothing that WHO's first catalogue calls resistant is called unassociated by the second",
    {
      [GRAMMAR]: 1333,
      "resistant: assoc_w_r_interim": 254,
      "resistant: assoc_w_r": 214,
      "susceptible: not_assoc_w_r": 55,
      "susceptible: not_assoc_w_r_interim": 24,
      // Graded down, or not taken over, between the two versions.
      "resistant: uncertain": 11,
      "susceptible: uncertain": 6,
      "resistant: not listed": 2,
      "susceptible: not listed": 2,
      // fabG1: the second catalogue counts its promoter from inhA.
      "resistant: gene not_covered": 8,
      "susceptible: gene not_covered": 2,
      "resistant: rule assoc_w_r": 7,
    },
  ),
  garc1(
    "other-catalogues/NEJM2018_v1.0_GARC1_RUS.csv",
    "a catalogue of 2018, by literature: what WHO has since graded otherwise",
    {
      "susceptible: uncertain": 401,
      [GRAMMAR]: 165,
      "resistant: not listed": 161,
      "resistant: assoc_w_r": 131,
      "resistant: assoc_w_r_interim": 93,
      "resistant: uncertain": 67,
      "susceptible: not listed": 64,
      "susceptible: not_assoc_w_r": 26,
      "resistant: rule assoc_w_r": 11,
      "susceptible: not_assoc_w_r_interim": 9,
      "susceptible: gene not_covered": 8,
      "susceptible: assoc_w_r": 5,
      "resistant: gene not_covered": 4,
      "susceptible: assoc_w_r_interim": 3,
      "resistant: not_assoc_w_r_interim": 2,
      "susceptible: rule assoc_w_r": 1,
    },
  ),
  garc1("other-catalogues/catomatic_bdq_3.csv", "its bedaquiline calls, most of them newer than WHO's grades", {
    "resistant: uncertain": 27,
    [GRAMMAR]: 22,
    "resistant: assoc_w_r_interim": 8,
    "resistant: assoc_w_r": 1,
  }),
  beside(
    "other-catalogues/mykrobe_tb_variant_to_resistance_drug.json",
    "get_resistance_variants",
    "what Mykrobe calls resistant, by our grade",
    oracle.mykrobe,
    {
      "any residue or base, or an indel": 108,
      uncertain: 69,
      assoc_w_r: 49,
      assoc_w_r_interim: 13,
      "not listed": 5,
      "another residue or base stands there": 2,
      "drug not assessed": 1,
      "drug not in the catalogue": 1,
      not_assoc_w_r_interim: 1,
    },
  ),
  beside(
    "other-catalogues/reseq.csv",
    "get_resistance_variants",
    "ReSeqTB's list by our grade; it has drugs that WHO does not grade",
    (source) => oracle.hgvsRows(source, oracle.reseqRows()),
    {
      assoc_w_r: 123,
      assoc_w_r_interim: 42,
      "drug not in the catalogue": 23,
      "not listed": 14,
      "rule assoc_w_r": 4,
      "another residue or base stands there": 1,
      not_assoc_w_r: 15,
      uncertain: 13,
      "gene not_covered": 7,
      not_assoc_w_r_interim: 4,
    },
  ),
  beside(
    "who/inputs/merker_neutrals.csv",
    "get_resistance_variants",
    "no neutral variant is called associated",
    (source) => oracle.hgvsRows(source, oracle.whoInputRows("tbdb/who/inputs/merker_neutrals.csv")),
    { not_assoc_w_r: 75, not_assoc_w_r_interim: 22, "drug not assessed": 1 },
  ),
  beside(
    "who/inputs/allelic_exchanges.csv",
    "get_resistance_variants",
    "what allelic exchange has shown is associated, by itself or by a rule",
    (source) => oracle.hgvsRows(source, oracle.whoInputRows("tbdb/who/inputs/allelic_exchanges.csv")),
    { assoc_w_r_interim: 13, "rule assoc_w_r_interim": 8, "rule assoc_w_r": 2, assoc_w_r: 1 },
  ),
  beside(
    "who/inputs/gene_locations.csv",
    "get_lineage_markers",
    "64 of 65 genes have WHO's coordinates",
    oracle.whoGeneLocations,
    // WHO begins this gene 24 bp later; its own table of coordinates counts as the annotation does.
    { equal: 64, "Rv1129c 1253074 1254510 -1 there, 1253074 1254534 -1 here": 1 },
  ),
  beside(
    "other-catalogues/MTBseq_MTB_Resistance_Mediating.txt",
    "find_by_position",
    "1,693 of 1,696 positions have the same codon, base or side of the gene",
    oracle.mtbseq,
    {
      "equal codon": 1637,
      "before the gene": 33,
      "equal base": 23,
      // 779,256 is codon 89 by the list's own gene start, which it calls 90.
      "another codon: Rv0678": 1,
      // An insertion is given by the base before it here, the one behind it there.
      "base 4 there: Rvnr01": 1,
      // 2,288,145 lies 536 bp outside the gene that the list itself gives.
      "inside there, not here: Rv2043c": 1,
    },
  ),
  beside(
    "other-catalogues/phyresse.csv",
    "find_by_position",
    "all 369 positions have the same codon, or side of the gene",
    oracle.phyresse,
    { "equal codon": 341, "before the gene": 16, "inside the RNA gene": 12 },
  ),
  beside(
    "other-catalogues/nextstrain_DRMs-AAnuc.tsv",
    "find_by_position",
    "its sites of resistance, by residue or base, and our best grade there",
    oracle.nextstrain,
    { associated: 94, uncertain: 58, "not listed": 23, not_assoc_w_r: 1, "not_assoc_w_r,uncertain": 1 },
  ),
  beside(
    "other-tools/drprg_rules.csv",
    "get_resistance_variants",
    "its rules of loss are ours too; rpoB's frameshifts are graded by no row",
    oracle.drprgRules,
    {
      "a stretch: associated variants in it": 6,
      "a stretch: none in it: frameshift rpoB 1276": 1,
      "the whole gene, frameshift: assoc_w_r": 4,
      "the whole gene, nonsense: assoc_w_r": 4,
      "the whole gene, absence: conflict": 2,
    },
  ),
  beside(
    "tbprofiler/tb_profiler_3.json",
    "get_resistance_variants",
    "what it calls resistant is associated, its variants lie where it says, its lineages are named alike",
    (source) => oracle.tbprofilerReport(source, "tbdb/tbprofiler/tb_profiler_3.json"),
    { calls: { assoc_w_r: 5 }, places: { "equal number": 39 }, lineages: { equal: 5 } },
  ),
  beside(
    "tbprofiler/rif_resistant.results.json",
    "get_resistance_variants",
    "what it calls resistant is associated, its variants lie where it says, its lineages are named alike",
    (source) => oracle.tbprofilerReport(source, "tbdb/tbprofiler/rif_resistant.results.json"),
    { calls: { assoc_w_r: 1 }, places: { "equal number": 3 }, lineages: { equal: 3 } },
  ),
  beside(
    "tbprofiler/tbdb.bed",
    "list_genes",
    "every gene lies in the region that is read for it; the drugs differ where a newer version has pretomanid",
    oracle.tbprofilerRegions,
    {
      "inside its region, the same drugs": 59,
      "inside its region, not in this version": 8,
      ...{ "inside its region, other drugs: ddn": 1, "inside its region, other drugs: fbiA": 1 },
      ...{ "inside its region, other drugs: fbiB": 1, "inside its region, other drugs: fbiC": 1 },
      ...{ "inside its region, other drugs: fbiD": 1, "inside its region, other drugs: fgd1": 1 },
    },
  ),
  scheme("coll", { "no marker there": 31, "same allele, same name": 29, "reference allele in both": 2 }),
  scheme("freschi_hierarchical", {
    "no marker there": 61,
    "same allele, named by another system": 23,
    "same allele, same name": 9,
    "reference allele in both": 2,
  }),
  scheme("shitikov", { "no marker there": 15, "same allele, same name": 4, "same allele, named by another system": 2 }),
  scheme("stucki", { "no marker there": 7, "reference allele in both": 1 }),
];
