import type { AssessedCatalogue } from "./assessed-catalogue.ts";
import type { Barcode } from "./barcode.ts";
import type { Catalogue } from "./catalogue.ts";
import type { GeneIndex } from "./genes.ts";
import type { Check, RejectedRow } from "./load-check.ts";
import { isReadableVariant } from "./variants.ts";

export interface CheckedFile {
  readonly file: string;
  readonly rowsRead: number;
  readonly rowsRejected: number;
  /** Failed checks, rejections among them, with the lines of the first few. */
  readonly failures: readonly {
    readonly check: Check;
    readonly rows: number;
    readonly firstLines: readonly number[];
  }[];
}

/** Enough lines to find a fault by hand. */
const SHOWN_LINES = 10;

type Failure = { readonly line: number; readonly reason: Check };

function checked(
  file: string,
  rowsRead: number,
  rejected: readonly RejectedRow[],
  kept: readonly Failure[],
): CheckedFile {
  const byCheck = new Map<Check, number[]>();
  for (const { line, reason } of [...rejected, ...kept]) {
    const lines = byCheck.get(reason);
    if (lines === undefined) byCheck.set(reason, [line]);
    else lines.push(line);
  }
  const failures = [...byCheck]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([check, lines]) => ({
      check,
      rows: lines.length,
      firstLines: lines.sort((a, b) => a - b).slice(0, SHOWN_LINES),
    }));
  return { file, rowsRead, rowsRejected: rejected.length, failures };
}

/** Rows of the annotation that hold a gene. */
export const checkAnnotation = (genes: GeneIndex, rejected: readonly RejectedRow[]): CheckedFile =>
  checked("genome.gff", genes.genes.length, rejected, []);

/** Positions within the genome, end = start + 1. */
export function checkBarcode({ markers, rejected }: Barcode): CheckedFile {
  const failed = markers.flatMap(({ line, failed: reason }) => (reason === null ? [] : [{ line, reason }]));
  return checked("barcode.bed", markers.length, rejected, failed);
}

/** Known grades and drugs, every gene in the annotation, every mutation readable; what fails is kept raw. */
export function checkCatalogue(
  catalogue: Catalogue,
  { genes }: AssessedCatalogue,
  drugs: readonly string[],
): CheckedFile {
  const known = new Set(drugs);
  const failures: Failure[] = [];
  for (const { gene, verdict } of genes) {
    for (const variant of verdict.variants) {
      const isUnreadable = !isReadableVariant(variant);
      for (const { line, grade, drug } of variant.rows) {
        if (gene === null) failures.push({ line, reason: "gene_not_in_annotation" });
        if (grade === null) failures.push({ line, reason: "unknown_grade" });
        if (!known.has(drug)) failures.push({ line, reason: "unknown_drug" });
        if (isUnreadable) failures.push({ line, reason: "unreadable_mutation" });
      }
    }
  }
  return checked("mutations.csv", catalogue.rows, catalogue.rejected, failures);
}
