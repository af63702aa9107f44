import { expect, it } from "vitest";
import { batchOutcome } from "./batch-outcome.ts";
import type { Outcome } from "./envelope/outcome.ts";

it.each<[Outcome[], Outcome]>([
  [["found", "not_resolved"], "found"],
  [["found", "upstream_failed"], "upstream_failed"],
  [["truncated", "found"], "truncated"],
  [["ambiguous", "ambiguous"], "ambiguous"],
  [["none_on_record", "none_on_record"], "none_on_record"],
  [["ambiguous", "not_resolved"], "not_resolved"],
  [["bad_input", "ambiguous"], "ambiguous"],
  [["found", "ambiguous", "not_resolved"], "found"],
  [["not_resolved"], "not_resolved"],
])("%j make %s", (outcomes, expected) => {
  expect(batchOutcome(outcomes.map((outcome) => ({ outcome })))).toBe(expected);
});
