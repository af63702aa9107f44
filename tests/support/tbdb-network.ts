import { HttpResponse, http } from "msw";
import type { SetupServer } from "msw/node";

export const TBDB = "https://raw.githubusercontent.com/jodyphelan/tbdb";
export const TBDB_REF = "13b6ed451a796bacd75320cd59acac788826a891";

/** A body with status 200, another status, an HTML page, or a connection that breaks. */
export type TbdbAnswer = string | { readonly status: number; readonly body?: string; readonly html?: true } | "reset";

const feature = (
  id: string,
  symbol: string | null,
  [start, end]: readonly [number, number],
  strand: "+" | "-" = "+",
  type = "gene",
): string =>
  [
    "Chromosome",
    "t",
    type,
    start,
    end,
    ".",
    strand,
    ".",
    `ID=gene:${id};${symbol === null ? "" : `Name=${symbol};`}`,
  ].join("\t");

const annotation = [
  "##gff-version 3",
  "##sequence-region   Chromosome 1 4411532",
  feature("Rv0001", "dnaA", [1, 1524]),
  feature("Rv0192", null, [223_564, 224_664]),
  feature("Rv0192A", null, [223_607, 223_909]),
  feature("Rv0350", "dnaK", [419_835, 421_712]),
  feature("Rv0668", "rpoC", [763_370, 767_320]),
  feature("Rv0676c", "mmpL5", [775_586, 778_480], "-"),
  feature("Rv0678", "mmpR5", [778_990, 779_487]),
  feature("Rv0757", "phoP", [851_608, 852_351]),
  feature("EBG00000313325", "rrs", [1_471_846, 1_473_382], "+", "rRNA_gene"),
  feature("Rv1482c", null, [1_672_457, 1_673_299], "-"),
  feature("Rv1483", "fabG1", [1_673_440, 1_674_183]),
  feature("Rv1484", "inhA", [1_674_202, 1_675_011]),
  feature("Rv1908c", "katG", [2_153_889, 2_156_111], "-"),
  feature("Rv1909c", "furA", [2_156_149, 2_156_592], "-"),
  feature("Rv2416c", "eis", [2_714_124, 2_715_332], "-"),
  feature("Rv2428", "ahpC", [2_726_193, 2_726_780]),
];

const marker = (position: number, lineage: string, allele: string, family = "None", rd = "NA"): string =>
  ["Chromosome", position - 1, position, lineage, allele, family, "None", rd].join("\t");

const barcode = [
  marker(223_627, "lineage4.3.1.1", "A", "Euro-American (LAM)"),
  marker(420_008, "lineage4.9", "A", "Euro-American (H37Rv-like)"),
  marker(541_201, "lineage4.9", "A", "Euro-American (H37Rv-like)"),
  marker(206_481, "lineage4", "C", "Euro-American"),
  marker(851_797, "lineage1.1.1.1", "A", "Indo-Oceanic", "RD239"),
  marker(851_700, "lineage1.1", "T", "Indo-Oceanic", "RD239"),
  marker(67_813, "lineage1.1", "A", "Indo-Oceanic", "RD239"),
];

export const CATALOGUE_HEADER = "Gene,Mutation,type,drug,original_mutation,confidence,source,comment";

/** One row of the catalogue; the origin is WHO unless said otherwise. */
export const graded = (
  gene: string,
  mutation: string,
  drug: string,
  confidence: string,
  { source = "WHO catalogue v2", comment = "", original = mutation, type = "who_confidence" } = {},
): string => [gene, mutation, type, drug, original, confidence, source, comment].join(",");

const A = "Assoc w R";
const INTERIM = "Assoc w R - Interim";
const UNCERTAIN = "Uncertain significance";
const NOT = "Not assoc w R";

