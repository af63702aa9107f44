import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { capturedBytes, capturedText } from "../support/captured/captured.ts";
import type { OpenSource } from "../support/source-harness.ts";

/** A gene as another party's table has it; 1-based, inclusive. */
export interface TableGene {
  readonly locus: string;
  readonly symbol: string | null;
  readonly start: number;
  readonly end: number;
  readonly strand: string;
}

const linesOf = (file: string): string[][] =>
  capturedText(file)
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.split("\t"));
const stated = (name: string | undefined): string | null =>
  name === undefined || name === "-" || name === "" ? null : name;

function gffGene([, , , start, end, , strand = "", , attributes = ""]: string[], key: string, name: string): TableGene {
  const pairs = new Map(attributes.split(";").map((pair) => pair.split("=") as [string, string]));
  const symbol = stated(pairs.get(name));
  return { locus: pairs.get(key) ?? "", symbol, start: Number(start), end: Number(end), strand };
}

/** GFF3 of NCBI: gene and pseudogene rows. */
export const ncbiGff = (): TableGene[] =>
  linesOf("h37rv/Mtb_H37Rv_NCBI_Annot.gff")
    .filter(([, , type]) => type === "gene" || type === "pseudogene")
    .map((cells) => gffGene(cells, "locus_tag", "gene"));

/** GFF of Mycobrowser, its second version: every row is a gene. */
export const mycobrowser = (): TableGene[] =>
  linesOf("h37rv/mycobrowser_v2_sample.gff").map((cells) => gffGene(cells, "Locus", "Name"));

const GENBANK_GENE = /^ {5}gene {12}(complement\()?<?(\d+)\.\.>?(\d+)\)?\n((?: {21}.*\n)*)/gm;

export function genbank(): TableGene[] {
  const text = gunzipSync(capturedBytes("h37rv/NC_000962.3.gbk.gz")).toString("utf8");
  return [...text.matchAll(GENBANK_GENE)].map(([, complement, start, end, qualifiers = ""]) => ({
    locus: /\/locus_tag="([^"]+)"/.exec(qualifiers)?.[1] ?? "",
    symbol: /\/gene="([^"]+)"/.exec(qualifiers)?.[1] ?? null,
    start: Number(start),
    end: Number(end),
    strand: complement === undefined ? "+" : "-",
  }));
}

export const mtbseqGenes = (): TableGene[] =>
  linesOf("h37rv/MTBseq_H37Rv_genes.txt").map(([locus = "", name, from, to]) => {
    const [a, b] = [Number(from), Number(to)];
    return { locus, symbol: stated(name), start: Math.min(a, b), end: Math.max(a, b), strand: a < b ? "+" : "-" };
  });

export const protTable = (): TableGene[] =>
  linesOf("h37rv/transit_H37Rv3.prot_table").map(([, start, end, strand = "", , , , name, locus = ""]) => ({
    locus,
    symbol: stated(name),
    start: Number(start),
    end: Number(end),
    strand,
  }));

export const modulome = (): TableGene[] =>
  (parse(capturedText("h37rv/modulome_gene_info.csv"), { columns: true }) as Record<string, string>[]).map((row) => ({
    locus: row[""] ?? "",
    symbol: row.gene_name === row[""] ? null : stated(row.gene_name),
    start: Number(row.start),
    end: Number(row.stop),
    strand: row.strand ?? "",
  }));

export interface GeneComparison {
  readonly equal: number;
  /** Loci whose coordinates differ: `locus theirs ours`. */
  readonly moved: readonly string[];
  /** Loci that our annotation does not have. */
  readonly unknown: readonly string[];
  /** Symbols that we do not know, or know as another gene's: `locus symbol`. */
  readonly otherSymbol: readonly string[];
}

/** Every gene of a table, asked of the tools by its locus tag and by its symbol. */
export async function compareGenes(source: OpenSource, genes: readonly TableGene[]): Promise<GeneComparison> {
  let equal = 0;
  const [moved, unknown, otherSymbol]: [string[], string[], string[]] = [[], [], []];
  for (const { locus, symbol, start, end, strand } of genes) {
    const { resolved, outcome } = await source.call("get_lineage_markers", { gene: locus, limit: 1 });
    if (outcome === "not_resolved") {
      unknown.push(locus);
      continue;
    }
    const theirs = `${start}-${end}${strand}`;
    const ours = `${resolved.start}-${resolved.end}${resolved.strand}`;
    if (theirs === ours) equal += 1;
    else moved.push(`${locus} ${theirs} ${ours}`);
    if (symbol === null || symbol === resolved.symbol) continue;
    const named = await source.call("get_lineage_markers", { gene: symbol, limit: 1 });
    if (named.resolved.locus_tag !== resolved.locus_tag) otherSymbol.push(`${locus} ${symbol}`);
  }
  return { equal, moved, unknown, otherSymbol };
}
