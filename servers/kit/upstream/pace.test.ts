import { describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock, settled } from "../../../tests/support/clock/fake-clock.ts";
import { freePace, GroupPace } from "./pace.ts";
import type { PaceGroup } from "./upstream.ts";

const KEGG: PaceGroup = { name: "kegg", spacingMs: 340, inFlight: 2, blockedPauseMs: 60_000 };

/** Asks for slots and notes, in milliseconds from the beginning, when each was given or why not. */
function paced(group: PaceGroup = KEGG, clock: FakeClock = createFakeClock()) {
  const began = clock.now();
  const pace = new GroupPace(group, clock);
  const starts: number[] = [];
  const refusals: string[] = [];
  const releases: (() => void)[] = [];
  const ask = (deadlineMs = 60_000, signal = new AbortController().signal) =>
    pace.acquire({ signal, deadlineAt: () => began + deadlineMs }).then(
      (release) => {
        starts.push(clock.now() - began);
        releases.push(release);
      },
      (error: { code?: string; message: string }) => {
        refusals.push(error.code ?? error.message);
      },
    );
  return { clock, pace, began, starts, refusals, releases, ask };
}

describe("spacing", () => {
  it("lies between the starts of requests, however fast they end", async () => {
    const { clock, starts, releases, ask } = paced();
    for (let i = 0; i < 4; i++) void ask();
    for (let i = 0; i < 5; i++) {
      await clock.advance(340);
      for (const release of releases.splice(0)) release();
    }
    expect(starts).toEqual([0, 340, 680, 1020]);
  });

  it("costs nothing after a quiet time", async () => {
    const { clock, starts, releases, ask } = paced();
    void ask();
    await clock.advance(10_000);
    releases.pop()?.();
    void ask();
    await clock.advance(0);
    expect(starts).toEqual([0, 10_000]);
  });

  it("holds back what exceeds the places in flight until one is given back", async () => {
    const { clock, starts, releases, ask } = paced();
    for (let i = 0; i < 3; i++) void ask();
    await clock.advance(5_000);
    expect(starts).toEqual([0, 340]);
    releases[0]?.();
    releases[0]?.();
    await settled();
    expect(starts).toEqual([0, 340, 5_000]);
    void ask();
    await clock.advance(5_000);
    expect(starts).toHaveLength(3);
  });

  it("does not let one group wait for another", async () => {
    const clock = createFakeClock();
    const slow = paced({ name: "slow", spacingMs: 10_000, inFlight: 1 }, clock);
    const quick = paced({ name: "quick", spacingMs: 10, inFlight: 5 }, clock);
    void slow.ask();
    void slow.ask();
    void quick.ask();
    void quick.ask();
    await clock.advance(10);
    expect(quick.starts).toEqual([0, 10]);
    expect(slow.starts).toEqual([0]);
  });
});

describe("the queue", () => {
  it("lets a cancelled call go and gives its place to the next", async () => {
    const { clock, starts, refusals, ask } = paced();
    const cancel = new AbortController();
    void ask();
    void ask(60_000, cancel.signal);
    void ask();
    await clock.advance(100);
    cancel.abort(new Error("cancelled"));
    await clock.advance(500);
    expect(refusals).toEqual(["cancelled"]);
    expect(starts).toEqual([0, 340]);
  });

  it("keeps its spacing when all waiters left and others came", async () => {
    const { clock, starts, ask } = paced();
    const cancel = new AbortController();
    void ask();
    await clock.advance(0);
    void ask(60_000, cancel.signal);
    await clock.advance(100);
    cancel.abort(new Error("cancelled"));
    void ask();
    await clock.advance(500);
    expect(starts).toEqual([0, 340]);
  });

  it.each([
    ["of its start", 0],
    ["in which a place is given back", 1],
  ])("survives a call that is cancelled in the very moment %s, and loses no place", async (_, ahead) => {
    const { clock, starts, refusals, releases, ask } = paced({ name: "one", spacingMs: 0, inFlight: 1 });
    if (ahead === 1) void ask();
    await settled();
    const cancel = new AbortController();
    void ask(60_000, cancel.signal);
    releases.pop()?.();
    cancel.abort(new Error("cancelled"));
    void ask();
    await settled();
    // Cancelled before its start, it was refused; after, it holds a place and gives it back like any other.
    releases.pop()?.();
    await clock.advance(0);
    expect(starts.length + refusals.length).toBe(ahead + 2);
  });

  it("takes nobody in who is cancelled already", async () => {
    const { starts, refusals, ask } = paced();
    await ask(60_000, AbortSignal.abort(new Error("cancelled")));
    expect([starts, refusals]).toEqual([[], ["cancelled"]]);
  });
});

describe("a pause", () => {
  it("stops the whole group until it is over, those in the queue too", async () => {
    const { clock, pace, began, starts, ask } = paced();
    void ask();
    void ask();
    await clock.advance(100);
    pace.pause(began + 5_000);
    await clock.advance(4_899);
    expect(starts).toEqual([0]);
    await clock.advance(1);
    expect(starts).toEqual([0, 5_000]);
  });

  it("is never shortened by a later, shorter one", async () => {
    const { clock, pace, began, starts, ask } = paced();
    pace.pause(began + 5_000);
    pace.pause(began + 1_000);
    void ask();
    await clock.advance(5_000);
    expect(starts).toEqual([5_000]);
  });

  it("fails those at once who cannot outlive it, with the seconds left", async () => {
    const { clock, pace, began, refusals, ask } = paced();
    void ask();
    void ask(3_000);
    await clock.advance(100);
    pace.pause(began + 5_000);
    await settled();
    expect(refusals).toEqual(["rate_limited"]);
    await expect(
      pace.acquire({ signal: new AbortController().signal, deadlineAt: () => began + 4_000 }),
    ).rejects.toMatchObject({ code: "rate_limited", details: { retryAfterS: 5 } });
  });

  it("of more than a minute is not waited for by anyone", async () => {
    const { pace, began, ask, refusals } = paced();
    pace.pause(began + 61_000);
    await ask(600_000);
    expect(refusals).toEqual(["rate_limited"]);
  });
});

describe("a break after a refusal", () => {
  it("fails calls at once, waiting ones too, and ends after its time", async () => {
    const { clock, pace, starts, refusals, ask } = paced();
    void ask();
    void ask();
    await clock.advance(100);
    pace.block();
    await settled();
    await ask();
    expect(refusals).toEqual(["blocked", "blocked"]);
    await clock.advance(60_000);
    void ask();
    await clock.advance(0);
    expect(starts).toEqual([0, 60_100]);
  });

  it("does not happen in a group without one", async () => {
    const { clock, pace, starts, ask } = paced({ name: "string", spacingMs: 0, inFlight: 1 });
    pace.block();
    void ask();
    await clock.advance(0);
    expect(starts).toEqual([0]);
  });
});

it("paces nothing in replay, yet heeds a cancellation", async () => {
  freePace.pause(Number.MAX_SAFE_INTEGER);
  freePace.block();
  const deadlineAt = () => 0;
  for (let i = 0; i < 10; i++) await freePace.acquire({ signal: new AbortController().signal, deadlineAt });
  await expect(freePace.acquire({ signal: AbortSignal.abort(new Error("cancelled")), deadlineAt })).rejects.toThrow(
    "cancelled",
  );
});
