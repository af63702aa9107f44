import { Fault } from "../kit/fault.ts";
import type { ReceivedBody } from "../kit/upstream/upstream.ts";
import { PMID } from "./identifiers.ts";
import { dataLines } from "./in-band.ts";

export interface Citation {
  readonly journal: string;
  readonly year: string;
  readonly volume: string;
  readonly first_page: string;
  readonly author: string;
}

/** A citation with the key by which its answer is found again. */
export interface KeyedCitation {
  readonly key: string;
  readonly citation: Citation;
}

export type CitationMatch =
  | { readonly kind: "matched"; readonly pmid: string }
  /** Several articles fit; PubMed names them or only says how many. */
  | { readonly kind: "ambiguous"; readonly pmids: readonly string[]; readonly count: number | null }
  /** `reason` is one of PubMed's codes, such as NOT_FOUND;INVALID_JOURNAL. */
  | { readonly kind: "not_found"; readonly reason: string };

/** The fields in ecitmatch's order, as one line without its key. */
export const citationText = ({ journal, year, volume, first_page, author }: Citation): string =>
  [journal, year, volume, first_page, author].join("|");

/** `bdata`: one citation a line, each ended by a bar; lines are joined by a carriage return, encoded once by the client. */
export const citationData = (citations: readonly KeyedCitation[]): string =>
  citations.map(({ key, citation }) => `${citationText(citation)}|${key}|`).join("\r");

/**
 * Refuses an ecitmatch body that holds no answer line.
 *
 * @throws Fault `unexpected_content`, `incomplete`, `in_band_error` or `rate_limited`
 */
export function acceptCitations(response: ReceivedBody): "data" {
  dataLines(response, (line) => line.split("|").length > KEY_FIELD);
  return "data";
}

/** Journal, year, volume, page, author, then the key, then the answer. */
const KEY_FIELD = 5;

/** Answers by key. A line without an answer, or with one of unknown form, is left out: its key counts as unanswered. */
export function parseCitations(text: string): ReadonlyMap<string, CitationMatch> {
  const matches = new Map<string, CitationMatch>();
  for (const line of text.split(/[\r\n]+/)) {
    const fields = line.split("|");
    const key = fields[KEY_FIELD]?.trim();
    const match = readMatch(
      fields
        .slice(KEY_FIELD + 1)
        .join("|")
        .trim(),
    );
    if (key && match !== null && !matches.has(key)) matches.set(key, match);
  }
  return matches;
}

function readMatch(answer: string): CitationMatch | null {
  if (PMID.test(answer)) return { kind: "matched", pmid: answer };
  if (/^AMBIGUOUS\b/i.test(answer)) {
    const count = /\((\d{1,6}) citations?\)/i.exec(answer)?.[1];
    if (count !== undefined) return { kind: "ambiguous", pmids: [], count: Number(count) };
    const pmids = [...new Set(answer.match(/\d+/g) ?? [])].filter((id) => PMID.test(id));
    return { kind: "ambiguous", pmids, count: pmids.length > 0 ? pmids.length : null };
  }
  const code = /^NOT_FOUND(?:[;:,\s]+[A-Z][A-Z_]{0,40})*/.exec(answer)?.[0];
  return code === undefined ? null : { kind: "not_found", reason: code.replace(/[;:,\s]+/g, ";") };
}

export const unansweredCitation = (status: number): Fault =>
  new Fault("incomplete", "PubMed left a citation without an answer, also when asked again alone", { status });
