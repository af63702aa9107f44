import { expect, it } from "vitest";
import { createSystemClock, startLimit } from "./system-clock.ts";
import type { Clock } from "./upstream.ts";

it("tells the time of the computer", () => {
  const before = Date.now();
  const now = createSystemClock().now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

it("wakes up from a sleep", async () => {
  await expect(createSystemClock().sleep(1)).resolves.toBeUndefined();
  await expect(createSystemClock().sleep(-5)).resolves.toBeUndefined();
});

it("ends a long sleep when its signal falls, with the signal's reason", async () => {
  const cancel = new AbortController();
  const sleep = createSystemClock().sleep(3_600_000, cancel.signal);
  cancel.abort(new Error("cancelled"));
  await expect(sleep).rejects.toThrow("cancelled");
});

it("does not fall asleep under a fallen signal", async () => {
  const signal = AbortSignal.abort(new Error("cancelled"));
  await expect(createSystemClock().sleep(3_600_000, signal)).rejects.toThrow("cancelled");
});

it("keeps a limit by a real timer on a clock that only knows how to wait", async () => {
  const bare: Clock = { now: () => 0, sleep: async () => undefined };
  await new Promise<void>((resolve) => startLimit(bare, 1, resolve));
});

it("calls a limit off", async () => {
  let fired = false;
  const clock = createSystemClock();
  startLimit(clock, 1, () => {
    fired = true;
  })();
  await clock.sleep(20);
  expect(fired).toBe(false);
});
