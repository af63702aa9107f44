import { sha256 } from "../../kit/digest.ts";
import { bestFirst } from "../best-first.ts";
import { B, K1 } from "../bm25.ts";
import { codePointPrefix } from "../code-points.ts";
import { byId, EPSILON, EvidenceIndexes, okapiIdf } from "./evidence-index.ts";
import { type EvidenceDocument, parseEvidenceInput } from "./evidence-input.ts";
import { type RankEvidenceResult, RESULT_SCHEMA } from "./evidence-result.ts";
import { WORD_TOKENS } from "./word-tokens.ts";

const PREVIEW_CODE_POINTS = 300;

const WARNING =
  "lexical_overlap_only: Scores count shared words; they are neither probabilities nor confidence, and nothing is said about truth, quality, eligibility or retraction.";

/**
 * Ranks caller-supplied titles and abstracts against a query by BM25 Okapi (k1 1.5, b 0.75, ε 0.25). A document that
 * shares a token is a hit even at score 0. Order: score, then id by code point; the order of the documents changes
 * nothing. Never throws for bad input: the result then is `INVALID_INPUT`. Nothing is written or logged.
 *
 * @param now milliseconds, for the life of the few indexes kept in memory
 */
export function createEvidenceRanking(now: () => number): (given: unknown) => RankEvidenceResult {
  const indexes = new EvidenceIndexes(now);

  return (given) => {
    const parsed = parseEvidenceInput(given);
    if (!parsed.ok) {
      return resultOf({
        status: "INVALID_INPUT",
        outcome: "bad_input",
        n_documents: parsed.documents,
        errors: parsed.problems.map((problem) => ({ ...problem })),
      });
    }
    const { query, topK } = parsed.input;
    const documents = byId(parsed.input.documents);
    const { bm25, idfFloor } = indexes.indexOf(documents);
    const tokens = indexes.tokensOf(query);
    const { documents: matched, scores } = bm25.match(tokens, (frequency) => {
      const idf = okapiIdf(bm25.size, frequency);
      return idf < 0 ? idfFloor : idf;
    });
    const terms = [...new Set(tokens)];
    return resultOf({
      status: matched.length === 0 ? "NO_QUERY_TERM_OVERLAP" : "OK",
      outcome: matched.length === 0 ? "no_match" : matched.length > topK ? "truncated" : "found",
      query_tokens: tokens,
      n_documents: documents.length,
      n_matched: matched.length,
      hits: bestFirst(matched, scores, topK).map((at, index) => ({
        rank: index + 1,
        ...hitOf(documents[at]!),
        score: scores[at]!,
        matched_terms: terms.filter((term) => bm25.holds(at, term)),
      })),
      idf_floor: idfFloor,
      avgdl: bm25.averageLength,
    });
  };
}

type Hit = RankEvidenceResult["hits"][number];

function hitOf({ id, title, abstract }: EvidenceDocument): Omit<Hit, "rank" | "score" | "matched_terms"> {
  const preview = abstract === null ? null : codePointPrefix(abstract, PREVIEW_CODE_POINTS);
  return {
    id,
    abstract_preview: preview,
    preview_truncated: preview !== abstract,
    // Of two texts without lone surrogates `JSON.stringify` writes the RFC 8785 form.
    content_sha256: sha256(JSON.stringify([title, abstract])),
  };
}

function resultOf({
  idf_floor = null,
  avgdl = null,
  ...facts
}: Pick<RankEvidenceResult, "status" | "outcome" | "n_documents"> &
  Partial<RankEvidenceResult> & { idf_floor?: number | null; avgdl?: number | null }): RankEvidenceResult {
  return {
    schema: RESULT_SCHEMA,
    status: facts.status,
    outcome: facts.outcome,
    query_tokens: facts.query_tokens ?? [],
    n_documents: facts.n_documents,
    n_matched: facts.n_matched ?? 0,
    hits: (facts.hits ?? []).map(({ rank, id, score, matched_terms, ...rest }) => ({
      rank,
      id,
      score,
      matched_terms,
      ...rest,
    })),
    parameters: { k1: K1, b: B, epsilon: EPSILON, idf_floor, avgdl, tokenizer: WORD_TOKENS },
    warnings: [WARNING],
    errors: facts.errors ?? [],
  };
}
