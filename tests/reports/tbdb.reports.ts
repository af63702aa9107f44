import { expect } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { tbdb } from "../../servers/tbdb/index.ts";
import { CATALOGUE_HEADER, catalogueOf, graded, SMALL_TBDB, TBDB_REF } from "../support/tbdb-network.ts";
import { issues, pulls } from "./addresses.ts";
import { codesOf, type Played, tell } from "./playing.ts";
import type { ReportRow } from "./reports.ts";

const A = "Assoc w R";
const INTERIM = "Assoc w R - Interim";
const UNCERTAIN = "Uncertain significance";
const NOT = "Not assoc w R";
const LITERATURE = { source: "tbdb", type: "drug_resistance", comment: "Mutation from literature" };

type Files = Readonly<Record<string, Played>>;

/** tbdb's files, small ones unless given, at a ref. */
async function ask(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  files: Files = {},
  ref = TBDB_REF,
): Promise<Envelope> {
  const served: Files = { ...SMALL_TBDB, ...files };
  const { result } = await tell(
    tbdb,
    ({ path }) => served[path.slice(path.lastIndexOf("/") + 1)],
    tool,
    args,
    ref === TBDB_REF ? {} : { GENE_ROUTER_TBDB_REF: ref },
  );
  return result;
}

const variants = (
  gene: string,
  mutation: string,
  rows?: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
) =>
  ask(
    "get_resistance_variants",
    { gene, mutation, grades: "all", ...more },
    rows === undefined ? {} : { "mutations.csv": catalogueOf(...rows) },
  );

/** Asks for one mutation in several spellings and wants the same records each time. */
async function spelled(gene: string, spellings: readonly string[], ids: readonly string[], rows?: readonly string[]) {
  for (const spelling of spellings) {
    const { outcome, record_ids } = await variants(gene, spelling, rows);
    expect([spelling, outcome, record_ids]).toEqual([spelling, "found", ids]);
  }
}

const markers = (lines: readonly (readonly [number, string, string])[]): string =>
  lines
    .map(
      ([position, lineage, allele]) =>
        `Chromosome\t${position - 1}\t${position}\t${lineage}\t${allele}\tf\tNone\tNone\n`,
    )
    .join("");

