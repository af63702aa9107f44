import type { Writable } from "node:stream";
import { normaliseLine } from "../servers/kit/text.ts";

/** Where a command writes: results to `out`, everything for the person who waits to `err`. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

export const outputTo = (out: Writable, err: Writable): Output => ({
  out: (line) => void out.write(`${line}\n`),
  err: (line) => void err.write(`${line}\n`),
});

export const printJson = ({ out }: Output, value: unknown): void => out(JSON.stringify(value, null, 2));

/** Text from outside as one line that cannot move the cursor or colour the terminal. */
export const plain = (text: string): string => normaliseLine(text);

/** Rows as columns of even width; the last column is left as it is. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
