import { z } from "zod";
import { INPUT_FAULT_CODES } from "../../kit/fault.ts";

export const RESULT_SCHEMA = "gene-router.rank_evidence/1";

/** The closed result of the tool: caller texts have no upstream origin, so there is no envelope and no citable id. */
export const RankEvidenceResult = z.strictObject({
  schema: z.literal(RESULT_SCHEMA),
  status: z
    .enum(["OK", "NO_QUERY_TERM_OVERLAP", "INVALID_INPUT", "OPTIONAL_BM25_NOT_INSTALLED"])
    .describe("OPTIONAL_BM25_NOT_INSTALLED is reserved and never sent: BM25 is built in"),
  outcome: z.enum(["found", "truncated", "no_match", "bad_input"]),
  query_tokens: z.array(z.string()),
  n_documents: z.int(),
  n_matched: z.int().describe("Documents with at least one token of the query, shown or not"),
  hits: z.array(
    z.strictObject({
      rank: z.int(),
      id: z.union([z.string(), z.int()]).describe("As given; not citable"),
      score: z.number().describe("BM25; comparable only within this result"),
      matched_terms: z.array(z.string()),
      abstract_preview: z.string().nullable().describe("First 300 code points of the abstract; null without abstract"),
      preview_truncated: z.boolean(),
      content_sha256: z.string().describe("Of the RFC 8785 JSON array [title, abstract]; no publisher provenance"),
    }),
  ),
  parameters: z.strictObject({
    k1: z.number(),
    b: z.number(),
    epsilon: z.number(),
    idf_floor: z.number().nullable(),
    avgdl: z.number().nullable(),
    tokenizer: z.string(),
  }),
  warnings: z.array(z.string()),
  errors: z.array(
    z.strictObject({
      code: z.enum(INPUT_FAULT_CODES),
      message: z.string(),
      param: z.string(),
      limit: z.number().nullable(),
      found: z.number().nullable(),
    }),
  ),
});

export type RankEvidenceResult = z.infer<typeof RankEvidenceResult>;
