import { expect, it, vi } from "vitest";
import { createFakeClock, settled } from "../../../tests/support/clock/fake-clock.ts";
import { DeadlinePassed, type Flight, SingleFlight } from "./single-flight.ts";

function setUp() {
  const clock = createFakeClock();
  const flights = new SingleFlight<string>(clock);
  const finish: ((value: string) => void)[] = [];
  const fail: ((error: Error) => void)[] = [];
  const seen: Flight[] = [];
  const run = vi.fn((flight: Flight) => {
    seen.push(flight);
    return new Promise<string>((resolve, reject) => {
      finish.push(resolve);
      fail.push(reject);
    });
  });
  const call = (deadlineMs = 60_000, signal = new AbortController().signal) => ({
    signal,
    deadlineAt: clock.now() + deadlineMs,
    progress: vi.fn(),
  });
  const join = (key: string, who = call()) => {
    const joined = flights.join(key, who, run);
    joined.catch(() => undefined);
    return joined;
  };
  return { clock, run, seen, finish, fail, call, join };
}

it("makes one exchange for all who ask the same at once", async () => {
  const { run, finish, join } = setUp();
  const first = join("a");
  const second = join("a");
  await settled();
  finish[0]?.("answer");
  await expect(first).resolves.toEqual({ value: "answer", coalesced: false });
  await expect(second).resolves.toEqual({ value: "answer", coalesced: true });
  expect(run).toHaveBeenCalledTimes(1);
});

it("makes two for two keys, and a new one when the first has ended", async () => {
  const { run, finish, join } = setUp();
  const first = join("a");
  void join("b");
  await settled();
  finish[0]?.("answer");
  await first;
  void join("a");
  await settled();
  expect(run).toHaveBeenCalledTimes(3);
});

it("lets one waiter go and keeps the exchange for the other", async () => {
  const { seen, finish, call, join } = setUp();
  const cancel = new AbortController();
  const leaving = join("a", call(60_000, cancel.signal));
  const staying = join("a");
  await settled();
  cancel.abort(new Error("cancelled"));
  await expect(leaving).rejects.toThrow("cancelled");
  expect(seen[0]?.signal.aborted).toBe(false);
  finish[0]?.("answer");
  await expect(staying).resolves.toMatchObject({ value: "answer" });
});

it("closes the socket when nobody is left, and starts afresh for who comes then", async () => {
  const { run, seen, call, join } = setUp();
  const cancel = new AbortController();
  const one = join("a", call(60_000, cancel.signal));
  const two = join("a", call(60_000, cancel.signal));
  await settled();
  cancel.abort(new Error("cancelled"));
  await expect(one).rejects.toThrow("cancelled");
  await expect(two).rejects.toThrow("cancelled");
  expect(seen[0]?.signal.aborted).toBe(true);
  void join("a");
  await settled();
  expect(run).toHaveBeenCalledTimes(2);
});

it("holds each waiter to its own deadline and reports the attempts made so far", async () => {
  const { clock, seen, finish, call, join } = setUp();
  const hasty = join("a", call(1_000));
  const patient = join("a", call(5_000));
  await settled();
  seen[0]!.attempts = 2;
  expect(seen[0]?.deadlineAt()).toBe(clock.now() + 5_000);
  await clock.advance(1_000);
  await expect(hasty).rejects.toMatchObject({ constructor: DeadlinePassed, attempts: 2 });
  finish[0]?.("answer");
  await expect(patient).resolves.toMatchObject({ value: "answer" });
});

it("shares a failure with those who wait and forgets it", async () => {
  const { run, fail, finish, join } = setUp();
  const first = join("a");
  const second = join("a");
  await settled();
  fail[0]?.(new Error("failed"));
  await expect(first).rejects.toThrow("failed");
  await expect(second).rejects.toThrow("failed");
  const third = join("a");
  await settled();
  finish[1]?.("answer");
  await expect(third).resolves.toMatchObject({ value: "answer" });
  expect(run).toHaveBeenCalledTimes(2);
});

it("tells every waiter what is being waited for", async () => {
  const { seen, call, join } = setUp();
  const one = call();
  const two = call();
  void join("a", one);
  void join("a", two);
  await settled();
  seen[0]?.progress("Asking kegg");
  expect(one.progress).toHaveBeenCalledWith("Asking kegg");
  expect(two.progress).toHaveBeenCalledWith("Asking kegg");
});
