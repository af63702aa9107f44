import type { Item } from "./envelope/envelope.ts";
import type { Outcome } from "./envelope/outcome.ts";

/**
 * The outcome of a batch from those of its items: a failed part fails the whole; any record makes it `truncated` or
 * `found`; else what the items share; else `not_resolved`. Items refused for their form do not count: the call as a
 * whole is `bad_input` only when none is left.
 */
export function batchOutcome(items: readonly Pick<Item, "outcome">[]): Outcome {
  const outcomes = new Set(items.map(({ outcome }) => outcome).filter((outcome) => outcome !== "bad_input"));
  for (const decisive of ["upstream_failed", "truncated", "found"] as const) {
    if (outcomes.has(decisive)) return decisive;
  }
  const [shared, ...others] = outcomes;
  return shared !== undefined && others.length === 0 ? shared : "not_resolved";
}
