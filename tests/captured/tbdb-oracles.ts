import { parse } from "csv-parse/sync";
import type { EnvelopeRecord } from "../../servers/kit/envelope/envelope.ts";
import { capturedText } from "../support/captured/captured.ts";
import type { OpenSource } from "../support/source-harness.ts";
import { tally } from "./tbdb-served.ts";
import { fromGarc1, fromMykrobe, residueOf } from "./tbdb-spellings.ts";

/**
 * Other parties' tables beside our answers: each function asks the tools about every row of a table and counts how the
 * two agree. What a count stands for is said in the ledger.
 */

const csvOf = (file: string, delimiter = ","): Record<string, string>[] =>
  parse(capturedText(file), { columns: true, bom: true, trim: true, delimiter, relax_quotes: delimiter === "\t" });

/** Abbreviations of the drugs, and names that are another drug's in the catalogue. */
const DRUGS: Readonly<Record<string, string>> = {
  ...{ AMI: "amikacin", BDQ: "bedaquiline", CAP: "capreomycin", CFZ: "clofazimine", DLM: "delamanid" },
  ...{ EMB: "ethambutol", ETH: "ethionamide", INH: "isoniazid", KAN: "kanamycin", LEV: "levofloxacin" },
  ...{ LZD: "linezolid", MXF: "moxifloxacin", PZA: "pyrazinamide", RIF: "rifampicin", STM: "streptomycin" },
};
const WHO_GROUPS = ["", "assoc_w_r", "assoc_w_r_interim", "uncertain", "not_assoc_w_r_interim", "not_assoc_w_r"];

interface Asked {
  readonly gene: string;
  readonly hgvs: string;
  readonly drug: string;
}

/**
 * What the catalogue says of a mutation: its grades, `rule …` where only a consequence rule covers it, or why it says
 * nothing.
 */
async function gradesOf(source: OpenSource, { gene, hgvs, drug }: Asked): Promise<string> {
  const args = { gene, mutation: hgvs, drug, grades: "all", limit: 2000, max_bytes: 400_000 };
  const { outcome, records, resolved } = await source.call("get_resistance_variants", args);
  if (outcome === "bad_input") return "drug not in the catalogue";
  if (outcome === "not_resolved" && resolved.locus_tag !== null) return "another residue or base stands there";
  if (outcome === "not_covered" || outcome === "not_resolved") return `gene ${outcome}`;
  if (outcome === "none_on_record") return resolved.drug_status === "not_assessed" ? "drug not assessed" : "not listed";
  const exact = records.filter(({ flags }) => !flags.includes("by_rule"));
  const grades = [...new Set((exact.length > 0 ? exact : records).map(gradeOf))].sort().join("|");
  return exact.length > 0 ? grades : `rule ${grades}`;
}

const gradeOf = ({ detail, flags }: EnvelopeRecord): string =>
  flags.includes("grade_conflict") ? "conflict" : String(detail.grade);

/** WHO's second catalogue as another group writes it down: their grade beside ours. */
export async function whoSecond(source: OpenSource): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const { DRUG = "", EVIDENCE = "{}" } of csvOf("tbdb/who/WHO-UCN-TB-2023.5_v2.0_GARC1_RFUS.csv")) {
    const evidence = JSON.parse(EVIDENCE) as Record<string, string>;
    const named = evidence["WHO HGVS"];
    const grade = WHO_GROUPS[Number(evidence["FINAL CONFIDENCE GRADING"]?.[0])];
    if (named === undefined || grade === undefined) {
      seen.push("a default rule of the grammar, no row of WHO's");
      continue;
    }
    const [gene = "", hgvs = ""] = [named.slice(0, named.indexOf("_")), named.slice(named.indexOf("_") + 1)];
    const ours = await gradesOf(source, { gene, hgvs, drug: DRUGS[DRUG] ?? DRUG });
    seen.push(ours === grade ? "equal" : `${hgvs === "LoF" ? "LoF, " : ""}${grade} there, ${ours} here`);
  }
  return tally(seen);
}

const GARC1_PREDICTIONS: Readonly<Record<string, string>> = {
  R: "resistant",
  S: "susceptible",
  U: "unknown",
  F: "fails",
};

/** A catalogue in GARC1 grammar: its prediction beside our grade. */
export async function garc1(source: OpenSource, file: string): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const { DRUG = "", MUTATION = "", PREDICTION = "" } of csvOf(file)) {
    const mutation = fromGarc1(MUTATION);
    const said = GARC1_PREDICTIONS[PREDICTION];
    if (mutation === null) seen.push("no single mutation: a rule, or an indel in the grammar's own spelling");
    else seen.push(`${said}: ${await gradesOf(source, { ...mutation, drug: DRUGS[DRUG] ?? DRUG })}`);
  }
  return tally(seen);
}

