import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallDeadline } from "./call-deadline.ts";
import type { HostLink } from "./host-link.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const clock = { now: () => Date.now(), sleep: async () => {} };
const host = (ask: HostLink["ask"]): HostLink => ({
  id: "h",
  capabilities: {},
  closed: new AbortController().signal,
  ask,
  onRootsChanged: () => {},
});

it("ends a call that takes too long, and no call that has ended", () => {
  const deadline = new CallDeadline(1_000, clock);
  const ended = new CallDeadline(1_000, clock);
  ended.end();
  vi.advanceTimersByTime(999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toMatchObject({ code: "source_timeout" });
  expect(ended.signal.aborted).toBe(false);
});

it("stands still while the host is asked, also twice at once, and runs on afterwards", async () => {
  const deadline = new CallDeadline(1_000, clock);
  const answers: ((answer: Record<string, unknown>) => void)[] = [];
  const { ask } = deadline.sparing(host(() => new Promise((resolve) => answers.push(resolve))));
  vi.advanceTimersByTime(600);
  const asking = [1, 2].map(() => ask("roots/list", {}, new AbortController().signal));
  vi.advanceTimersByTime(600_000);
  answers[0]?.({});
  await asking[0];
  vi.advanceTimersByTime(600_000);
  answers[1]?.({});
  await asking[1];
  vi.advanceTimersByTime(399);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.aborted).toBe(true);
});
