import type { Item } from "../kit/envelope/envelope.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";

/**
 * The outcome of a batch from its items': a failed part fails the whole, else any record makes it `found`, else the
 * outcome that all items share, else `not_resolved`.
 */
export function batchOutcome(items: readonly Pick<Item, "outcome">[]): Outcome {
  const outcomes = new Set(items.map((item) => item.outcome));
  if (outcomes.has("upstream_failed")) return "upstream_failed";
  if (outcomes.has("truncated")) return "truncated";
  if (outcomes.has("found")) return "found";
  const [only, ...others] = outcomes;
  return only !== undefined && others.length === 0 ? only : "not_resolved";
}
