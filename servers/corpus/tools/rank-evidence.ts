import { z } from "zod";
import type { BareTool } from "../../kit/tool.ts";
import { DEFAULT_TOP_K, LIMITS } from "../evidence/evidence-input.ts";
import { RankEvidenceResult } from "../evidence/evidence-result.ts";
import { createEvidenceRanking } from "../evidence/rank-evidence.ts";

/** What is advertised; the ranking itself checks arguments, since it names each problem with its limit and size. */
const input = z.strictObject({
  query: z
    .string()
    .min(LIMITS.query.min)
    .max(LIMITS.query.max)
    .describe("Words to look for; 2-1000 characters after trimming"),
  documents: z
    .array(
      z.strictObject({
        id: z.union([z.string().min(1), z.int()]).describe('Unique; 1 and "1" are the same'),
        title: z.string().max(LIMITS.title.max).optional().describe("At most 700 characters"),
        abstract: z.string().max(LIMITS.abstract.max).optional().describe("At most 20,000 characters"),
      }),
    )
    .min(LIMITS.documents.min)
    .max(LIMITS.documents.max)
    .describe("Each needs a title or an abstract; all together at most 8,000,000 UTF-8 bytes"),
  top_k: z.int().min(LIMITS.top_k.min).max(LIMITS.top_k.max).default(DEFAULT_TOP_K).describe("Hits to return, 1-50"),
});

/** Ranks texts that the caller supplies; its result is its own closed object instead of the envelope. */
export const rankEvidence = (now: () => number) => {
  const rank = createEvidenceRanking(now);
  return {
    name: "rank_evidence",
    title: "Rank supplied texts as evidence",
    description:
      "Ranks texts that you supply (titles, abstracts, passages) as evidence for a query or claim, by shared words only (BM25). Nothing is looked up. Trap: a high score means many shared words, not support; the ids you supply are not citable. Needs no corpus, no network; no rate limit.",
    input,
    output: RankEvidenceResult,
    untrusted: ["hits[].id", "hits[].abstract_preview", "hits[].matched_terms[]", "query_tokens[]"],
    openWorld: false,
    // JSON escaping can double 8,000,000 bytes of text.
    maxRequestBytes: 16 * 1024 * 1024,
    /** Takes the arguments as they came, unchecked. */
    run: (given: unknown): { result: RankEvidenceResult; isError: boolean } => {
      const result = rank(given);
      return { result, isError: result.status === "INVALID_INPUT" };
    },
  } satisfies BareTool;
};
