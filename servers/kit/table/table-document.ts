import type { ErrorEntry, Licence, RequestEntry } from "../envelope/envelope.ts";
import type { Outcome } from "../envelope/outcome.ts";
import type { TableColumn } from "./table.ts";
import type { Cell } from "./table-row.ts";

/** Changes only when a field changes meaning. */
export const TABLE_VERSION = "1";

/** The column names that every table begins with. */
export const LEADING_COLUMNS: readonly TableColumn[] = [
  { name: "record_id", description: "The record that the row belongs to, as the tools cite it; rows may share one" },
  { name: "licence", description: "Key of licences: the terms of this row", repeats: true },
];

export interface DocumentColumn {
  readonly name: string;
  readonly description: string;
  /** Null: cells are written out. Else a cell is a place in this list, from 0, or null. */
  readonly values: readonly string[] | null;
}

/**
 * A table as it is served: the thirteen fields of an envelope where they apply, and rows instead of records. `outcome` is
 * read as in an envelope; only `found` has rows. Whatever failed is in `errors`: an empty list of rows alone says nothing.
 */
export interface TableDocument {
  readonly table: typeof TABLE_VERSION;
  readonly source: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** Parameters of the address; a refused one as it was given, shortened. */
  readonly query: Readonly<Record<string, string>>;
  readonly resolved: Readonly<Record<string, unknown>>;
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
  readonly errors: readonly ErrorEntry[];
  readonly requests: readonly RequestEntry[];
  readonly licences: Readonly<Record<string, Licence>>;
}

/** The same table with every cell written out, and no `values`: for whoever has room and wants no second step. */
export function writtenOut(document: TableDocument): TableDocument {
  const { columns, rows } = document;
  return {
    ...document,
    columns: columns.map((column) => ({ ...column, values: null })),
    rows: rows.map((row) =>
      row.map((cell, at) => {
        const values = columns[at]?.values ?? null;
        return values === null || cell === null ? cell : (values[cell as number] ?? null);
      }),
    ),
  };
}
