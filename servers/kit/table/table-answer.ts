import type { TableRow } from "./table-row.ts";

/** What is said of a table before its rows, and the rows; all or none of them. */
export class TableAnswer {
  readonly facts: Record<string, unknown> = {};
  readonly notes = new Map<string, string | null>();
  rows: readonly TableRow[] = [];

  /** Adds facts to `resolved`. */
  settle(facts: Readonly<Record<string, unknown>>): void {
    Object.assign(this.facts, facts);
  }

  /** Adds a note; its code must be declared by the table. Without a sentence the declared one is used. */
  note(code: string, sentence?: string): void {
    if (!this.notes.has(code)) this.notes.set(code, sentence ?? null);
  }
}
