import { expect, it } from "vitest";
import type { Outcome } from "../kit/envelope/outcome.ts";
import { batchOutcome } from "./batch-outcome.ts";

it.each<[Outcome[], Outcome]>([
  [["found", "not_resolved"], "found"],
  [["found", "upstream_failed"], "upstream_failed"],
  [["truncated", "found"], "truncated"],
  [["ambiguous", "ambiguous"], "ambiguous"],
  [["none_on_record", "none_on_record"], "none_on_record"],
  [["ambiguous", "not_resolved"], "not_resolved"],
  [["bad_input", "ambiguous"], "not_resolved"],
])("%j make %s", (outcomes, expected) => {
  expect(batchOutcome(outcomes.map((outcome) => ({ outcome })))).toBe(expected);
});
