import { type PubmedRecord, readArticle } from "./article.ts";
import { readBook } from "./book.ts";
import { parseXml, tagsOnly, XmlError } from "./xml.ts";

/** A record of an answer that could not be read: the PMID it names, if any, and where it begins to be broken. */
interface UnreadableRecord {
  readonly pmid: string | null;
  /** Line in the whole answer, from 1. */
  readonly line: number;
}

export interface ArticleSet {
  /** One a PMID, the latest revision where an answer holds several; in the order of the answer. */
  readonly records: ReadonlyMap<string, PubmedRecord>;
  readonly unreadable: readonly UnreadableRecord[];
}

/**
 * All records of an efetch answer. Each is read by itself, so that a broken one is reported and loses no other.
 * The caller has checked that the answer is a closed `PubmedArticleSet`.
 */
export function parseArticleSet(text: string): ArticleSet {
  const records = new Map<string, PubmedRecord>();
  const unreadable: UnreadableRecord[] = [];
  for (const piece of piecesOf(text)) {
    const record = readPiece(piece.text);
    if (record instanceof XmlError || record === null) {
      const line = piece.line + (record === null ? 0 : record.line - 1);
      unreadable.push({ pmid: /<PMID[^>]*>\s*([1-9]\d{0,9})\s*<\/PMID>/.exec(piece.text)?.[1] ?? null, line });
      continue;
    }
    const known = records.get(record.pmid);
    if (known === undefined || record.version > known.version) records.set(record.pmid, record);
  }
  return { records, unreadable };
}

function readPiece(text: string): PubmedRecord | XmlError | null {
  try {
    const element = parseXml(text);
    return element.name === "PubmedBookArticle" ? readBook(element) : readArticle(element);
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
}

const BORDER = /<(\/?)Pubmed(?:Book)?Article(?=[\s>/])[^>]*>/g;

/** Text of each record with the line on which it starts; a record that is never closed ends where the next starts. */
function piecesOf(text: string): { text: string; line: number }[] {
  const pieces: { start: number; end: number }[] = [];
  let start: number | null = null;
  const finish = (end: number): void => {
    if (start !== null) pieces.push({ start, end });
    start = null;
  };
  for (const { 0: tag, 1: slash, index } of (tagsOnly(text) ?? text).matchAll(BORDER)) {
    const end = index + tag.length;
    if (slash === "/") {
      finish(end);
      continue;
    }
    finish(index);
    start = index;
    if (tag.endsWith("/>")) finish(end);
  }
  finish(text.length);
  let line = 1;
  let counted = 0;
  return pieces.map(({ start, end }) => {
    line += text.slice(counted, start).split("\n").length - 1;
    counted = start;
    return { text: text.slice(start, end), line };
  });
}