const SPELLING: readonly ReportRow[] = [
  {
    reports: [
      ...issues("Mykrobe-tools/mykrobe", 63, 156),
      ...issues("jodyphelan/tbdb", 15, 22, 30),
      ...issues("theiagen/public_health_bacterial_genomics", 22),
    ],
    kind: "a residue's change is one change, in one- or three-letter codes, with or without its scale and its gene",
    check: () =>
      spelled(
        "katG",
        [
          "p.Ser315Thr",
          "p.S315T",
          "S315T",
          "Ser315Thr",
          "katG_p.Ser315Thr",
          "katG_S315T",
          "Rv1908c:p.Ser315Thr",
          "katG@S315T",
        ],
        ["tbdb:katG:p.Ser315Thr:isoniazid"],
      ),
  },
  {
    reports: issues("jodyphelan/tbdb", 10, 15),
    kind: "a stop is one, as *, Ter, STOP or X, and covered by the rule on stops",
    check: () =>
      spelled(
        "katG",
        ["p.Trp351*", "p.Trp351Ter", "p.Trp351STOP", "p.W351X", "W351*"],
        ["tbdb:katG:stop_gained:isoniazid"],
      ),
  },
  {
    reports: [...issues("jodyphelan/tbdb", 15, 42), ...pulls("jodyphelan/tbdb", 16)],
    kind: "a promoter's change is one, with its base before or behind the number",
    check: () =>
      spelled(
        "eis",
        ["c.-14C>T", "C-14T", "c-14t", "eis_c-14t", "-14C>T"],
        ["kanamycin", "amikacin", "capreomycin"].map((drug) => `tbdb:eis:c.-14C>T:${drug}`),
      ),
  },
  {
    reports: pulls("jodyphelan/tbdb", 16),
    kind: "a base of an RNA gene is one, as n., r., c. or short",
    check: () =>
      spelled(
        "rrs",
        ["n.1401A>G", "r.1401a>g", "c.1401A>G", "A1401G", "a1401g", "1401A>G"],
        ["tbdb:rrs:n.1401A>G:amikacin"],
      ),
  },
  {
    reports: issues("genomic-medicine-sweden/jasen", 209),
    kind: "A90G of a coding gene may be residues or bases: it is neither guessed nor called a zero",
    async check() {
      const rows = [graded("katG", "p.Ala90Gly", "isoniazid", A), graded("katG", "c.90A>G", "isoniazid", NOT)];
      const result = await variants("katG", "A90G", rows);
      expect([result.outcome, result.records]).toEqual(["not_resolved", []]);
      expect(codesOf(result)).toContain("mutation_unreadable");
      expect((await variants("katG", "p.A90G", rows)).record_ids).toEqual(["tbdb:katG:p.Ala90Gly:isoniazid"]);
    },
  },
  {
    reports: [...issues("jodyphelan/tbdb", 21, 56), ...issues("jodyphelan/TBProfiler", 258, 307)],
    kind: "a mutation in another grammar is not resolved, never a gene without that variant",
    async check() {
      for (const mutation of ["Chromosome:g.2155000_2155100del", "gid_347_ins_1_cgc_ccg", "katG_944_ins_1"]) {
        const result = await variants("katG", mutation);
        expect([result.outcome, result.records]).toEqual(["not_resolved", []]);
        expect(codesOf(result)).toContain("mutation_unreadable");
        expect(codesOf(result)).not.toContain("mutation_not_listed");
      }
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 307, 258),
    kind: "changes over the start or behind the stop are read, and stop no other row",
    async check() {
      const rows = ["c.2217_*25delATC", "c.-1_1insA", "c.7G>C"].map((one) =>
        graded("katG", one, "isoniazid", UNCERTAIN),
      );
      for (const mutation of ["c.2217_*25del", "c.-1_1insA", "c.7G>C"]) {
        expect((await variants("katG", mutation, rows)).records).toHaveLength(1);
      }
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 142),
    kind: "an insertion under another base of its repeat is found by the rule on frames, or said to have several names",
    async check() {
      const rows = [graded("katG", "c.392_393insGG", "isoniazid", INTERIM)];
      const without = await variants("katG", "c.391_392insGG", rows);
      expect([without.outcome, codesOf(without).includes("indel_spelling")]).toEqual(["none_on_record", true]);
      const byRule = await variants("katG", "c.391_392insGG", [
        ...rows,
        graded("katG", "frameshift_variant", "isoniazid", A),
      ]);
      expect(byRule.records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
        ["tbdb:katG:frameshift_variant:isoniazid", ["by_rule"]],
      ]);
    },
  },
  {
    reports: [...issues("jodyphelan/TBProfiler", 258), ...issues("jodyphelan/tbdb", 42)],
    kind: "a base inside a codon, or a residue that stays, says under which name the catalogue has it",
    async check() {
      expect(codesOf(await variants("katG", "c.944G>C"))).toContain("ask_by_protein");
      expect(codesOf(await variants("katG", "p.Ser65Ser"))).toContain("ask_by_base");
    },
  },
];