export const catalogueRows: readonly string[] = [
  graded("katG", "p.Ser315Thr", "isoniazid", A, { comment: "strong" }),
  graded("katG", "p.Trp198fs", "isoniazid", INTERIM),
  graded("katG", "feature_ablation", "isoniazid", INTERIM, { original: "deletion" }),
  graded("katG", "feature_ablation", "isoniazid", A, { original: "LoF" }),
  graded("katG", "transcript_ablation", "isoniazid", A, { original: "LoF" }),
  graded("katG", "start_lost", "isoniazid", A, { original: "LoF" }),
  graded("katG", "stop_gained", "isoniazid", A, { original: "LoF" }),
  graded("katG", "frameshift_variant", "isoniazid", A, { original: "LoF" }),
  graded("katG", "p.Ala109Val", "isoniazid", UNCERTAIN),
  graded("katG", "p.Arg463Leu", "isoniazid", NOT),
  graded("katG", "p.Tyr304Ser", "isoniazid", "", { source: "tbdb", type: "drug_resistance" }),
  graded("inhA", "c.-777C>T", "isoniazid", A),
  graded("inhA", "c.-777C>T", "ethionamide", A),
  graded("inhA", "c.-154G>A", "isoniazid", A),
  graded("inhA", "p.Ser94Ala", "isoniazid", INTERIM),
  graded("inhA", "p.Val78Ala", "moxifloxacin", NOT),
  graded("ahpC", "c.-54C>T", "isoniazid", UNCERTAIN),
  graded("ahpC", "p.Pro44Arg", "isoniazid", UNCERTAIN),
  graded("rpoC", "p.Ile491Thr", "rifampicin", UNCERTAIN, {
    source: "tbdb",
    type: "drug_resistance",
    comment: "From the literature: Compensatory mutation",
  }),
  graded("rpoC", "p.Gly594Glu", "rifampicin", NOT),
  graded("Rv0678", "p.Glu49fs", "bedaquiline", A),
  graded("Rv0678", "p.Glu49fs", "clofazimine", A),
  graded("mmpL5", "stop_gained", "bedaquiline", UNCERTAIN, { original: "LoF" }),
  graded("eis", "c.-14C>T", "kanamycin", A),
  graded("eis", "c.-14C>T", "amikacin", INTERIM),
  graded("eis", "c.-14C>T", "capreomycin", UNCERTAIN),
  graded("rrs", "n.1401A>G", "amikacin", A),
];

const rules = `mmpR5_rule:
  type: epistasisRule
  source: {gene_name: mmpL5, type: LoF}
  target: {gene_name: mmpR5, drug: bedaquiline}
eis_rule:
  type: epistasisRule
  source: {gene_name: eis, type: LoF}
  target: {gene_name: eis, drug: [kanamycin, amikacin]}
`;

const variables = {
  "db-schema-version": "2.0.0",
  drugs: [
    "rifampicin",
    "isoniazid",
    "moxifloxacin",
    "bedaquiline",
    "clofazimine",
    "amikacin",
    "kanamycin",
    "capreomycin",
    "ethionamide",
    "para-aminosalicylic_acid",
  ],
};

const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;

export const catalogueOf = (...rows: string[]): string => text([CATALOGUE_HEADER, ...rows]);
export const barcodeText = text(barcode);
export const annotationText = text(annotation);

/** A small tbdb: enough genes for every situation, written for the tests. */
export const SMALL_TBDB = {
  "genome.gff": annotationText,
  "barcode.bed": barcodeText,
  "mutations.csv": catalogueOf(...catalogueRows),
  "rules.yml": rules,
  "variables.json": JSON.stringify(variables),
} satisfies Record<string, TbdbAnswer>;

/**
 * Answers raw files at one ref; `changes` replaces single files. A file of another name or ref stays unmocked and fails
 * the test.
 *
 * @returns the files asked for, in order, retries included.
 */
export function answerTbdb(
  network: SetupServer,
  changes: Readonly<Record<string, TbdbAnswer>> = {},
  { base = TBDB, ref = TBDB_REF } = {},
): string[] {
  const answers: Readonly<Record<string, TbdbAnswer>> = { ...SMALL_TBDB, ...changes };
  const asked: string[] = [];
  network.use(
    http.get(`${base}/*`, ({ request }) => {
      const path = request.url.slice(base.length + 1);
      const file = path.startsWith(`${ref}/`) ? path.slice(ref.length + 1) : "";
      asked.push(file);
      const answer = Object.hasOwn(answers, file) ? answers[file] : undefined;
      if (answer === undefined) return undefined;
      if (answer === "reset") return HttpResponse.error();
      const { status, body = "", html } = typeof answer === "string" ? { status: 200, body: answer } : { ...answer };
      const type = html ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
      return new HttpResponse(body, { status, headers: { "content-type": type } });
    }),
  );
  return asked;
}
