import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createFakeClock } from "../../../tests/support/clock/fake-clock.ts";
import { backoffMs, retried } from "./retry.ts";
import { Setback } from "./setback.ts";

const failure = (retryAfterS: number | null = null, again = true) =>
  new Setback("upstream_error", "The service failed", { again, retryAfterS });

/** Runs `outcomes` one by one; a Setback is thrown, anything else returned. */
function start(outcomes: unknown[], { deadlineMs = 60_000, random = 0.5 } = {}) {
  const clock = createFakeClock();
  const began = clock.now();
  const cancel = new AbortController();
  const attempt = vi.fn(async () => {
    const outcome = outcomes[attempt.mock.calls.length - 1];
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  const result = retried(attempt, {
    clock,
    random: () => random,
    signal: cancel.signal,
    deadlineAt: () => began + deadlineMs,
  });
  result.catch(() => undefined);
  return { clock, attempt, result, cancel };
}

it("tries four times at most, waits 1, 2 and 4 s with equal jitter, and does not wait after the last", async () => {
  const { clock, attempt, result } = start([failure(), failure(), failure(), failure(), "too late"]);
  await clock.advance(60_000);
  await expect(result).rejects.toMatchObject({ code: "upstream_error" });
  expect(attempt).toHaveBeenCalledTimes(4);
  expect(clock.waits).toEqual([750, 1500, 3000]);
});

it("keeps each wait between half and the whole of its step", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2, 3),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, chance) => {
        const step = 1000 * 2 ** (n - 1);
        const wait = backoffMs(n, () => chance);
        expect(wait).toBeGreaterThanOrEqual(step / 2);
        expect(wait).toBeLessThanOrEqual(step);
      },
    ),
  );
});

it("gives the answer of the attempt that succeeds", async () => {
  const { clock, result } = start([failure(), "answer"]);
  await clock.advance(1_000);
  await expect(result).resolves.toBe("answer");
});

it("waits exactly as long as the service asks", async () => {
  const { clock, attempt, result } = start([failure(7), "answer"]);
  await clock.advance(6_999);
  expect(attempt).toHaveBeenCalledTimes(1);
  await clock.advance(1);
  await expect(result).resolves.toBe("answer");
  expect(clock.waits).toEqual([7_000]);
});

it.each([
  ["more than 60 s", failure(61), 600_000],
  ["longer than the call has", failure(10), 5_000],
])("fails now, with the seconds, when asked to wait %s", async (_, setback, deadlineMs) => {
  const { clock, attempt, result } = start([setback, "answer"], { deadlineMs });
  await clock.advance(0);
  await expect(result).rejects.toMatchObject({ details: { retryAfterS: setback.details.retryAfterS } });
  expect(attempt).toHaveBeenCalledTimes(1);
  expect(clock.waits).toEqual([]);
});

it("does wait the full 60 s when the call has the time", async () => {
  const { clock, result } = start([failure(60), "answer"], { deadlineMs: 600_000 });
  await clock.advance(60_000);
  await expect(result).resolves.toBe("answer");
});

it("does not begin a back-off that would outlive the call", async () => {
  const { clock, attempt, result } = start([failure(), "answer"], { deadlineMs: 700 });
  await clock.advance(0);
  await expect(result).rejects.toMatchObject({ code: "upstream_error" });
  expect(attempt).toHaveBeenCalledTimes(1);
});

it.each([
  ["a failure that will not pass", failure(null, false)],
  ["a defect in our own code", new Error("defect")],
])("never tries again after %s", async (_, error) => {
  const { clock, attempt, result } = start([error, "answer"]);
  await clock.advance(60_000);
  await expect(result).rejects.toBe(error);
  expect(attempt).toHaveBeenCalledTimes(1);
});

it("ends its wait when the call is cancelled", async () => {
  const { clock, attempt, result, cancel } = start([failure(30), "answer"]);
  await clock.advance(1_000);
  cancel.abort(new Error("cancelled"));
  await expect(result).rejects.toThrow("cancelled");
  await clock.advance(60_000);
  expect(attempt).toHaveBeenCalledTimes(1);
});
