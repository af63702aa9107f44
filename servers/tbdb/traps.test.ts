import { afterEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../tests/support/source-harness.ts";
import {
  annotationText,
  answerTbdb,
  barcodeText,
  catalogueOf,
  graded,
  type TbdbAnswer,
} from "../../tests/support/tbdb-network.ts";
import { tbdb } from "./index.ts";

/** What users of TB-Profiler, of its library and of WHO's catalogue have reported as gone wrong, by kind. */
const network = mockNetwork();
let source: OpenSource | undefined;
afterEach(() => source?.close());

function serve(changes: Readonly<Record<string, TbdbAnswer>> = {}): OpenSource {
  answerTbdb(network, changes);
  source = openSource(tbdb);
  return source;
}
const A = "Assoc w R";
const withRows = (...rows: string[]): OpenSource => serve({ "mutations.csv": catalogueOf(...rows) });
const ask = (open: OpenSource, args: Record<string, unknown>) =>
  open.call("get_resistance_variants", { grades: "all", ...args });
const codes = ({ notes }: { notes: readonly string[] }): string[] => notes.map((note) => note.split(":")[0]!);

describe("one gene under its names", () => {
  const genes = [
    ["Rv0678", "mmpR5", "mmpR", "MMPR5", "mtu:Rv0678", "83332.Rv0678", "I6Y8F7"],
    ["Rv1483", "fabG1", "mabA"],
    ["Rvnr01", "rrs", "RRS", "MTB000019", "EBG00000313325"],
  ];
  it.each(genes)("%s is what %s and the others are", async (...names) => {
    const open = serve();
    const loci = await Promise.all(names.map(async (gene) => (await ask(open, { gene })).resolved.locus_tag));
    expect(new Set(loci)).toEqual(new Set([names[0]]));
  });

  it("is not what lacks a letter, or has one too many", async () => {
    const open = serve();
    for (const gene of ["Rv1908", "Rv1908cc", "kat G", "katG1", "Rv0192a "]) {
      const { outcome, resolved } = await ask(open, { gene });
      expect([gene, outcome === "not_resolved" || resolved.locus_tag === "Rv0192A"]).toEqual([gene, true]);
    }
  });

  it("may be filed under two names in one catalogue: its rows are together, and none is lost", async () => {
    const open = withRows(
      graded("mmpR5", "p.Glu49fs", "bedaquiline", A),
      graded("Rv0678", "p.Met1?", "bedaquiline", A),
      graded("Rv0678", "p.Glu49fs", "bedaquiline", A, { source: "tbdb" }),
    );
    const { records, page } = await ask(open, { gene: "Rv0678" });
    expect(page.total).toBe(2);
    expect(records.map(({ record_id }) => record_id)).toEqual([
      "tbdb:mmpR5:p.Glu49fs:bedaquiline",
      "tbdb:mmpR5:p.Met1?:bedaquiline",
    ]);
  });
});

describe("the spelling of a mutation", () => {
  const spellings: [string, string, string[]][] = [
    ["katG", "p.Ser315Thr", ["p.S315T", "p.(Ser315Thr)", " p.Ser315Thr ", "P.SER315THR"]],
    ["katG", "p.Trp351*", ["p.Trp351Ter", "p.W351X", "p.Trp351STOP", "p.W351*"]],
    ["katG", "p.Ser65=", ["p.Ser65Ser", "p.S65S"]],
    ["katG", "p.Ser450_Leu452del", ["p.S450_L452del"]],
    ["katG", "p.Glu49fs", ["p.Glu49fs*13", "p.Glu49Glyfs", "p.E49fs"]],
    ["katG", "c.330_346delinsTGCC", ["c.330_346delGGCCGTTGAGATCGTGCinsTGCC"]],
    ["katG", "c.-85C>T", ["c.-85c>t"]],
    ["katG", "c.-1_1insA", ["c.-1_1insa"]],
    ["katG", "c.125dupC", ["c.125dup"]],
    ["katG", "c.2517_*25del", ["c.2517_*25delATCAGG"]],
    ["rrs", "n.1401A>G", ["n.1401a>g", "r.1401a>g", "r.1401A>G"]],
  ];
  it.each(spellings)("%s %s is found by each of its others", async (gene, mutation, others) => {
    const open = withRows(graded(gene, mutation, "isoniazid", A));
    for (const asked of [mutation, ...others]) {
      const { outcome, records } = await ask(open, { gene, mutation: asked });
      expect([asked, outcome, records[0]?.detail.mutation]).toEqual([asked, "found", mutation]);
      expect(records[0]?.flags).not.toContain("by_rule");
    }
  });

  it.each([
    ["p.Tyr92*", "stop_gained"],
    ["c.196_198delinsTAG", "stop_gained"],
    ["c.7_8insA", "frameshift_variant"],
    ["frameshift", "frameshift_variant"],
    ["p.Met1?", "start_lost"],
    ["c.1_3del", "start_lost"],
    ["large_deletion", "feature_ablation"],
    ["deletion", "feature_ablation"],
    ["LoF", "start_lost"],
  ])("%s is covered by the catalogue's rule %s, for every drug that has it", async (mutation, rule) => {
    const open = withRows(
      graded("katG", rule, "isoniazid", A, { original: "LoF" }),
      graded("katG", rule, "ethionamide", A, { original: "LoF" }),
      graded("katG", "p.Ser315Thr", "isoniazid", A),
    );
    const { records } = await ask(open, { gene: "katG", mutation });
    expect(records.map(({ detail }) => detail.drug).sort()).toEqual(["ethionamide", "isoniazid"]);
    expect(records.every(({ flags }) => flags.includes("by_rule"))).toBe(true);
  });

  it.each([
    ["a base inside a coding gene, which is listed by residue", "c.944G>C", "ask_by_protein", "codon 315"],
    ["no change of a residue, which is listed by base", "p.Ser65Ser", "ask_by_base", "by its base"],
    ["an insertion in a repeat, which has several places", "c.391_392insGGG", "indel_spelling", "several places"],
    ["a residue that is not listed", "p.Ser315Gly", "mutation_not_listed", "not in the catalogue"],
  ])("that is not found says what this does not prove: %s", async (_what, mutation, code, words) => {
    const open = withRows(graded("katG", "p.Ser315Thr", "isoniazid", A));
    const answer = await ask(open, { gene: "katG", mutation });
    expect(answer.outcome).toBe("none_on_record");
    expect(answer.notes.find((note) => note.startsWith(`${code}: `))).toContain(words);
    expect(codes(answer)).not.toContain(code === "mutation_not_listed" ? "ask_by_protein" : "mutation_not_listed");
  });

  it.each(["Chromosome:g.2288682_2289080del", "A90G", "gid_347_ins_1", "inhA_p.Ser315Thr", "n.944G>C"])(
    "%s is no HGVS of this gene: it is compared as text and said to be so, not called unassessed, and no zero",
    async (mutation) => {
      const answer = await ask(withRows(graded("katG", "p.Ser315Thr", "isoniazid", A)), { gene: "katG", mutation });
      expect(answer.outcome).toBe("not_resolved");
      expect(codes(answer)).toContain("mutation_unreadable");
      expect(codes(answer)).not.toContain("mutation_not_listed");
    },
  );

  it("keeps two readings apart that only look alike", async () => {
    const open = withRows(graded("katG", "p.Ala90Gly", "isoniazid", A), graded("katG", "c.-10G>A", "isoniazid", A));
    expect((await ask(open, { gene: "katG", mutation: "c.90A>G" })).records).toEqual([]);
    expect((await ask(open, { gene: "katG", mutation: "c.10G>A" })).records).toEqual([]);
  });
});

describe("a place on the genome", () => {
  const at = (open: OpenSource, position: number, allele?: string) =>
    open.call("find_by_position", { position, ...(allele !== undefined && { allele }) });

  it("is called a lost start before a neighbour's upstream change", async () => {
    const open = withRows(
      graded("mmpL5", "c.-512C>T", "bedaquiline", "Uncertain significance"),
      graded("Rv0678", "p.Met1?", "bedaquiline", "Assoc w R - Interim"),
    );
    const { records } = await at(open, 778_992, "A");
    const variants = records.filter(({ type }) => type === "resistance_variant");
    expect(variants.map(({ detail }) => [detail.gene, detail.part])).toEqual([
      ["Rv0678", "start_loss"],
      ["mmpL5", "upstream"],
    ]);
  });

  it.each([
    ["eis", "c.-10G>A", 2_715_342, "T"],
    ["katG", "c.-85C>T", 2_156_196, "A"],
    ["inhA", "c.-777C>T", 1_673_425, "T"],
    ["fabG1", "c.-15C>T", 1_673_425, "T"],
    ["rrs", "n.1401A>G", 1_473_246, "G"],
  ])(
    "of %s %s is %i on the forward strand, whichever way the gene is read",
    async (gene, mutation, position, allele) => {
      const { records } = await at(withRows(graded(gene, mutation, "isoniazid", A)), position, allele);
      const [variant] = records.filter(({ type }) => type === "resistance_variant");
      expect(variant?.detail).toMatchObject({ mutation, from: position, to: position, allele_match: true });
    },
  );

  it("goes on at the other end of the circle before base 1, and behind the last base", async () => {
    const open = withRows(
      graded("dnaA", "c.-312A>G", "isoniazid", A),
      graded("dnaA", "c.-2_3del", "isoniazid", A),
      graded("dnaA", "c.-1C>T", "isoniazid", A),
    );
    const found = async (position: number): Promise<unknown[]> =>
      (await at(open, position)).records
        .filter(({ type }) => type === "resistance_variant")
        .map(({ detail }) => detail.mutation);
    expect(await found(4_411_221)).toEqual(["c.-312A>G"]);
    expect((await found(4_411_532)).sort()).toEqual(["c.-1C>T", "c.-2_3del"]);
    expect(await found(2)).toEqual(["c.-2_3del"]);
    expect(await found(4)).toEqual([]);
  });

  it("is read behind the stop, and not given to a number that the gene does not have", async () => {
    const open = withRows(
      graded("ahpC", "c.588_*25del", "isoniazid", A),
      graded("ahpC", "p.Ala900Val", "isoniazid", A),
    );
    const { records } = await at(open, 2_726_800);
    expect(records.map(({ detail }) => detail.mutation)).toEqual(["c.588_*25del"]);
    expect((await at(open, 2_726_193)).resolved).toMatchObject({ variants: 0, unplaced_variants: 1 });
  });

  it("is the end column of the barcode, which counts from 1", async () => {
    const open = serve();
    expect((await at(open, 851_797, "A")).resolved.lineages_matched).toEqual(["lineage1.1.1.1"]);
    expect((await at(open, 851_796, "A")).resolved.lineages_matched).toEqual([]);
    expect((await at(open, 851_797, "G")).resolved).toMatchObject({
      lineages_matched: [],
      lineages_other_allele: ["lineage1.1.1.1"],
    });
  });

  it("does not depend on what the files call the chromosome", async () => {
    const renamed = (text: string): string => text.replace(/^Chromosome\t/gm, "NC_000962.3\t");
    const open = serve({ "barcode.bed": renamed(barcodeText), "genome.gff": renamed(annotationText) });
    expect((await open.call("get_lineage_markers", { gene: "phoP" })).page.total).toBe(2);
  });
});

describe("names of lineages", () => {
  const rows = ["La1.2.BCG", "La1.7.X-unk4", "M.bovis", "M.canetti", "lineage1.1.1.1", "BOV_AFRI"];
  it.each(rows)("%s is read with its suffix, and found without case", async (lineage) => {
    const bed = rows.map((name, at) =>
      ["Chromosome", 99 + at, 100 + at, name, "A", "M.bovis", "None", "None"].join("\t"),
    );
    const open = serve({ "barcode.bed": `${bed.join("\n")}\n` });
    const { outcome, resolved, page } = await open.call("get_lineage_markers", { lineage: lineage.toUpperCase() });
    expect([outcome, resolved.lineage, page.total]).toEqual(["found", lineage, 1]);
    expect((await open.call("get_lineage_markers", { lineage: lineage.slice(0, -1) })).outcome).toBe("not_resolved");
  });

  it("are each other's only whole: lineage1 is not lineage1.1", async () => {
    expect((await serve().call("get_lineage_markers", { lineage: "lineage1.1" })).page.total).toBe(2);
  });
});

describe("names of drugs", () => {
  it.each([
    ["Para-aminosalicylic acid", "para-aminosalicylic_acid"],
    ["PARA AMINOSALICYLIC ACID", "para-aminosalicylic_acid"],
    ["para_aminosalicylic-acid", "para-aminosalicylic_acid"],
    ["  Rifampicin ", "rifampicin"],
  ])("%j is %s", async (drug, used) => {
    expect((await ask(serve(), { gene: "katG", drug })).query.drug_used).toBe(used);
  });

  it.each([
    "fluoroquinolones",
    "aminoglycosides",
    "ofloxacin",
    "ciprofloxacin",
    "INH",
    "RMP",
    "PAS",
    "rifampin",
    "isoniazide",
  ])("%s is none of the list: refused with the list, never an empty answer", async (drug) => {
    const { outcome, errors } = await ask(serve(), { gene: "katG", drug });
    expect(outcome).toBe("bad_input");
    expect(errors[0]?.message).toMatch(/^drug must be one of rifampicin, isoniazid, /);
  });
});

describe("the catalogue's file", () => {
  const HEADER = "Gene,Mutation,type,drug,original_mutation,confidence,source,comment";
  const row = "katG,p.Ser315Thr,who_confidence,isoniazid,p.Ser315Thr,Assoc w R,WHO catalogue v2,";
  const katG = async (text: string) => ask(serve({ "mutations.csv": text }), { gene: "katG" });

  it.each([
    ["carriage returns", `${HEADER}\r\n${row}\r\n`],
    ["a byte order mark", `\uFEFF${HEADER}\n${row}\n`],
    ["no line feed at its end", `${HEADER}\n${row}`],
    ["capitals in its header", `${HEADER.toUpperCase()}\n${row}\n`],
    ["spaces around its names", `${HEADER.replaceAll(",", " , ")}\n${row}\n`],
    ["quotes around everything", `${HEADER}\n"${row.replaceAll(",", '","')}"\n`],
    ["a column that nobody knows", `${HEADER},added\n${row},x\n`],
    ["columns in another order", "drug,confidence,Mutation,Gene\nisoniazid,Assoc w R,p.Ser315Thr,katG\n"],
    ["blank lines", `${HEADER}\n\n${row}\n\n\n`],
  ])("is read with %s", async (_what, text) => {
    const { outcome, records } = await katG(text);
    expect([outcome, records.map(({ record_id }) => record_id)]).toEqual([
      "found",
      ["tbdb:katG:p.Ser315Thr:isoniazid"],
    ]);
  });

  it.each([
    ["WHO Confidence", HEADER.replace("confidence", "WHO Confidence")],
    ["confidence_grade", HEADER.replace("confidence", "confidence_grade")],
    ["Confers", HEADER.replace("confidence", "Confers")],
  ])("is refused when its grades stand under %s", async (_name, header) => {
    const { outcome, errors } = await katG(`${header}\n${row}\n`);
    expect([outcome, errors[0]?.message]).toEqual([
      "upstream_failed",
      "mutations.csv could not be read, line 1: no column confidence",
    ]);
  });

  it("keeps commas, quotes and line breaks of a comment in the comment", async () => {
    const comment = '"High, ""very"" high;\nsee 10.1128/AAC.01093-18"';
    const { records } = await katG(`${HEADER}\n${row}${comment}\n`);
    const [first] = (records[0]?.detail.rows ?? []) as { comment: string }[];
    expect(first?.comment).toBe('High, "very" high; see 10.1128/AAC.01093-18');
  });

  it("may say a row twice, which is one variant with two rows, and disagree, which no row wins", async () => {
    const uncertain = row.replace("Assoc w R", "Uncertain significance");
    const twice = await katG(`${HEADER}\n${row}\n${row}\n`);
    expect(twice.records).toMatchObject([{ flags: [], detail: { grade: "assoc_w_r", rows: [{}, {}] } }]);
    const conflict = await katG(`${HEADER}\n${row}\n${uncertain}\n`);
    expect(conflict.records).toMatchObject([{ flags: ["grade_conflict"], detail: { grade: null, associated: true } }]);
  });

  it.each([
    ["1) Assoc w R", "assoc_w_r"],
    ["ASSOC W R", "assoc_w_r"],
    ["2) Assoc w R \u2013 Interim", "assoc_w_r_interim"],
    ["Uncertain Significance", "uncertain"],
    ["5) Not assoc w R", "not_assoc_w_r"],
    ["", "ungraded"],
    ["high", null],
    ["resistance", null],
    ["R", null],
  ])("means by the wording %j the grade %s, and nothing else", async (wording, grade) => {
    const { records } = await katG(`${HEADER}\n${row.replace("Assoc w R", wording)}\n`);
    expect(records[0]?.detail).toMatchObject({
      grade,
      associated: grade === "assoc_w_r" || grade === "assoc_w_r_interim",
    });
  });

  it("calls a variant resistant by its type, which is not its grade", async () => {
    const literature = row.replace("who_confidence", "drug_resistance").replace("Assoc w R", "Uncertain significance");
    const answer = await katG(`${HEADER}\n${literature}Mutation from literature\n`);
    expect(answer.resolved).toMatchObject({ status: "assessed_none_associated", resistance_associated: false });
  });

  it("is never taken for a zero when it is another page", async () => {
    for (const body of [
      "404: Not Found",
      "<!DOCTYPE html><html>",
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
      "",
    ]) {
      const { outcome } = await katG(body);
      expect([body.slice(0, 12), outcome]).toEqual([body.slice(0, 12), "upstream_failed"]);
      await source?.close();
    }
  });
});
