import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { PubmedClient } from "../client.ts";
import { ArticleDetail, UNTRUSTED_PATHS } from "../detail.ts";
import { Gene, Organism, termOfPhrases } from "../query.ts";
import { answerSearch, SEARCH_FACTS, SEARCH_NOTES, SEARCH_UNTRUSTED, settleSearch } from "../search-answer.ts";

export const getAbstractsForGene = (client: PubmedClient) =>
  defineTool({
    name: "get_abstracts_for_gene",
    title: "Abstracts that name a gene",
    description:
      "Searches PubMed for papers published on a gene: articles whose record holds the gene name and an organism name, best match first, and returns title and abstract with the exact text that may be quoted. It is a text search: a hit need not be about the gene, synonyms are not expanded, and no hit proves nothing. Retracted articles are flagged. NCBI allows 3 requests a second (10 with a key); a call makes two.",
    input: z.strictObject({
      gene: Gene.describe("Gene symbol or locus tag, searched as a phrase: katG, Rv1908c"),
      organism: Organism.default("Mycobacterium tuberculosis").describe(
        "Organism name, searched as a phrase beside the gene; empty for any organism",
      ),
      limit: z.int().min(1).max(100).default(10).describe("Records a page"),
    }),
    list: true,
    resolved: SEARCH_FACTS,
    detail: ArticleDetail,
    notes: SEARCH_NOTES,
    untrusted: [...UNTRUSTED_PATHS, ...SEARCH_UNTRUSTED],
    async run({ gene, organism }, call, answer) {
      const term = termOfPhrases(gene, organism);
      answer.settle({ term });
      call.progress("Searching PubMed");
      const found = await client.search({ term, ...call.window, sort: "relevance" }, call);
      settleSearch(answer, term, found);
      return answerSearch({ term, terms: [gene] }, found, client, call, answer);
    },
  });
