import { type PubmedRecord, readArticle } from "./article.ts";
import { readBook } from "./book.ts";
import { parseXml, XmlError } from "./xml.ts";

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

const START = /<(PubmedArticle|PubmedBookArticle)(?=[\s>/])/g;

/** Text of each record with the line on which it starts; a record that is never closed ends where the next starts. */
function piecesOf(text: string): { text: string; line: number }[] {
  const starts = [...text.matchAll(START)];
  let line = 1;
  let counted = 0;
  return starts.map((start, index) => {
    const close = `</${start[1]}>`;
    const next = starts[index + 1]?.index ?? text.length;
    const closedAt = text.indexOf(close, start.index);
    const end = closedAt >= 0 && closedAt < next ? closedAt + close.length : next;
    line += text.slice(counted, start.index).split("\n").length - 1;
    counted = start.index;
    return { text: text.slice(start.index, end), line };
  });
}