/** Mykrobe's map of variants to drugs, all of them calls of resistance. */
export async function mykrobe(source: OpenSource): Promise<Record<string, number>> {
  const seen: string[] = [];
  const text = capturedText("tbdb/other-catalogues/mykrobe_tb_variant_to_resistance_drug.json");
  for (const [name, drugs] of Object.entries(JSON.parse(text) as Record<string, string[]>)) {
    const mutation = fromMykrobe(name);
    for (const drug of drugs) {
      seen.push(mutation === null ? "any residue or base, or an indel" : await gradesOf(source, { ...mutation, drug }));
    }
  }
  return tally(seen);
}

/** Rows of gene, HGVS and drug: what we say of each. */
export async function hgvsRows(source: OpenSource, rows: readonly Asked[]): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const row of rows) seen.push(await gradesOf(source, row));
  return tally(seen);
}

export const reseqRows = (): Asked[] =>
  csvOf("tbdb/other-catalogues/reseq.csv").map(({ Drug = "", Gene = "", Mutation = "" }) => ({
    gene: Gene,
    hgvs: Mutation,
    drug: Drug,
  }));

/** `variant,drug` where a variant is `gene_hgvs`. */
export const whoInputRows = (file: string): Asked[] =>
  csvOf(file).map(({ variant = "", drug = "" }) => ({
    gene: variant.slice(0, variant.indexOf("_")),
    hgvs: variant.slice(variant.indexOf("_") + 1),
    drug,
  }));

/** The gene at a position, and our number of its codon or base there. */
async function numberAt(
  source: OpenSource,
  position: number,
  gene: string,
): Promise<{ codon: unknown; base: unknown }> {
  const { records } = await source.call("find_by_position", { position });
  const feature = records.find(
    ({ type, detail }) => type === "feature" && [detail.locus_tag, detail.symbol].includes(gene),
  );
  return { codon: feature?.detail.codon ?? null, base: feature?.detail.base ?? null };
}

/** MTBseq's list: the codon or base of each position in its gene. */
export async function mtbseq(source: OpenSource): Promise<Record<string, number>> {
  const seen: string[] = [];
  const lines = capturedText("tbdb/other-catalogues/MTBseq_MTB_Resistance_Mediating.txt").trim().split("\n").slice(1);
  for (const line of lines) {
    const cells = line.split("\t");
    const [position, region, gene, codon, base] = [Number(cells[0]), cells[6], cells[7] ?? "", cells[14], cells[19]];
    const ours = await numberAt(source, position, gene);
    if (region === "PROM")
      seen.push(ours.base === null ? "before the gene" : `before the gene there, inside here: ${gene}`);
    else if (ours.base === null) seen.push(`inside there, not here: ${gene}`);
    else if (region === "RNA") seen.push(Number(base) === ours.base ? "equal base" : `base ${base} there: ${gene}`);
    else seen.push(Number(codon) === ours.codon ? "equal codon" : `another codon: ${gene}`);
  }
  return tally(seen);
}

/** PhyResSE's list: the codon of each position, where it lies in a coding gene. */
export async function phyresse(source: OpenSource): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const row of csvOf("tbdb/other-catalogues/phyresse.csv")) {
    const gene = (row["Gene Name"] ?? "").replace("MTB000019", "Rvnr01").replace("MTB000020", "Rvnr02");
    const ours = await numberAt(source, Number(row["Genomic position"]), gene);
    const codon = /\d+/.exec(row["Amino acid Change"] ?? "")?.[0];
    const region = row["Genomic Region"];
    if (region === "intergenic") seen.push(ours.base === null ? "before the gene" : `inside here: ${gene}`);
    else if (region === "ribosomal") seen.push(ours.base === null ? `not inside: ${gene}` : "inside the RNA gene");
    else seen.push(Number(codon) === ours.codon ? "equal codon" : `codon ${codon} there, ${ours.codon} here: ${gene}`);
  }
  return tally(seen);
}

