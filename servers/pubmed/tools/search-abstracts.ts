import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import { textTermsOf } from "../boolean-query.ts";
import type { PubmedClient } from "../client.ts";
import { checkRange, dateSent, SearchDate } from "../dated.ts";
import { ArticleDetail, UNTRUSTED_PATHS } from "../detail.ts";
import { Term } from "../query.ts";
import { answerSearch, SEARCH_FACTS, SEARCH_NOTES, SEARCH_UNTRUSTED, settleSearch } from "../search-answer.ts";

export const searchAbstracts = (client: PubmedClient) =>
  defineTool({
    name: "search_abstracts",
    title: "Search PubMed for articles",
    description:
      "Searches articles of the biomedical literature, of any years, in PubMed's own query language (phrases in quotes, AND, OR, NOT, parentheses, field tags) and returns title and abstract with the exact text that may be quoted. PubMed silently leaves out phrases that it does not know and then counts a broader search: read ignored_phrases, or set strict. Only the first 10,000 matches can be reached. Retracted articles are flagged. NCBI allows 3 requests a second (10 with a key); a call makes two.",
    input: z.strictObject({
      term: Term.describe('PubMed search term: "katG" AND (isoniazid OR ethionamide) AND "2020"[dp]'),
      sort: z.enum(["relevance", "date"]).default("relevance").describe("Best match first, or newest first"),
      from_date: SearchDate.optional().describe("Earliest publication date: YYYY, YYYY/MM or YYYY/MM/DD"),
      to_date: SearchDate.optional().describe("Latest publication date: YYYY, YYYY/MM or YYYY/MM/DD"),
      strict: z.boolean().default(false).describe("Answer no_match when PubMed ignored a phrase of the term"),
      limit: z.int().min(1).max(200).default(20).describe("Records a page"),
    }),
    list: true,
    sent: {
      sort_sent: z.string().describe("Sort order as sent"),
      from_date_sent: z.string(),
      to_date_sent: z.string(),
    },
    resolved: SEARCH_FACTS,
    detail: ArticleDetail,
    notes: {
      ...SEARCH_NOTES,
      strict_no_match:
        "PubMed ignored a phrase, so with strict the search counts as without match; what ran was a broader search.",
    },
    untrusted: [...UNTRUSTED_PATHS, ...SEARCH_UNTRUSTED],
    async run({ term, sort, strict, ...dates }, call, answer) {
      const fromDate = dateSent(dates.from_date);
      const toDate = dateSent(dates.to_date);
      checkRange(fromDate, toDate);
      answer.echo("sort_sent", sort === "date" ? "pub_date" : "relevance");
      answer.echo("from_date_sent", fromDate);
      answer.echo("to_date_sent", toDate);
      answer.settle({ term });
      call.progress("Searching PubMed");
      const found = await client.search({ term, ...call.window, sort, fromDate, toDate }, call);
      settleSearch(answer, term, found);
      if (strict && found.ignoredPhrases.length > 0) {
        answer.settle({ matched_by: "none" });
        answer.note(
          "strict_no_match",
          `PubMed ignored ${found.ignoredPhrases.length} phrase(s), so with strict the search counts as without match; the broader search that ran has ${found.count} matches.`,
        );
        return answer.list([], "no_match", { total: 0 });
      }
      return answerSearch({ term, terms: textTermsOf(term) }, found, client, call, answer);
    },
  });
