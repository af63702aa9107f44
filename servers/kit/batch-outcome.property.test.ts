import { expect, it } from "vitest";
import { batchOutcome } from "./batch-outcome.ts";
import { OUTCOMES, type Outcome } from "./envelope/outcome.ts";

/** All sets of at most four outcomes: more say nothing new, since only what occurs counts. */
function* combinations(from = 0, chosen: readonly Outcome[] = []): Generator<readonly Outcome[]> {
  yield chosen;
  if (chosen.length === 4) return;
  for (let at = from; at < OUTCOMES.length; at += 1) yield* combinations(at + 1, [...chosen, OUTCOMES[at] as Outcome]);
}

const of = (outcomes: readonly Outcome[]) => batchOutcome(outcomes.map((outcome) => ({ outcome })));

it("is the first that applies, for every combination of outcomes, in any order and number", () => {
  for (const outcomes of combinations()) {
    const answered = outcomes.filter((outcome) => outcome !== "bad_input");
    const expected = answered.includes("upstream_failed")
      ? "upstream_failed"
      : answered.includes("truncated")
        ? "truncated"
        : answered.includes("found")
          ? "found"
          : answered.length === 1
            ? answered[0]
            : "not_resolved";
    expect(of(outcomes), outcomes.join()).toBe(expected);
    expect(of(outcomes.toReversed()), outcomes.join()).toBe(expected);
    expect(of([...outcomes, ...outcomes]), outcomes.join()).toBe(expected);
  }
});

it("never makes a zero of a failure, nor of what is not known", () => {
  for (const outcomes of combinations()) {
    const outcome = of(outcomes);
    if (outcome !== "none_on_record" && outcome !== "no_match") continue;
    expect(outcomes.filter((each) => each !== outcome && each !== "bad_input")).toEqual([]);
  }
});