/** Nextstrain's table: a site of a gene or of the genome, and what stands there in resistant strains. */
export async function nextstrain(source: OpenSource): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const { GENE = "", SITE = "", ALT = "" } of csvOf("tbdb/other-catalogues/nextstrain_DRMs-AAnuc.tsv", "\t")) {
    const matches =
      GENE === "nuc"
        ? (await source.call("find_by_position", { position: Number(SITE), allele: ALT })).records.filter(
            ({ type, detail }) => type === "resistance_variant" && detail.allele_match === true,
          )
        : await atCodon(source, { gene: GENE, codon: SITE, residue: residueOf(ALT) });
    const best = matches.some(({ detail }) => detail.associated)
      ? "associated"
      : [...new Set(matches.map(gradeOf))].sort();
    seen.push(matches.length === 0 ? "not listed" : String(best));
  }
  return tally(seen);
}

const wholeGenes = new WeakMap<OpenSource, Map<string, EnvelopeRecord[]>>();

async function atCodon(
  source: OpenSource,
  { gene, codon, residue }: { gene: string; codon: string; residue: string },
): Promise<EnvelopeRecord[]> {
  const known = wholeGenes.get(source) ?? new Map<string, EnvelopeRecord[]>();
  wholeGenes.set(source, known);
  if (!known.has(gene)) {
    const records: EnvelopeRecord[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const args = { gene, grades: "all", limit: 2000, max_bytes: 400_000, ...(cursor !== "" && { cursor }) };
      const page = await source.call("get_resistance_variants", args);
      records.push(...page.records);
      cursor = page.page.next_cursor;
    }
    known.set(gene, records);
  }
  const wanted = new RegExp(`^p\\.[A-Z][a-z]{2}${codon}${residue.replace("*", "\\*")}$`);
  return (known.get(gene) ?? []).filter(({ detail }) => wanted.test(String(detail.mutation)));
}

interface ReportedVariant {
  readonly gene: string;
  readonly locus_tag: string;
  readonly genome_pos: number;
  readonly change: string;
  readonly drug?: string;
  readonly drugs?: readonly { readonly drug: string }[];
}

/** TB-Profiler's report of a strain: what it calls resistant beside our grade, and where it sees each variant. */
export async function tbprofilerReport(
  source: OpenSource,
  file: string,
): Promise<{ calls: Record<string, number>; places: Record<string, number>; lineages: Record<string, number> }> {
  const report = JSON.parse(capturedText(file)) as {
    dr_variants: ReportedVariant[];
    other_variants: ReportedVariant[];
    lineage: { lin: string; family: string; rd: string }[];
  };
  const [calls, places, lineages]: [string[], string[], string[]] = [[], [], []];
  for (const { gene, change, drug, drugs = [] } of report.dr_variants) {
    for (const name of drug === undefined ? drugs.map((one) => one.drug) : [drug])
      calls.push(await gradesOf(source, { gene, hgvs: change, drug: name }));
  }
  for (const variant of [...report.dr_variants, ...report.other_variants])
    places.push(await placeSaid(source, variant));
  for (const { lin, family, rd } of report.lineage) {
    const { records } = await source.call("get_lineage_markers", { lineage: lin });
    const facts = new Set(records.map(({ detail }) => `${detail.lineage_name} ${detail.rd ?? "None"}`));
    lineages.push(
      facts.size === 1 && facts.has(`${family} ${rd}`) ? "equal" : `${family} ${rd} there, ${[...facts]} here`,
    );
  }
  return { calls: tally(calls), places: tally(places), lineages: tally(lineages) };
}

/** Does the tool find the gene, or its upstream stretch, where the report has the variant? */
async function placeSaid(source: OpenSource, { locus_tag, genome_pos, change }: ReportedVariant): Promise<string> {
  const { resolved } = await source.call("get_lineage_markers", { gene: locus_tag, limit: 1 });
  const [start, end, strand] = [Number(resolved.start), Number(resolved.end), resolved.strand];
  const base = strand === "+" ? genome_pos - start : end - genome_pos;
  const number = Number(/-?\d+/.exec(change)?.[0]);
  const said = change.startsWith("p.") ? Math.floor(base / 3) + 1 : base >= 0 ? base + 1 : base;
  if (!/^(?:p\.[A-Z][a-z]{2}\d+(?:[A-Z][a-z]{2}|\*)|[cnr]\.-?\d+[ACGT]>[ACGT])$/i.test(change))
    return "no substitution";
  return said === number ? "equal number" : `${change} of ${locus_tag}, ${said} here`;
}

