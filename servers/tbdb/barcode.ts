import { type Check, numberedLines, type RejectedRow, UnreadableFile } from "./load-check.ts";

/** One lineage-defining base. */
export interface Marker {
  /** Line of the file, from 1. */
  readonly line: number;
  /** 1-based position on H37Rv: the `end` column. */
  readonly position: number;
  readonly lineage: string;
  /** Base that strains of the lineage carry. */
  readonly allele: string;
  readonly family: string | null;
  readonly spoligotype: string | null;
  /** Regions of difference. */
  readonly rd: string | null;
  /** A load check that the row fails though it could be read. */
  readonly failed: Check | null;
}

export interface Barcode {
  readonly markers: readonly Marker[];
  readonly rejected: readonly RejectedRow[];
}

/** Chromosome, start0, end, lineage, allele; family, spoligotype and RD are missing in older refs. */
const NEEDED_COLUMNS = 5;
/** The layout before that: the reference's base stands between lineage and allele. */
const COLUMNS_WITH_REFERENCE = 9;
const REFERENCE_COLUMN = 4;
/** Some refs have a blank inside: `La1.2 BCG`. */
const LINEAGE = /^[A-Za-z0-9](?:[A-Za-z0-9._ -]{0,62}[A-Za-z0-9._-])?$/;
const ALLELE = /^[ACGT]{1,50}$/;

/**
 * Rows of `barcode.bed`, by position. `None`, `NA`, `?` and blank mean "not stated". A repeated row counts once. Rows that cannot be read are set aside
 * with their line; a row that reads but fails a check keeps its values and says which.
 *
 * @param genomeLength base pairs; positions beyond it are not on this genome.
 * @throws UnreadableFile when no row can be read.
 */
export function parseBarcode(text: string, genomeLength: number): Barcode {
  const markers: Marker[] = [];
  const rejected: RejectedRow[] = [];
  const seen = new Set<string>();
  let lastLine = 1;
  for (const [line, row] of numberedLines(text)) {
    lastLine = line;
    if (row.trim() === "" || row.startsWith("#") || row.startsWith("track")) continue;
    const marker = parseMarker(row.split("\t"), line, genomeLength);
    if (typeof marker === "string") {
      rejected.push({ line, reason: marker });
      continue;
    }
    const { position, lineage, allele } = marker;
    const key = `${position} ${lineage} ${allele}`;
    if (!seen.has(key)) markers.push(marker);
    seen.add(key);
  }
  if (markers.length === 0) throw new UnreadableFile("no lineage marker in the barcode", lastLine);
  return { markers: markers.sort((a, b) => a.position - b.position || a.line - b.line), rejected };
}

function parseMarker(cells: readonly string[], line: number, genomeLength: number): Marker | Check {
  if (cells.length < NEEDED_COLUMNS) return "column_count";
  const [, startText = "", endText = "", lineage = "", allele = "", family, spoligotype, rd] = withoutReference(
    cells.map((cell) => cell.trim()),
  );
  if (!/^\d{1,9}$/.test(startText) || !/^\d{1,9}$/.test(endText)) return "unreadable_number";
  if (!LINEAGE.test(lineage) || !ALLELE.test(allele.toUpperCase())) return "unreadable_value";
  const start0 = Number(startText);
  const position = Number(endText);
  if (position < 1 || position > genomeLength) return "outside_genome";
  return {
    line,
    position,
    lineage,
    allele: allele.toUpperCase(),
    family: stated(family),
    spoligotype: stated(spoligotype),
    rd: stated(rd),
    failed: position === start0 + 1 ? null : "end_not_start_plus_one",
  };
}

function withoutReference(cells: readonly string[]): readonly string[] {
  const bases = cells.slice(REFERENCE_COLUMN, REFERENCE_COLUMN + 2);
  const hasReference = cells.length >= COLUMNS_WITH_REFERENCE && bases.every((base) => ALLELE.test(base.toUpperCase()));
  return hasReference ? cells.toSpliced(REFERENCE_COLUMN, 1) : cells;
}

const stated = (cell: string | undefined): string | null =>
  cell === undefined || ["", "none", "na", "-", "?"].includes(cell.toLowerCase()) ? null : cell;
