import { Fault } from "../../kit/fault.ts";
import { refuseMessage } from "./message.ts";
import { LINE_END } from "./rows.ts";

/** One keyword of an entry with its lines, the keyword's twelve columns taken off. */
export interface FlatSection {
  readonly keyword: string;
  readonly lines: readonly string[];
}

/** One entry: its sections in order. Keywords may repeat. */
export type FlatEntry = readonly FlatSection[];

const KEYWORD_COLUMNS = 12;
const END = "///";

/** Sub-keywords stand inside the twelve columns and belong to the section above; they are kept with their indent. */
const contentOf = (line: string): string =>
  line.slice(0, KEYWORD_COLUMNS).trim() === "" ? line.slice(KEYWORD_COLUMNS).trimEnd() : line.trimEnd();

/** What stands beside a keyword; some entries begin it before column 13. */
function besideKeyword(line: string, keyword: string): string {
  const gap = line.slice(keyword.length, KEYWORD_COLUMNS);
  return gap.trim() === "" ? line.slice(keyword.length + gap.length).trimEnd() : line.slice(keyword.length).trim();
}

/**
 * KEGG's flat files: keyword in columns 1 to 12, indented continuation, `///` after each entry. What a section means is
 * left to its reader. `incomplete` where an entry has no `///`; `unparsable` where one does not begin with ENTRY; a
 * message in place of entries as `refuseMessage` says.
 */
export function parseFlatFile(text: string): readonly FlatEntry[] {
  refuseMessage(text);
  const entries: FlatEntry[] = [];
  let sections: { keyword: string; lines: string[] }[] = [];
  for (const [index, line] of text.split(LINE_END).entries()) {
    if (line.trim() === "") continue;
    if (line.trimEnd() === END) {
      if (sections.length > 0) entries.push(sections);
      sections = [];
      continue;
    }
    const isContinuation = /^\s/.test(line);
    if (sections.length === 0 && !/^ENTRY\s/.test(line)) {
      throw new Fault("unparsable", `Line ${index + 1} of the KEGG answer does not begin an entry`);
    }
    if (isContinuation) {
      sections.at(-1)!.lines.push(contentOf(line));
      continue;
    }
    const keyword = /^\S+/.exec(line)![0];
    // Two entries in one would give a gene what belongs to another.
    if (keyword === "ENTRY" && sections.length > 0) throw endless();
    const content = besideKeyword(line, keyword);
    sections.push({ keyword, lines: content === "" ? [] : [content] });
  }
  if (sections.length > 0) throw endless();
  return entries;
}

const endless = (): Fault => new Fault("incomplete", "An entry of the KEGG answer has no end");