const PLACES: readonly ReportRow[] = [
  {
    reports: [...issues("jodyphelan/TBProfiler", 368), ...issues("ngs-fzb/MTBseq_source", 67)],
    kind: "a number of another reference (E. coli's rpoB) contradicts the residue that stands there, and is no zero",
    async check() {
      const rows = [
        graded("katG", "p.Asp531Tyr", "isoniazid", UNCERTAIN),
        graded("katG", "p.Ser450Leu", "isoniazid", A),
      ];
      const result = await variants("katG", "p.Ser531Leu", rows);
      expect(result.outcome).toBe("not_resolved");
      expect(codesOf(result)).toContain("other_reference");
      expect((await variants("katG", "p.Asp531Leu", rows)).outcome).toBe("none_on_record");
    },
  },
  {
    reports: [...issues("jodyphelan/tbdb", 42), ...issues("arpcard/amr_curation", 61)],
    kind: "a change that the catalogue names by the next gene is pointed out, under each name that it has",
    async check() {
      for (const mutation of ["c.-15C>T", "fabG1_c-15t", "C-15T"]) {
        const { outcome, resolved, notes } = await variants("fabG1", mutation);
        expect(outcome).toBe("not_covered");
        expect(resolved.listed_elsewhere).toEqual(["tbdb:inhA:c.-777C>T:ethionamide", "tbdb:inhA:c.-777C>T:isoniazid"]);
        expect(codesOf({ notes })).toContain("listed_elsewhere");
      }
      for (const mutation of ["c.609G>A", "L203L"])
        expect((await variants("fabG1", mutation)).resolved.listed_elsewhere).toEqual([
          "tbdb:inhA:c.-154G>A:isoniazid",
        ]);
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 470, 139),
    kind: "a lost start is one, although the base is upstream of another gene too",
    async check() {
      const rows = [
        graded("Rv0678", "p.Met1?", "bedaquiline", INTERIM),
        graded("Rv0678", "start_lost", "bedaquiline", A, { original: "LoF" }),
      ];
      const files = { "mutations.csv": catalogueOf(...rows) };
      const place = await ask("find_by_position", { position: 778_992, allele: "A" }, files);
      expect(place.records.filter(({ detail }) => detail.part === "start_loss")).toHaveLength(2);
      const upstream = await variants("mmpL5", "c.-512C>T", rows);
      expect(upstream.resolved.listed_elsewhere).toEqual([
        "tbdb:Rv0678:p.Met1?:bedaquiline",
        "tbdb:Rv0678:start_lost:bedaquiline",
      ]);
      expect((await variants("Rv0678", "p.Met1Val", rows)).record_ids).toEqual(["tbdb:Rv0678:start_lost:bedaquiline"]);
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 115, 484),
    kind: "a gene is its coding stretch: upstream bases are not inside it",
    async check() {
      const files = { "mutations.csv": catalogueOf(graded("inhA", "c.-777C>T", "isoniazid", A)) };
      const { resolved, records } = await ask("find_by_position", { position: 1_673_425, allele: "T" }, files);
      expect(resolved.features).toEqual([]);
      expect(records.map(({ record_id, detail }) => [record_id, detail.part, detail.allele_match])).toEqual([
        ["tbdb:inhA:c.-777C>T:isoniazid", "upstream", true],
      ]);
    },
  },
  {
    reports: issues("Mykrobe-tools/mykrobe", 156),
    kind: "a base of the forward strand is complemented in a gene of the other",
    async check() {
      const files = { "mutations.csv": catalogueOf(graded("katG", "c.945C>T", "isoniazid", NOT)) };
      const at = (allele: string) => ask("find_by_position", { position: 2_155_167, allele }, files);
      expect((await at("A")).records.at(-1)?.detail.allele_match).toBe(true);
      expect((await at("T")).records.at(-1)?.detail.allele_match).toBe(false);
    },
  },
  {
    reports: issues("GTB-tbsequencing/mutation-catalogue-2023", 7, 10, 11),
    kind: "a codon is matched as a codon: a base of it does not claim the residue",
    async check() {
      const { records, notes } = await ask("find_by_position", { position: 2_155_168 });
      const variant = records.find(({ record_id }) => record_id.includes("Ser315Thr"));
      expect(variant?.detail).toMatchObject({ match: "codon", allele_match: null });
      expect(codesOf({ notes })).toContain("codon_match");
    },
  },
];

