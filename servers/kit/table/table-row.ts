/** What a cell may hold: one value, a list of names, or counts by name. */
export type Cell = string | number | boolean | null | readonly string[] | Readonly<Record<string, number>>;

/** One row: the record that it belongs to, the licence of the row itself, then a cell for each column of the table. */
export type TableRow = readonly [recordId: string, licence: string, ...cells: Cell[]];
