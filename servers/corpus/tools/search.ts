import { z } from "zod";
import { defineTool } from "../../kit/tool.ts";
import type { CorpusFile } from "../corpus-file.ts";
import { ARMS, bestPassagePerPaper, type FusedHit, fuse } from "../fusion.ts";
import { PUBMED_ABSTRACT } from "../licence.ts";
import { firstGenes, openCorpus, UNAVAILABLE_NOTES } from "../open-corpus.ts";
import { PaperDetail, paperDetail } from "../paper-detail.ts";
import { paperFlags, STATE_NOTES } from "../paper-flags.ts";
import type { CorpusStore, LexicalAnswer } from "../store.ts";

/** Passages asked for each paper wanted, since several may belong to one paper. */
const OVERFETCH = 3;

export const search = (file: CorpusFile | null) =>
  defineTool({
    name: "search",
    title: "Search passages of the literature corpus",
    description:
      "Ranks the papers of a literature corpus that was gathered for a set of genes, and returns each paper's whole stored text with the passage that matched. Trap: the corpus is a sample around its genes; nothing found means that it does not cover the query, never that no literature exists, and a high rank says nothing about truth. No network, no rate limit.",
    input: z.strictObject({
      query: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .describe("Words to find: gene symbols, locus tags, a question; 1-1000 characters"),
      limit: z.int().min(1).max(50).default(5).describe("Papers to return, 1-50"),
      arm: z
        .enum(["hybrid", ...ARMS])
        .default("hybrid")
        .describe("hybrid runs every arm that is installed; dense needs an embedder"),
      exclude_retracted: z.boolean().default(false).describe("Leave out papers known to be retracted"),
    }),
    list: true,
    openWorld: false,
    resolved: {
      arms: z.array(z.enum(ARMS)).describe("Arms that ran"),
      query_words: z.array(z.string()).describe("Words of the query that were searched"),
      words_not_in_corpus: z.array(z.string()).describe("Of these, words that no passage holds"),
      papers_matched: z.int(),
      papers_excluded: z.int().describe("Matching papers left out because they are retracted"),
      corpus_sha256: z.string(),
      corpus_papers: z.int(),
      corpus_passages: z.int(),
      corpus_genes: z.int().describe("Genes that the corpus was gathered for"),
    },
    detail: PaperDetail,
    notes: {
      ...UNAVAILABLE_NOTES,
      ...STATE_NOTES,
      dense_not_available:
        "The dense arm needs an embedder, which this installation lacks. Nothing was searched; the lexical and hybrid arms answer.",
      lexical_only: "The dense arm is not installed, so the hybrid search ran lexically.",
      ranking:
        "Passages are ranked by BM25 (k1 1.5, b 0.75, tokens bio/1), papers by their best passage. A rank holds inside this corpus only; a score is no probability.",
      corpus_scope: "The corpus is a sample of PubMed around its genes; what it lacks may exist.",
      words_absent: "Some words of the query occur nowhere in the corpus; resolved.words_not_in_corpus lists them.",
      no_query_word: "The query holds no searchable word, only function words or punctuation.",
      nothing_matched: "No passage shares a word with the query: the corpus does not cover it; literature may exist.",
      retracted_left_out: "Retracted papers that match were left out on request.",
      only_retracted_matched: "All papers that match are retracted and were left out on request; literature may exist.",
    },
    untrusted: [
      "records[].name",
      "records[].detail.title",
      "records[].detail.journal",
      "records[].detail.doi",
      "records[].detail.quotable_text",
      "records[].detail.matched_passage.text",
      "records[].detail.genes_named[]",
      "records[].detail.mentions[]",
      "records[].detail.queried_for[]",
      "records[].detail.publication_state.notices[].ref",
    ],
    async run({ query, arm, exclude_retracted }, call, answer) {
      const corpus = await openCorpus(file, call, answer);
      if (corpus === null) return "not_configured";
      const { store, entry } = corpus;
      const facts = store.facts();
      answer.settle({
        corpus_sha256: facts.sha256,
        corpus_papers: facts.papers,
        corpus_passages: facts.passages,
        corpus_genes: facts.genes.length,
      });
      if (arm === "dense") {
        answer.note("dense_not_available");
        return "not_configured";
      }
      const words = await store.words(query);
      const found = await rankedPapers(store, query, call.window.offset + call.window.limit, exclude_retracted);
      answer.settle({
        matched_by: "search",
        arms: ["lexical"],
        query_words: words.searched,
        words_not_in_corpus: words.absent,
        papers_matched: found.papersMatched,
        papers_excluded: found.papersExcluded,
      });
      if (arm === "hybrid") answer.note("lexical_only");
      answer.note("ranking");
      answer.note("corpus_scope", scopeSentence(facts));
      if (words.searched.length === 0) answer.note("no_query_word");
      if (words.absent.length > 0) {
        answer.note(
          "words_absent",
          `${words.absent.length} of ${words.searched.length} query words occur nowhere in the corpus; resolved.words_not_in_corpus lists them.`,
        );
      }
      if (found.papersExcluded > 0) {
        answer.note(
          "retracted_left_out",
          `${found.papersExcluded} retracted papers that match were left out on request.`,
        );
      }
      if (found.papersMatched === 0)
        answer.note(found.papersExcluded > 0 ? "only_retracted_matched" : "nothing_matched");

      const window = found.ranked.slice(call.window.offset, call.window.offset + call.window.limit);
      const drafts = await Promise.all(
        window.map(async (hit, at) => {
          const paper = await store.paper(hit.pmid);
          const passage = paper?.passages.find(({ id }) => id === hit.passage_id);
          if (paper === null || passage === undefined) throw new Error("A hit names a passage that the corpus lacks");
          const detail = paperDetail(paper, passage, hit, call.window.offset + at + 1, store.naming());
          return {
            record_id: paper.pmid,
            type: "article",
            name: detail.title ?? `PMID ${paper.pmid}`,
            url: `https://pubmed.ncbi.nlm.nih.gov/${paper.pmid}/`,
            licence: PUBMED_ABSTRACT,
            from: [{ entry }],
            also: [`PMID:${paper.pmid}`],
            flags: paperFlags(paper),
            detail,
          };
        }),
      );
      return answer.list(drafts, "not_covered", { total: found.papersMatched, windowed: true, listKey: facts.sha256 });
    },
  });

/** The first `wanted` papers: three passages are fetched for each, and more where few papers hold them all. */
async function rankedPapers(
  store: CorpusStore,
  query: string,
  wanted: number,
  excludeRetracted: boolean,
): Promise<LexicalAnswer & { ranked: FusedHit[] }> {
  for (let k = OVERFETCH * wanted; ; k *= 2) {
    const lexical = await store.lexical(query, k, { excludeRetracted });
    const ranked = bestPassagePerPaper(fuse({ lexical: lexical.hits }));
    if (ranked.length >= wanted || lexical.hits.length < k) return { ...lexical, ranked };
  }
}

function scopeSentence(facts: ReturnType<CorpusStore["facts"]>): string {
  const genes = firstGenes(facts.genes);
  const named = genes === "" ? "" : ` (${genes}${facts.genes.length > 12 ? ", and more" : ""})`;
  return `The corpus holds ${facts.passages} passages of ${facts.papers} papers, gathered for ${facts.genes.length} genes${named}. It is a sample of PubMed around these genes; what it lacks may exist.`;
}
