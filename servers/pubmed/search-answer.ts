import { z } from "zod";
import type { Answer, ListOptions, RecordDraft } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import { cursorExpired } from "../kit/cursor.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";
import { Fault } from "../kit/fault.ts";
import { type FetchedRecords, type PubmedClient, REACHABLE, type SearchExchange } from "./client.ts";
import type { ArticleDetail } from "./detail.ts";
import { nameFlagged, RECORD_NOTES, recordOf, unreadableRecord } from "./record.ts";

/** `resolved` of every tool that searches. */
export const SEARCH_FACTS = {
  term: z.string().describe("What was searched for"),
  query_translation: z.string().describe("The search as PubMed ran it"),
  ignored_phrases: z.array(z.string()).describe("What PubMed did not know and left out; the search is then broader"),
  pmids_not_returned: z.array(z.string()).describe("Found by the search, but without a readable record: not citable"),
};

export const SEARCH_UNTRUSTED = ["resolved.query_translation", "resolved.ignored_phrases[]"] as const;

export const SEARCH_NOTES = {
  ...RECORD_NOTES,
  text_search_not_resolution:
    "This is a ranked text search, not the resolution of a name: a record matched the wording and need not be about the subject, and no match says nothing about biology.",
  total_matches: "page.total counts all matches; page.returned of them are in records.",
  double_count:
    "Text-mining scores of interaction databases are computed from the same papers; the two are one line of evidence.",
  phrases_ignored:
    "PubMed did not know a phrase and left it out, so the search that ran is broader than the one asked.",
  not_returned:
    "Some PMIDs of the search came without a readable record; they are listed in resolved and are not citable.",
  not_citable:
    "The records of the PMIDs found could not be fetched; the PMIDs are listed in resolved and are not citable.",
  beyond_cap: "PubMed serves the first 10,000 matches only; slice the search by publication date to reach the rest.",
} as const;

export interface SearchQuestion {
  readonly term: string;
  /** Terms that a record should name, for `mentions`. */
  readonly terms: readonly string[];
}

type Draft = RecordDraft<ArticleDetail>;

/** Puts what a search found into `resolved`, before anything else can fail. */
export function settleSearch(answer: Answer<ArticleDetail>, term: string, found: SearchExchange): void {
  answer.settle({
    matched_by: found.count > 0 ? "search" : "none",
    term,
    query_translation: found.translation,
    ignored_phrases: found.ignoredPhrases,
  });
  answer.note("text_search_not_resolution");
  if (found.ignoredPhrases.length > 0) {
    answer.note(
      "phrases_ignored",
      `PubMed did not know ${found.ignoredPhrases.length} phrase(s) and left them out, so the search that ran is broader than the one asked.`,
    );
  }
}

/**
 * The records of a search's window, in its order.
 *
 * @throws Fault of the fetch; the PMIDs found are then named in `resolved` as not citable
 */
export async function answerSearch(
  question: SearchQuestion,
  found: SearchExchange,
  client: PubmedClient,
  call: Call,
  answer: Answer<ArticleDetail>,
): Promise<Outcome> {
  const { count, pmids } = found;
  if (pmids.length === 0) {
    // A cursor promised more than there now is, or more than PubMed serves of what it counts.
    if (call.window.offset > 0) throw count > call.window.offset ? unserved(found.exchange.status) : cursorExpired();
    return answer.list([], "no_match", { total: count });
  }
  answer.note("total_matches", `PubMed counts ${count} matches (page.total); page.returned of them are in records.`);
  answer.note("double_count");
  const reached = call.window.offset + pmids.length;
  // PubMed's documents say 10,000; at times it stops one short, and then lists fewer than asked for.
  const isLast = reached >= REACHABLE - 1 && pmids.length < call.window.limit;
  const unreachable = Math.max(0, count - (isLast ? reached : REACHABLE));
  // Counted is counted, even when no record can be fetched.
  answer.list([], "upstream_failed", { total: count, unreachable: unreachable > 0 ? unreachable : null });
  if (unreachable > 0) {
    answer.note(
      "beyond_cap",
      `PubMed serves the first 10,000 matches only, so ${unreachable} cannot be reached; slice the search by publication date.`,
    );
  }
  call.progress("Fetching records");
  const fetched = await fetchNamed(pmids, client, call, answer);
  const missing = [...new Set(pmids)].filter((pmid) => !fetched.records.has(pmid));
  if (missing.length > 0) noteMissing(missing, answer);
  if (fetched.unreadable.some(({ pmid }) => pmid === null || missing.includes(pmid))) {
    answer.failed(unreadableRecord(fetched.exchange.status));
  }
  const ranked = pmids.flatMap((pmid, index): { draft: Draft; rank: number }[] => {
    const record = fetched.records.get(pmid);
    if (record === undefined || pmids.indexOf(pmid) !== index) return [];
    const draft = recordOf(record, { from: [fetched.exchange, found.exchange], terms: question.terms });
    return [{ draft, rank: call.window.offset + index }];
  });
  nameFlagged(
    ranked.map(({ draft }) => draft),
    answer,
  );
  const options: ListOptions & { ranks: number[]; reached: number } = {
    total: count,
    windowed: true,
    listKey: `${question.term}\n${count}`,
    unreachable: unreachable > 0 ? unreachable : null,
    ranks: ranked.map(({ rank }) => rank),
    reached,
  };
  const outcome = answer.list(
    ranked.map(({ draft }) => draft),
    "no_match",
    options,
  );
  if (ranked.length === 0) {
    // The list is set all the same, so that the page after a gap as wide as this one can still be asked for.
    throw new Fault("incomplete", "PubMed returned none of the records that its search listed", {
      status: fetched.exchange.status,
    });
  }
  // A single page with a gap is not everything that exists; one page of several is `truncated` as it is.
  return missing.length > 0 && call.window.offset === 0 && reached >= count ? "truncated" : outcome;
}

const unserved = (status: number): Fault =>
  new Fault("incomplete", "PubMed counts matches but serves no more of them", { status });

async function fetchNamed(
  pmids: readonly string[],
  client: PubmedClient,
  call: Call,
  answer: Answer<ArticleDetail>,
): Promise<FetchedRecords> {
  try {
    return await client.fetch(pmids, "record", call, { named: true });
  } catch (error) {
    if (error instanceof Fault) {
      answer.settle({ pmids_not_returned: pmids });
      answer.note(
        "not_citable",
        `The records of ${pmids.length} PMIDs found could not be fetched; none of them is citable: ${pmids.join(", ")}.`,
      );
    }
    throw error;
  }
}

function noteMissing(missing: readonly string[], answer: Answer<ArticleDetail>): void {
  answer.settle({ pmids_not_returned: missing });
  answer.note(
    "not_returned",
    `${missing.length} of the PMIDs asked for came without a readable record and are not citable: ${missing.join(", ")}.`,
  );
}
