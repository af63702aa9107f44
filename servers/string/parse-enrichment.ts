import { badRow, countOf, fractionOf, parseRows, type Row, textOf } from "./rows.ts";

/** One term of `enrichment`, as STRING gives it. */
export interface TermRow {
  readonly category: string;
  readonly term: string;
  readonly description: string | null;
  readonly pValue: number;
  /** Benjamini-Hochberg within the category. */
  readonly fdr: number;
  readonly genes: number;
  readonly genesInBackground: number;
  /** The genes of the set that bear the term: as they were asked (STRING ids), and by preferred name. */
  readonly members: readonly string[];
  readonly memberNames: readonly string[];
}

const CATEGORY = /^[A-Za-z][\w .()/&-]{0,60}$/;
const TERM = /^[\x21-\x7e]{1,100}$/;

/** Rows of `enrichment`. Throws `Fault` as `parseRows` does, and `unparsable` for a row without term, p or FDR. */
export const parseTermRows = (text: string): readonly TermRow[] =>
  parseRows(text).map((row, index) => ({
    category: matching(row, "category", CATEGORY, index),
    term: matching(row, "term", TERM, index),
    description: textOf(row, "description", index),
    pValue: needed(fractionOf(row, "p_value", index), "p_value", index),
    fdr: needed(fractionOf(row, "fdr", index), "fdr", index),
    genes: needed(countOf(row, "number_of_genes", index), "number_of_genes", index),
    genesInBackground: needed(
      countOf(row, "number_of_genes_in_background", index),
      "number_of_genes_in_background",
      index,
    ),
    members: listOf(row, "inputGenes", index),
    memberNames: listOf(row, "preferredNames", index),
  }));

function matching(row: Row, field: string, pattern: RegExp, index: number): string {
  const text = textOf(row, field, index) ?? "";
  if (!pattern.test(text)) throw badRow(index, `has no readable ${field}`);
  return text;
}

function needed(value: number | null, field: string, index: number): number {
  if (value === null) throw badRow(index, `has no ${field}`);
  return value;
}

/** A list, or texts joined by commas, as the tabular formats have them. */
function listOf(row: Row, field: string, index: number): readonly string[] {
  const value = row[field] ?? [];
  const list = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list) || list.some((entry) => typeof entry !== "string")) {
    throw badRow(index, `has a ${field} that is not a list of texts`);
  }
  return list.map((entry: string) => entry.trim()).filter((entry) => entry !== "");
}
