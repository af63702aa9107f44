import { numberedLines, type RejectedRow, UnreadableFile } from "./load-check.ts";

/** H37Rv (AL123456.3 = NC_000962.3), base pairs; used when the file does not state its own length. */
export const H37RV_LENGTH = 4_411_532;

export interface AnnotatedGene {
  /** What follows `gene:` in the ID attribute: a locus tag, or an `EBG…` id for most RNA genes. */
  readonly id: string;
  readonly name: string | null;
  /** Feature type of the row as it stands: gene, pseudogene, rRNA_gene, tRNA_gene, ncRNA_gene and others. */
  readonly type: string;
  /** Does it code for a protein, so that `c.` and `p.` numbering apply? By its stated biotype, else by its type. */
  readonly isCoding: boolean;
  /** 1-based, inclusive. */
  readonly start: number;
  readonly end: number;
  readonly strand: "+" | "-";
}

export interface Annotation {
  readonly genomeLength: number;
  readonly genes: readonly AnnotatedGene[];
  readonly rejected: readonly RejectedRow[];
}

const COLUMNS = 9;
const REGION = /^##sequence-region\s+\S+\s+1\s+(\d+)\s*$/;
const CODING_TYPES: ReadonlySet<string> = new Set(["gene", "protein_coding_gene"]);
const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9_.()'-]{0,99}$/;

/**
 * Genes of a GFF3 file: every row whose ID attribute starts with `gene:`, whatever its feature type.
 *
 * @throws UnreadableFile when no row holds a gene.
 */
export function parseAnnotation(text: string): Annotation {
  const genes = new Map<string, AnnotatedGene>();
  const rejected: RejectedRow[] = [];
  let genomeLength = H37RV_LENGTH;
  let lastLine = 1;
  for (const [line, row] of numberedLines(text)) {
    lastLine = line;
    if (row.startsWith("##sequence-region")) genomeLength = Number(REGION.exec(row)?.[1] ?? genomeLength);
    if (row.startsWith("#") || !row.includes("ID=gene:")) continue;
    const gene = parseGene(row.split("\t"), genomeLength);
    if (typeof gene === "string") rejected.push({ line, reason: gene });
    // One gene at one place is one gene, however often it is listed.
    else genes.set(`${gene.id} ${gene.start} ${gene.end} ${gene.strand}`, gene);
  }
  if (genes.size === 0) throw new UnreadableFile("no gene in the annotation", lastLine);
  return { genomeLength, genes: [...genes.values()], rejected };
}

function parseGene(cells: readonly string[], genomeLength: number): AnnotatedGene | RejectedRow["reason"] {
  const [, , type, startText, endText, , strand, , attributeText] = cells;
  if (cells.length !== COLUMNS || type === undefined || attributeText === undefined) return "column_count";
  const attributes = parseAttributes(attributeText);
  const id = /^gene:(.*)$/.exec(attributes.get("ID") ?? "")?.[1] ?? "";
  const name = attributes.get("Name") ?? "";
  if (!IDENTIFIER.test(id) || !IDENTIFIER.test(type) || (strand !== "+" && strand !== "-")) return "unreadable_value";
  if (!/^\d+$/.test(startText ?? "") || !/^\d+$/.test(endText ?? "")) return "unreadable_number";
  const start = Number(startText);
  const end = Number(endText);
  if (start < 1 || end < start || end > genomeLength) return "outside_genome";
  const biotype = attributes.get("biotype") ?? attributes.get("gene_biotype");
  const isCoding = biotype === undefined ? CODING_TYPES.has(type) : biotype === "protein_coding";
  return { id, name: IDENTIFIER.test(name) ? name : null, type, isCoding, start, end, strand };
}

function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const pair of text.split(";")) {
    const equals = pair.indexOf("=");
    if (equals > 0) attributes.set(pair.slice(0, equals).trim(), unescaped(pair.slice(equals + 1)));
  }
  return attributes;
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
