import type { Item } from "../kit/envelope/envelope.ts";
import type { Outcome } from "../kit/envelope/outcome.ts";

/** One input of a batch with what became of it. */
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
