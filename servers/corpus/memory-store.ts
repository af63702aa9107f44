import { bestFirst } from "./best-first.ts";
import { createBm25Index } from "./bm25.ts";
import type { CorpusContent, Paper, Passage } from "./corpus-content.ts";
import { createGeneNaming } from "./naming.ts";
import type { CorpusStore } from "./store.ts";
import { createTokeniser } from "./tokens.ts";

const isRetracted = (paper: Paper): boolean => paper.state?.states.includes("retracted") ?? false;

/** A corpus with its lexical index in memory; made to serve some ten thousand papers. */
export function createMemoryStore(content: CorpusContent, sha256: string): CorpusStore {
  const { papers, ...about } = content;
  const tokeniser = createTokeniser();
  const naming = createGeneNaming(content.aliases);
  const byPmid = new Map(papers.map((paper) => [paper.pmid, paper]));
  // Papers are sorted by PMID and passages by index, so a passage's number is its place among ties.
  const passages: Passage[] = papers.flatMap((paper) => paper.passages);
  const ownerOf = papers.flatMap((paper, owner) => paper.passages.map(() => owner));
  const index = createBm25Index(tokenised());

  function* tokenised() {
    for (const [at, { start, end }] of passages.entries()) {
      yield tokeniser.tokensOf(papers[ownerOf[at]!]!.text.slice(start, end));
    }
  }

  // The idf that stays positive: on a gene-centric sample, common words are common among relevant passages too.
  const idf = (frequency: number): number => Math.log(1 + (index.size - frequency + 0.5) / (frequency + 0.5));

  return {
    facts: () => ({ ...about, sha256, papers: papers.length, passages: passages.length }),
    naming: () => naming,
    paper: async (pmid) => byPmid.get(pmid) ?? null,
    async *papers() {
      yield* papers;
    },
    async words(query) {
      const words = tokeniser.wordsOf(query);
      return {
        searched: words.map(({ word }) => word),
        absent: words.filter(({ token }) => index.frequencyOf(token) === 0).map(({ word }) => word),
      };
    },
    async lexical(query, k, { excludeRetracted }) {
      const { documents, scores } = index.match(tokeniser.tokensOf(query), idf);
      const isOut = (document: number): boolean => excludeRetracted && isRetracted(papers[ownerOf[document]!]!);
      const kept = excludeRetracted ? documents.filter((document) => !isOut(document)) : documents;
      const papersMatched = new Set(kept.map((document) => ownerOf[document])).size;
      const papersExcluded = excludeRetracted
        ? new Set(documents.filter(isOut).map((document) => ownerOf[document])).size
        : 0;
      const hits = bestFirst(kept, scores, k).map((document, at) => {
        const passage = passages[document]!;
        return {
          passage_id: passage.id,
          pmid: passage.pmid,
          chunk_index: passage.index,
          score: scores[document]!,
          rank: at + 1,
        };
      });
      return { hits, papersMatched, papersExcluded };
    },
  };
}
