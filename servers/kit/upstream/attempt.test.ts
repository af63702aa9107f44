import { expect, it } from "vitest";
import { createFakeClock } from "../../../tests/support/clock/fake-clock.ts";
import { limited } from "./attempt.ts";

const never = () => new Promise<never>(() => undefined);

it("ends an attempt at its limit, and the socket with it", async () => {
  const clock = createFakeClock();
  let socket: AbortSignal | undefined;
  const result = limited(clock, 30_000, new AbortController().signal, (signal) => {
    socket = signal;
    return never();
  });
  result.catch(() => undefined);
  await clock.advance(29_999);
  expect(socket?.aborted).toBe(false);
  await clock.advance(1);
  await expect(result).rejects.toMatchObject({ code: "timeout", details: { again: true } });
  expect(socket?.aborted).toBe(true);
});

it("passes a cancellation on to the socket and keeps its reason", async () => {
  const cancel = new AbortController();
  let socket: AbortSignal | undefined;
  const result = limited(createFakeClock(), 30_000, cancel.signal, (signal) => {
    socket = signal;
    return never();
  });
  cancel.abort(new Error("cancelled"));
  await expect(result).rejects.toThrow("cancelled");
  expect(socket?.aborted).toBe(true);
});

it("begins nothing for a call that is cancelled already", async () => {
  let begun = false;
  const result = limited(createFakeClock(), 1, AbortSignal.abort(new Error("cancelled")), async () => {
    begun = true;
  });
  await expect(result).rejects.toThrow("cancelled");
  expect(begun).toBe(false);
});

it("gives the answer and leaves the socket alone afterwards", async () => {
  const clock = createFakeClock();
  let socket: AbortSignal | undefined;
  const answer = await limited(clock, 30_000, new AbortController().signal, async (signal) => {
    socket = signal;
    return "answer";
  });
  await clock.advance(60_000);
  expect(answer).toBe("answer");
  expect(socket?.aborted).toBe(false);
});
