import { CsvError, parse } from "csv-parse/sync";
import { type Grade, parseGrade } from "./grades.ts";
import { type RejectedRow, UnreadableFile } from "./load-check.ts";

export interface CatalogueRow {
  /** Line of the file, from 1. */
  readonly line: number;
  /** As the row writes it; a catalogue may name one gene in two ways (`Rv0678`, `mmpR5`). */
  readonly gene: string;
  readonly mutation: string;
  readonly drug: string;
  /** The mutation as the row's source wrote it: `LoF` for a consequence row, else the same as `mutation`. */
  readonly originalMutation: string | null;
  /** `drug_resistance` or `who_confidence`; says how the library uses the row, never its grade. */
  readonly type: string | null;
  /** Null when the wording of `confidence` is not a known grade. */
  readonly grade: Grade | null;
  readonly gradeRaw: string;
  /** Null where the layout has no `source` column, or the cell is blank. */
  readonly source: string | null;
  readonly comment: string | null;
}

export interface Catalogue {
  /** Rows by gene name as the file writes it, in file order. */
  readonly byGene: ReadonlyMap<string, readonly CatalogueRow[]>;
  readonly rows: number;
  /** Rows graded uncertain: the larger part, and neither positive nor negative. */
  readonly uncertainRows: number;
  readonly rejected: readonly RejectedRow[];
  /** Older layouts do not say where a row comes from. */
  readonly hasSource: boolean;
}

const REQUIRED = ["gene", "mutation", "drug", "confidence"] as const;
const OPTIONAL = ["type", "original_mutation", "source", "comment"] as const;
type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

/** Symbols, locus tags and Ensembl ids; a row under anything else is about no gene. */
const GENE = /^[A-Za-z0-9][\w.()'-]{0,59}$/;

/**
 * Rows of `mutations.csv`, by header name. The order of columns does not matter; `source` may be missing (older refs).
 *
 * @throws UnreadableFile for broken quoting, a missing column (without `confidence` nothing can be graded), or no
 * row.
 */
export function parseCatalogue(text: string): Catalogue {
  const byGene = new Map<string, CatalogueRow[]>();
  const rejected: RejectedRow[] = [];
  // A few words fill hundreds of thousands of cells: one string each keeps the index small.
  const words = new Map<string, string>();
  const shared = (word: string): string => {
    const held = words.get(word);
    if (held === undefined) words.set(word, word);
    return held ?? word;
  };
  let columns: ReadonlyMap<Column, number> | null = null;
  let width = 0;
  let rows = 0;
  let uncertainRows = 0;
  let lastLine = 1;

  const onRow = (cells: readonly string[], line: number): void => {
    lastLine = line;
    if (columns === null) {
      columns = columnsOf(cells);
      width = cells.length;
      return;
    }
    const at = columns;
    const cell = (column: Column): string => cells[at.get(column) ?? -1]?.trim() ?? "";
    const gene = cell("gene");
    const mutation = cell("mutation");
    const drug = cell("drug");
    if (cells.length !== width) return void rejected.push({ line, reason: "column_count" });
    if (gene === "" || mutation === "" || drug === "") return void rejected.push({ line, reason: "missing_value" });
    if (!GENE.test(gene)) return void rejected.push({ line, reason: "unreadable_value" });
    const original = cell("original_mutation");
    const gradeRaw = shared(cell("confidence"));
    const grade = parseGrade(gradeRaw);
    rows += 1;
    if (grade === "uncertain") uncertainRows += 1;
    rowsOf(byGene, gene).push({
      line,
      gene: shared(gene),
      mutation,
      drug: shared(drug),
      originalMutation: original === mutation ? mutation : blankAsNull(shared(original)),
      type: blankAsNull(shared(cell("type"))),
      grade,
      gradeRaw,
      source: blankAsNull(shared(cell("source"))),
      comment: blankAsNull(shared(cell("comment"))),
    });
  };

  readCsv(text, onRow);
  if (rows === 0) throw new UnreadableFile("no row in the catalogue", lastLine);
  return {
    byGene,
    rows,
    uncertainRows,
    rejected,
    hasSource: columns !== null && (columns as Map<Column, number>).has("source"),
  };
}

function readCsv(text: string, onRow: (cells: readonly string[], line: number) => void): void {
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        onRow(cells, lines);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { lines?: number };
    throw new UnreadableFile("broken quoting", lines ?? 1);
  }
}

/** The header of a catalogue: column name, without case, to place. */
export function columnsOf(header: readonly string[]): ReadonlyMap<Column, number> {
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]));
  const missing = REQUIRED.find((column) => !places.has(column));
  if (missing !== undefined) throw new UnreadableFile(`no column ${missing}`, 1);
  const known: readonly Column[] = [...REQUIRED, ...OPTIONAL];
  return new Map(known.flatMap((column) => (places.has(column) ? [[column, places.get(column)!] as const] : [])));
}

function rowsOf(byGene: Map<string, CatalogueRow[]>, gene: string): CatalogueRow[] {
  const held = byGene.get(gene);
  if (held !== undefined) return held;
  const rows: CatalogueRow[] = [];
  byGene.set(gene, rows);
  return rows;
}

const blankAsNull = (cell: string): string | null => (cell === "" ? null : cell);
