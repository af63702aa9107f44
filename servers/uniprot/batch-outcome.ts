import type { Item } from "../kit/envelope/envelope.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";

/**
 * The outcome of a batch from those of its items: a failed one fails the call; one record makes it found; else what the
 * well-formed items have in common; else `not_resolved`.
 */
export function batchOutcome(items: readonly Item[]): Outcome {
  const outcomes = new Set(items.map(({ outcome }) => outcome).filter((outcome) => outcome !== "bad_input"));
  if (outcomes.has("upstream_failed")) return "upstream_failed";
  if (outcomes.has("found") || outcomes.has("truncated")) return "found";
  const [common] = outcomes;
  return outcomes.size === 1 && common !== undefined ? common : "not_resolved";
}
