import { z } from "zod";
import type { RecordDraft } from "../../kit/answer.ts";
import { fingerprint } from "../../kit/digest.ts";
import { Fault } from "../../kit/fault.ts";
import { prefixOf } from "../../kit/text.ts";
import { defineTool } from "../../kit/tool.ts";
import { type Clause, clausesOf } from "../boolean-query.ts";
import type { PubmedClient, SearchExchange } from "../client.ts";
import { PUBMED_ABSTRACT } from "../licence.ts";
import { Term } from "../query.ts";

/** Each clause is one paced request, and a call has 60 s. */
const MAX_CLAUSES = 40;

const SearchDetail = z.strictObject({
  role: z.enum(["whole", "clause"]),
  operator: z.enum(["AND", "OR", "NOT"]).nullable().describe("What joins the clause to those before it"),
  term: z.string(),
  count: z.int().describe("Matches that PubMed counts"),
  query_translation: z.string().nullable().describe("The search as PubMed ran it"),
  ignored_phrases: z.array(z.string()),
});

type SearchDetail = z.input<typeof SearchDetail>;

export const explainQuery = (client: PubmedClient) =>
  defineTool({
    name: "explain_query",
    title: "How PubMed understood a search",
    description:
      "Shows how PubMed translates a search term, which phrases it does not know and leaves out, and how many articles match the whole and each top-level clause, so that one sees why a search finds nothing or too much. No article is fetched. A count is of articles that match a wording, not evidence. NCBI allows 3 requests a second (10 with a key); a call makes one and one a clause.",
    input: z.strictObject({ term: Term.describe("PubMed search term, as for a search") }),
    resolved: {
      term: z.string(),
      query_translation: z.string(),
      ignored_phrases: z.array(z.string()),
      count: z.int().describe("Matches of the whole term"),
      clauses: z.int().describe("Top-level clauses of the term"),
    },
    detail: SearchDetail,
    notes: {
      text_search_not_resolution:
        "Counts are of articles whose record matches a wording; a count of 0 says nothing about biology.",
      phrases_ignored:
        "PubMed did not know a phrase and left it out, so the search that ran is broader than the one asked.",
      clauses_left_out: `Only the first ${MAX_CLAUSES} top-level clauses were counted.`,
      clause_not_counted: "The count of a clause could not be asked for; its record is missing.",
    },
    untrusted: [
      "resolved.query_translation",
      "resolved.ignored_phrases[]",
      "records[].detail.query_translation",
      "records[].detail.ignored_phrases[]",
    ],
    async run({ term }, call, answer) {
      const count = (text: string): Promise<SearchExchange> =>
        client.search({ term: text, offset: 0, limit: 0, sort: "relevance" }, call);
      answer.settle({ term });
      call.progress("Searching PubMed");
      const whole = await count(term);
      const clauses = clausesOf(term);
      answer.settle({
        matched_by: "search",
        query_translation: whole.translation,
        ignored_phrases: whole.ignoredPhrases,
        count: whole.count,
        clauses: clauses.length,
      });
      answer.note("text_search_not_resolution");
      if (whole.ignoredPhrases.length > 0) answer.note("phrases_ignored");
      if (clauses.length > MAX_CLAUSES) answer.note("clauses_left_out");

      const drafts = new Map([[term, draftOf("whole", { operator: null, text: term }, whole)]]);
      for (const clause of clauses.slice(0, MAX_CLAUSES)) {
        if (drafts.has(clause.text)) continue;
        call.progress("Counting clauses");
        try {
          drafts.set(clause.text, draftOf("clause", clause, await count(clause.text)));
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          answer.failed(error);
          answer.note("clause_not_counted");
        }
      }
      const outcome = answer.list([...drafts.values()], "no_match");
      return clauses.length > MAX_CLAUSES ? "truncated" : outcome;
    },
  });

const draftOf = (role: "whole" | "clause", clause: Clause, found: SearchExchange): RecordDraft<SearchDetail> => ({
  record_id: `pubmed:search:${fingerprint(clause.text).slice(0, 16)}`,
  type: "search",
  name: prefixOf(clause.text, 200),
  url: `https://pubmed.ncbi.nlm.nih.gov/?term=${encodeURIComponent(clause.text)}`,
  licence: PUBMED_ABSTRACT,
  from: [found.exchange],
  detail: {
    role,
    operator: clause.operator,
    term: clause.text,
    count: found.count,
    query_translation: found.translation,
    ignored_phrases: [...found.ignoredPhrases],
  },
});