const LOSS_OF_FUNCTION: readonly ReportRow[] = [
  {
    reports: issues("GTB-tbsequencing/mutation-catalogue-2023", 16),
    kind: "a stop that is listed for one drug is covered by the rule for the other drug too",
    async check() {
      const rows = [
        graded("Rv0678", "p.Tyr92*", "bedaquiline", INTERIM),
        ...["bedaquiline", "clofazimine"].map((drug) => graded("Rv0678", "stop_gained", drug, A, { original: "LoF" })),
      ];
      const { records } = await variants("Rv0678", "p.Tyr92*", rows);
      expect(new Set(records.map(({ detail }) => detail.drug))).toEqual(new Set(["bedaquiline", "clofazimine"]));
    },
  },
  {
    reports: [
      ...issues("GTB-tbsequencing/mutation-catalogue-2023", 6, 8),
      ...issues("mbhall88/drprg", 21, 24),
      ...issues("jodyphelan/tbdb", 21),
    ],
    kind: "the loss of a gene is covered by its rule under every name of it",
    async check() {
      for (const mutation of [
        "deletion",
        "katG_deletion",
        "large_deletion",
        "feature_ablation",
        "katG_LoF",
        "c.-20_2230del",
      ]) {
        const { outcome, record_ids } = await variants("katG", mutation);
        expect([mutation, outcome]).toEqual([mutation, "found"]);
        expect(record_ids).toContain("tbdb:katG:feature_ablation:isoniazid");
      }
    },
  },
  {
    reports: [...issues("jodyphelan/TBProfiler", 343), ...issues("mbhall88/drprg", 27)],
    kind: "an indel that keeps the frame is no frameshift; a rule on such indels covers it",
    async check() {
      const frames = [graded("katG", "frameshift_variant", "isoniazid", A)];
      expect((await variants("katG", "c.100_102del", frames)).records).toEqual([]);
      expect((await variants("katG", "c.100_103del", frames)).records).toHaveLength(1);
      const inFrame = [graded("katG", "inframe_deletion_p.30_40", "isoniazid", INTERIM)];
      expect((await variants("katG", "c.100_102del", inFrame)).records.map(({ flags }) => flags)).toEqual([
        ["by_rule"],
      ]);
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 235),
    kind: "a consequence within a stretch of codons covers what lies there and nothing beside",
    async check() {
      const rows = [graded("katG", "frameshift_variant_p.426_452", "isoniazid", A)];
      expect((await variants("katG", "p.Ser430fs", rows)).records).toHaveLength(1);
      expect((await variants("katG", "p.Ser460fs", rows)).records).toEqual([]);
    },
  },
  {
    reports: issues("GTB-tbsequencing/mutation-catalogue-2023", 7),
    kind: "a stop that is lost is a variant of its own, no stop gained",
    async check() {
      const rows = [
        graded("katG", "p.Ter741Argext*?", "isoniazid", INTERIM),
        graded("katG", "stop_gained", "isoniazid", A),
      ];
      expect((await variants("katG", "p.Ter741Argext*?", rows)).record_ids).toEqual([
        "tbdb:katG:p.Ter741Argext*?:isoniazid",
      ]);
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 407),
    kind: "epistasis is stated with the drug that it touches, and changes no grade",
    async check() {
      const { records, resolved } = await ask("get_resistance_variants", { gene: "Rv0678" });
      expect(records.map(({ detail, flags }) => [detail.drug, detail.grade, flags])).toEqual([
        ["bedaquiline", "assoc_w_r", ["epistasis"]],
        ["clofazimine", "assoc_w_r", []],
      ]);
      expect(resolved.epistasis_rules).toMatchObject([{ source_gene: "mmpL5" }]);
    },
  },
];

