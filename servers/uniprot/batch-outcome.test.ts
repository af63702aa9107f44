import { expect, it } from "vitest";
import type { Outcome } from "../kit/envelope/outcome.ts";
import { batchOutcome } from "./batch-outcome.ts";

it.each<[Outcome[], Outcome]>([
  [["found", "upstream_failed"], "upstream_failed"],
  [["found", "ambiguous", "not_resolved"], "found"],
  [["ambiguous", "ambiguous"], "ambiguous"],
  [["ambiguous", "bad_input"], "ambiguous"],
  [["ambiguous", "not_resolved"], "not_resolved"],
  [["not_resolved"], "not_resolved"],
])("of items %j is %s", (outcomes, expected) => {
  const items = outcomes.map((outcome) => ({ input: "x", outcome, resolved_to: null, record_ids: [], reason: null }));
  expect(batchOutcome(items)).toBe(expected);
});
