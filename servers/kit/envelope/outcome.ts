/**
 * How to read a result, including its emptiness. The set is closed; programs gate on it.
 *
 * `none_on_record` is an informative zero, `no_match` says nothing about biology, and the rest are not zeros at all.
 */
export const OUTCOMES = [
  "found",
  "truncated",
  "none_on_record",
  "no_match",
  "not_resolved",
  "ambiguous",
  "not_covered",
  "not_configured",
  "bad_input",
  "upstream_failed",
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes that MCP reports as `isError: true`. */
export const isErrorOutcome = (outcome: Outcome): boolean => outcome === "bad_input" || outcome === "upstream_failed";
