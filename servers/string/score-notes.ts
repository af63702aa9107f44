/** Notes on scores, shared by the tools that list interactions. */
export const SCORE_NOTES = {
  textmining_caveat:
    "STRING's combined score includes text mining, which counts the same papers as a literature search; weigh evidence_beyond_textmining before taking the two as independent.",
  textmining_only: "A record flagged so rests on text mining: that channel reaches 0.4 and every other stays below it.",
  threshold_applied_locally: "Rows below required_score were left out here.",
} as const;

/** `threshold_applied_locally` with its numbers, which equal `rows_below_threshold`, `rows_received`, `required_score`. */
export const thresholdSentence = (below: number, received: number, requiredScore: number): string =>
  `${below} of ${received} rows from STRING were below required_score ${requiredScore} and were left out here.`;