const GRADES: readonly ReportRow[] = [
  {
    reports: [...issues("jodyphelan/TBProfiler", 375, 368, 89), ...issues("jodyphelan/tbdb", 64)],
    kind: "the grade is the confidence, never the list a row came in by: a mutation from the literature is not associated by that",
    async check() {
      const rows = [graded("katG", "p.Val21Ala", "isoniazid", "Not assoc w R - Interim", LITERATURE)];
      const listed = await variants("katG", "p.Val21Ala", rows);
      expect(listed.records[0]?.detail).toMatchObject({ grade: "not_assoc_w_r_interim", associated: false });
      const associated = await variants("katG", "p.Val21Ala", rows, { grades: "associated" });
      expect([associated.outcome, codesOf(associated).includes("other_grades")]).toEqual(["none_on_record", true]);
    },
  },
  {
    reports: issues("jodyphelan/tbdb", 53),
    kind: "rows that grade one mutation in two ways are both kept, and neither wins",
    async check() {
      const rows = [graded("katG", "c.-75del", "isoniazid", NOT), graded("katG", "c.-75del", "isoniazid", UNCERTAIN)];
      const { records } = await variants("katG", "c.-75delG", rows);
      expect(records).toHaveLength(1);
      expect(records[0]).toMatchObject({ flags: ["grade_conflict"], detail: { grade: null } });
      expect(records[0]?.detail.rows).toHaveLength(2);
    },
  },
  {
    reports: [...issues("jodyphelan/TBProfiler", 137, 283), ...issues("jodyphelan/tbdb", 71)],
    kind: "each row says where it comes from, and WHO's alone can be asked for",
    async check() {
      const rows = [
        graded("katG", "p.Leu83Pro", "isoniazid", A, LITERATURE),
        graded("katG", "p.Leu83Pro", "isoniazid", UNCERTAIN),
      ];
      const all = await variants("katG", "p.Leu83Pro", rows);
      expect((all.records[0]!.detail.rows as { source: string }[]).map(({ source }) => source)).toEqual([
        "tbdb",
        "WHO catalogue v2",
      ]);
      const who = await variants("katG", "p.Leu83Pro", rows, { sources: "who" });
      expect(who.records[0]?.detail).toMatchObject({ grade: "uncertain", associated: false });
    },
  },
  {
    reports: [...issues("jodyphelan/TBProfiler", 378, 166, 388), ...pulls("theiagen/public_health_bioinformatics", 97)],
    kind: "a gene that was assessed without an association is told apart from one that was not assessed",
    async check() {
      const assessed = await ask("get_resistance_variants", { gene: "ahpC" });
      expect([assessed.outcome, assessed.resolved.status]).toEqual(["none_on_record", "assessed_none_associated"]);
      const absent = await ask("get_resistance_variants", { gene: "dnaA" });
      expect([absent.outcome, absent.resolved.status]).toEqual(["not_covered", "absent"]);
    },
  },
  {
    reports: [...issues("jodyphelan/tbdb", 25, 56), ...issues("GTB-tbsequencing/mutation-catalogue-2023", 9)],
    kind: "a mutation that is not listed is no zero without saying that it was not assessed",
    async check() {
      const result = await variants("katG", "p.Ala110Val");
      expect([result.outcome, codesOf(result).includes("mutation_not_listed")]).toEqual(["none_on_record", true]);
      expect(result.resolved.resistance_associated).toBe(true);
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 223, 331),
    kind: "drugs of one class are graded one by one; a class is no drug and is refused with the names that are",
    async check() {
      const rows = [
        graded("katG", "p.Ala90Val", "moxifloxacin", A),
        graded("katG", "p.Ala90Val", "levofloxacin", UNCERTAIN),
      ];
      const { records } = await variants("katG", "p.Ala90Val", rows);
      expect(records.map(({ detail }) => [detail.drug, detail.grade])).toEqual([
        ["moxifloxacin", "assoc_w_r"],
        ["levofloxacin", "uncertain"],
      ]);
      const refused = await variants("katG", "p.Ala90Val", rows, { drug: "fluoroquinolones" });
      expect(refused).toMatchObject({ outcome: "bad_input", errors: [{ param: "drug" }] });
      expect(refused.errors[0]?.message).toContain("levofloxacin");
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 476),
    kind: "a drug with rows that the version's own list leaves out can be asked for and is listed",
    async check() {
      const files = {
        "variables.json": JSON.stringify({ drugs: ["isoniazid"] }),
        "mutations.csv": catalogueOf(graded("katG", "p.Ser315Thr", "para-aminosalicylic_acid", A)),
      };
      const args = { gene: "katG", drug: "para-aminosalicylic acid" };
      const result = await ask("get_resistance_variants", args, files, "master");
      expect([result.outcome, result.query.drug_used]).toEqual(["found", "para-aminosalicylic_acid"]);
      const drugs = await ask("list_drugs", {}, files, "master");
      expect(drugs.records.find(({ name }) => name === "para-aminosalicylic_acid")?.flags).toContain("unknown_drug");
      expect((await ask("get_resistance_variants", { gene: "katG", drug: "aspirin" }, files, "master")).outcome).toBe(
        "bad_input",
      );
    },
  },
];

