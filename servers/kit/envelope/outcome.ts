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

/**
 * What an envelope says against itself: an outcome that its records belie, or an id that names two of them. Null when
 * nothing; constant text otherwise. Ids are what a model cites, and programs read outcomes without looking further.
 */
export function contradictionIn({
  outcome,
  record_ids,
}: {
  readonly outcome: Outcome;
  readonly record_ids: readonly string[];
}): string | null {
  if (new Set(record_ids).size !== record_ids.length) return "one record id names two records";
  const shows = outcome === "found" || outcome === "truncated";
  if (shows && record_ids.length === 0) return `${outcome} without a record`;
  if (!shows && outcome !== "upstream_failed" && record_ids.length > 0) return `${outcome} with records`;
  return null;
}
