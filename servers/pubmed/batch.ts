import type { Item } from "../kit/envelope/envelope.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";

/**
 * The outcome of a batch from its items': a failed part fails the whole, else any record makes it `found`, else the
 * outcome that all items share, else `not_resolved`. Items refused for their form do not count while others are left.
 */
export function batchOutcome(items: readonly Pick<Item, "outcome">[]): Outcome {
  const outcomes = new Set(items.map(({ outcome }) => outcome).filter((outcome) => outcome !== "bad_input"));
  if (outcomes.has("upstream_failed")) return "upstream_failed";
  if (outcomes.has("found")) return "found";
  const [only, ...others] = outcomes;
  return only !== undefined && others.length === 0 ? only : "not_resolved";
}

export const itemOf = (
  input: string,
  outcome: Outcome,
  rest: { resolvedTo?: string | null; recordIds?: readonly string[]; reason?: string } = {},
): Item => ({
  input,
  outcome,
  resolved_to: rest.resolvedTo ?? null,
  record_ids: [...(rest.recordIds ?? [])],
  reason: rest.reason ?? null,
});