const LINEAGES: readonly ReportRow[] = [
  {
    reports: issues("jodyphelan/TBProfiler", 340),
    kind: "positions are the second number of a row, one-based, and where H37Rv has the lineage's own base it is said so",
    async check() {
      const files = {
        "barcode.bed": markers([
          [206_481, "lineage4", "C"],
          [311_613, "lineage4.9", "G"],
          [851_797, "lineage1.1.1.1", "A"],
        ]),
      };
      const { records } = await ask("get_lineage_markers", { all: true }, files);
      expect(records.map(({ detail }) => [detail.position, detail.reference_allele])).toEqual([
        [206_481, true],
        [311_613, true],
        [851_797, false],
      ]);
    },
  },
  {
    reports: [...issues("jodyphelan/TBProfiler", 289, 306, 317, 432), ...issues("Mykrobe-tools/mykrobe", 94)],
    kind: "a position alone is no lineage: it takes the allele, and a lineage of one position is marked",
    async check() {
      const files = {
        "barcode.bed": markers([
          [851_797, "La1.3", "T"],
          [851_700, "La3", "A"],
          [67_813, "La3", "C"],
        ]),
      };
      const at = (allele: string) => ask("find_by_position", { position: 851_797, allele }, files);
      expect((await at("T")).resolved).toMatchObject({ lineages_matched: ["La1.3"], lineages_other_allele: [] });
      expect((await at("G")).resolved).toMatchObject({ lineages_matched: [], lineages_other_allele: ["La1.3"] });
      const { records } = await ask("get_lineage_markers", { all: true }, files);
      expect(
        records.map(({ detail, flags }) => [detail.lineage, detail.lineage_snps, flags.includes("single_snp_lineage")]),
      ).toEqual([
        ["La3", 2, false],
        ["La3", 2, false],
        ["La1.3", 1, true],
      ]);
    },
  },
  {
    reports: issues("jodyphelan/TBProfiler", 101, 104, 130, 160, 302),
    kind: "a lineage that the barcode does not name is not resolved, and a barcode that cannot be read is a failure: neither is a root",
    async check() {
      for (const lineage of ["root", "lineage99", "L4", "Beijing"]) {
        const result = await ask("get_lineage_markers", { lineage });
        expect([result.outcome, result.records]).toEqual(["not_resolved", []]);
      }
      for (const body of ["", "position,lineage\n1,2\n", "Chromosome\t1\n"]) {
        const result = await ask("get_lineage_markers", { lineage: "lineage4" }, { "barcode.bed": body });
        expect([result.outcome, result.records]).toEqual(["upstream_failed", []]);
      }
      expect((await ask("get_lineage_markers", { lineage: "LINEAGE4" })).resolved.lineage).toBe("lineage4");
    },
  },
];

const FILES: readonly ReportRow[] = [
  {
    reports: [...issues("GTB-tbsequencing/mutation-catalogue-2023", 5), ...issues("jodyphelan/TBProfiler", 101, 435)],
    kind: "columns are read by name, in any order and case, with quotes and any line end; without the grade the file is refused",
    async check() {
      const other = 'comment,Drug,GENE,confidence,mutation\r\n"a, b",isoniazid,katG,1) Assoc w R,p.Ser315Thr\r\n';
      const read = await ask("get_resistance_variants", { gene: "katG" }, { "mutations.csv": `\ufeff${other}` });
      expect(read.records[0]?.detail).toMatchObject({
        mutation: "p.Ser315Thr",
        grade: "assoc_w_r",
        rows: [{ comment: "a, b" }],
      });
      const bare = "Gene,Mutation,Drug\nkatG,p.Ser315Thr,isoniazid\n";
      const refused = await ask("get_resistance_variants", { gene: "katG" }, { "mutations.csv": bare });
      expect(refused).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "unparsable" }] });
    },
  },
  {
    reports: [...issues("jodyphelan/TBProfiler", 307, 130), ...issues("jodyphelan/tbdb", 25)],
    kind: "files of one answer are of one version: one that is missing or of another kind fails it, and never empties it",
    async check() {
      for (const body of [
        { status: 404, body: "404: Not Found" },
        CATALOGUE_HEADER,
        "<html></html>",
        SMALL_TBDB["barcode.bed"],
      ]) {
        const result = await ask("get_resistance_variants", { gene: "katG" }, { "mutations.csv": body });
        expect([result.outcome, result.records]).toEqual(["upstream_failed", []]);
      }
    },
  },
  {
    reports: [...issues("jodyphelan/TBProfiler", 134), ...issues("GTB-tbsequencing/mutation-catalogue-2023", 10)],
    kind: "one gene is one under every name of it, in the question and in the rows",
    async check() {
      const rows = [
        graded("mmpR5", "p.Arg89Leu", "bedaquiline", UNCERTAIN),
        graded("Rv0678", "p.Arg90Leu", "bedaquiline", UNCERTAIN),
      ];
      for (const gene of ["Rv0678", "mmpR5", "mmpR", "mtu:Rv0678"]) {
        const files = { "mutations.csv": catalogueOf(...rows) };
        expect((await ask("get_resistance_variants", { gene, grades: "all" }, files)).records).toHaveLength(2);
        expect((await variants(gene, "p.Arg89Leu", rows)).records).toHaveLength(1);
      }
    },
  },
];

export const rows: readonly ReportRow[] = [
  ...SPELLING,
  ...PLACES,
  ...LOSS_OF_FUNCTION,
  ...GRADES,
  ...LINEAGES,
  ...FILES,
];
