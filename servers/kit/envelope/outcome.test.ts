import { expect, it } from "vitest";
import { contradictionIn, OUTCOMES } from "./outcome.ts";

it.each(OUTCOMES)("%s agrees with the records beside it", (outcome) => {
  const shows = outcome === "found" || outcome === "truncated";
  const either = outcome === "upstream_failed";
  expect(contradictionIn({ outcome, record_ids: [] }) === null).toBe(!shows);
  expect(contradictionIn({ outcome, record_ids: ["a", "b"] }) === null).toBe(shows || either);
  expect(contradictionIn({ outcome, record_ids: ["a", "a"] })).not.toBeNull();
});