/** The regions that TB-Profiler reads: each gene's span lies in its region, and the drugs are those assessed for it. */
export async function tbprofilerRegions(source: OpenSource): Promise<Record<string, number>> {
  const { records } = await source.call("list_genes", { limit: 2000, max_bytes: 400_000 });
  const held = new Map(records.map(({ detail }) => [detail.locus_tag, detail]));
  const seen: string[] = [];
  for (const line of capturedText("tbdb/tbprofiler/tbdb.bed").trim().split("\n")) {
    const [, start, end, locus = "", symbol = "", drugs = ""] = line.split("\t");
    const { resolved } = await source.call("get_lineage_markers", { gene: locus, limit: 1 });
    const inside = Number(resolved.start) >= Number(start) && Number(resolved.end) <= Number(end);
    const name = [resolved.symbol, resolved.locus_tag].includes(symbol) ? "" : `, named ${symbol}`;
    const assessed = (held.get(resolved.locus_tag)?.assessed_drugs as string[] | undefined) ?? null;
    const wanted = drugs.split(",").sort().join();
    const same =
      assessed?.join() === wanted ? "the same drugs" : assessed === null ? "not in this version" : "other drugs";
    seen.push(
      `${inside ? "inside its region" : `outside its region: ${locus}`}${name}, ${same}${same === "other drugs" ? `: ${symbol}` : ""}`,
    );
  }
  return tally(seen);
}

/** WHO's own gene coordinates beside the index. */
export async function whoGeneLocations(source: OpenSource): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const { "gene name": name = "", start, end, strand } of csvOf("tbdb/who/inputs/gene_locations.csv")) {
    const { resolved } = await source.call("get_lineage_markers", { gene: name, limit: 1 });
    const ours = `${resolved.start} ${resolved.end} ${resolved.strand === "+" ? 1 : -1}`;
    seen.push(ours === `${start} ${end} ${strand}` ? "equal" : `${name} ${start} ${end} ${strand} there, ${ours} here`);
  }
  return tally(seen);
}

/** A scheme of lineage positions beside the barcode, position by position. */
export async function lineageScheme(source: OpenSource, file: string): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const line of capturedText(file).trim().split("\n").slice(1)) {
    const [name = "", position, change = ""] = line.split("\t");
    const [reference, allele = ""] = change.split("/");
    const { resolved, records } = await source.call("find_by_position", { position: Number(position), allele });
    const [matched = [], other = []] = [
      resolved.lineages_matched as string[],
      resolved.lineages_other_allele as string[],
    ];
    // The schemes write two stars where H37Rv carries the lineage's own base: the strains show no variant there.
    const isReference = name.endsWith("**");
    const plain = name.replace("**", "").split("/")[0] ?? "";
    const marker = records.find(({ type }) => type === "lineage_marker");
    if (matched.length + other.length === 0) seen.push("no marker there");
    else if (isReference)
      seen.push(
        marker?.detail.allele === reference && marker?.detail.reference_allele === true
          ? "reference allele in both"
          : `differs: ${name}`,
      );
    else if (other.length > 0) seen.push(`another allele: ${name}`);
    else
      seen.push(
        matched.some((lineage) => lineage.replace("lineage", "") === plain.replace(/^lin(?:eage)?/, ""))
          ? "same allele, same name"
          : "same allele, named by another system",
      );
  }
  return tally(seen);
}

const DRPRG: Readonly<Record<string, string>> = { missense: "p", nonsense: "p", frameshift: "c" };

/** drprg's rules beside the catalogue: a rule of loss, or a stretch of a gene. */
export async function drprgRules(source: OpenSource): Promise<Record<string, number>> {
  const seen: string[] = [];
  for (const line of capturedText("tbdb/other-tools/drprg_rules.csv").trim().split("\n")) {
    const [kind = "", gene = "", from = "", to = "", drug = ""] = line.split(",");
    if (from === "" && kind !== "missense") {
      const term =
        { nonsense: "stop_gained", frameshift: "frameshift_variant", absence: "feature_ablation" }[kind] ?? kind;
      seen.push(`the whole gene, ${kind}: ${await gradesOf(source, { gene, hgvs: term, drug })}`);
      continue;
    }
    const { records } = await source.call("get_resistance_variants", { gene, drug, limit: 2000, max_bytes: 400_000 });
    const inside = records.filter(({ detail }) => {
      const [, scale, number] = /^([pc])\.[A-Za-z]*(\d+)/.exec(String(detail.mutation)) ?? [];
      return scale === DRPRG[kind] && Number(number) >= Number(from) && Number(number) <= Number(to);
    });
    seen.push(`a stretch: ${inside.length > 0 ? "associated variants in it" : `none in it: ${kind} ${gene} ${from}`}`);
  }
  return tally(seen);
}
