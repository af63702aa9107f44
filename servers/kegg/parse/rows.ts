import { Fault } from "../../kit/fault.ts";
import { refuseMessage } from "./message.ts";

export interface Row {
  /** Line number in the answer, from 1. */
  readonly line: number;
  readonly columns: readonly [string, string, ...string[]];
}

/** Line ends of every kind: a mirror or a proxy may have written its own. */
export const LINE_END = /\r\n?|\n/;

/** A fault that says where an answer is not what it should be, and nothing of what stands there. */
export const badLine = (line: number, expected: string): Fault =>
  new Fault("unparsable", `Line ${line} of the KEGG answer is not ${expected}`);

/**
 * KEGG's tab-separated rows, of two columns or more; blank lines are skipped, a message in place of rows is told apart
 * (`refuseMessage`), anything else is `unparsable`.
 */
export function parseRows(text: string): readonly Row[] {
  refuseMessage(text);
  const rows: Row[] = [];
  for (const [index, content] of text.split(LINE_END).entries()) {
    if (content.trim() === "") continue;
    const [first, second, ...rest] = content.split("\t");
    if (first === undefined || second === undefined) throw badLine(index + 1, "a tab-separated row");
    rows.push({ line: index + 1, columns: [first.trim(), second, ...rest] });
  }
  return rows;
}

/** `organism:tag`, as KEGG writes gene ids: printable ASCII without spaces, and no longer than a record id may be. */
export function readGeneId(text: string, line: number): { readonly id: string; readonly locusTag: string } {
  const match = /^(?:[a-z]{3,4}|T[0-9]{5}):([!-~]{1,150})$/.exec(text.trim());
  if (match === null) throw badLine(line, "a row with a gene id");
  return { id: match[0], locusTag: match[1]! };
}

/** A pathway id without its `path:` prefix, which `/link` writes, `/list` does not and `/find` may. */
export function readPathwayId(text: string, line: number): string {
  const match = /^(?:path:)?([a-z]{2,4}[0-9]{5})$/.exec(text.trim());
  if (match === null) throw badLine(line, "a row with a pathway id");
  return match[1]!;
}
