/** Why a row of a file was set aside or does not hold what it should; counted and reported, never silently dropped. */
export const CHECKS = [
  "column_count",
  "missing_value",
  "unreadable_number",
  "unreadable_value",
  "outside_genome",
  "end_not_start_plus_one",
  "unknown_grade",
  "unknown_drug",
  "gene_not_in_annotation",
  "unreadable_mutation",
] as const;

export type Check = (typeof CHECKS)[number];

/** A row that could not become a value; `line` counts from 1. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: Check;
}

/**
 * A file that cannot be read at all: constant text and a line number. The client renders it as `unparsable`, or as
 * `incomplete` when the file was cut off on its way.
 */
export class UnreadableFile extends Error {
  readonly line: number;
  readonly isCutOff: boolean;

  constructor(reason: string, line: number, isCutOff = false) {
    super(`line ${line}: ${reason}`);
    this.name = "UnreadableFile";
    this.line = line;
    this.isCutOff = isCutOff;
  }
}

/** Lines of a text with their numbers from 1; a byte order mark and carriage returns are not part of them. */
export function* numberedLines(text: string): Generator<readonly [line: number, text: string]> {
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let line = 1; start < text.length; line += 1) {
    const end = text.indexOf("\n", start);
    const stop = end === -1 ? text.length : end;
    yield [line, text.slice(start, text.charCodeAt(stop - 1) === 0x0d ? stop - 1 : stop)];
    start = stop + 1;
  }
}
