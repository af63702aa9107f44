import type { CorpusContent, Paper } from "./corpus-content.ts";
import type { ArmHit } from "./fusion.ts";
import type { GeneNaming } from "./naming.ts";

export interface LexicalAnswer {
  /** Best first; at most as many as asked. */
  readonly hits: readonly ArmHit[];
  /** Distinct papers with at least one token of the query, shown or not. */
  readonly papersMatched: number;
  /** Of these, papers left out because they are retracted. */
  readonly papersExcluded: number;
}

interface QueryWords {
  /** Words of the query that are searched, each once. */
  readonly searched: readonly string[];
  /** Of these, words that no passage holds. */
  readonly absent: readonly string[];
}

type CorpusFacts = Omit<CorpusContent, "papers"> & {
  /** SHA-256 of the artefact. */
  readonly sha256: string;
  readonly papers: number;
  readonly passages: number;
};

/** What a search needs of a stored corpus, whatever stores it. */
export interface CorpusStore {
  facts(): CorpusFacts;
  naming(): GeneNaming;
  words(query: string): Promise<QueryWords>;
  /** Passages that share a token with the query, ranked by BM25; ties by PMID as a number, then chunk index. */
  lexical(query: string, k: number, options: { excludeRetracted: boolean }): Promise<LexicalAnswer>;
  paper(pmid: string): Promise<Paper | null>;
  /** By PMID. */
  papers(): AsyncIterable<Paper>;
}
