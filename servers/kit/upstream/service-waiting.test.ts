import { describe, expect, it, vi } from "vitest";
import { settled } from "../../../tests/support/clock/fake-clock.ts";
import { Fault } from "../fault.ts";
import { BASE, demoSpec, openUpstream, scripted, status, text } from "./open-upstream.fixture.ts";

describe("pacing", () => {
  it("pauses the whole group on 429 with Retry-After, for other calls too", async () => {
    const { fetch, sent } = scripted(status(429, { "retry-after": "5" }), ({ url }) => text(url));
    const { begin, clock } = openUpstream({ fetch });
    const first = begin(demoSpec(), { path: "/a" });
    await clock.advance(1_000);
    const second = begin(demoSpec(), { path: "/b" });
    await clock.advance(3_999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect((await first).exchange?.text()).toBe(`${BASE}/a`);
    expect((await second).exchange?.text()).toBe(`${BASE}/b`);
  });

  it("pauses on 429 without Retry-After as long as the call itself waits", async () => {
    const { fetch, sent } = scripted(status(429), text("data"));
    const { begin, clock } = openUpstream({ fetch });
    void begin(demoSpec(), { path: "/a" });
    await clock.advance(10);
    void begin(demoSpec(), { path: "/b" });
    await clock.advance(739);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent).toHaveLength(3);
  });

  it("does not pause on 503 without Retry-After", async () => {
    const { fetch, sent } = scripted(status(503), text("b"), text("a"));
    const { begin, clock } = openUpstream({ fetch });
    void begin(demoSpec(), { path: "/a" });
    await clock.advance(10);
    void begin(demoSpec(), { path: "/b" });
    await clock.advance(10);
    expect(sent.map(({ url }) => url)).toEqual([`${BASE}/a`, `${BASE}/b`]);
  });

  it("opens a break on 403: calls fail at once, without a request, until it is over", async () => {
    const { fetch, sent } = scripted(status(403), text("data"));
    const { ask, clock } = openUpstream({ fetch });
    await ask({ path: "/a" });
    const { fault, ledger } = await ask({ path: "/b" });
    expect(fault).toMatchObject({ code: "blocked", status: null });
    expect(ledger.entries).toMatchObject([{ status: 0, error: "blocked" }]);
    expect(sent).toHaveLength(1);
    const other = demoSpec({ group: { name: "other", spacingMs: 0, inFlight: 1 } });
    expect((await ask({ path: "/c" }, other)).fault).toBeNull();
    await clock.advance(60_000);
    expect((await ask({ path: "/b" })).fault).toBeNull();
  });

  it("is not silenced for good by a Retry-After that is absurd", async () => {
    const { fetch, sent } = scripted(status(429, { "retry-after": "999999999" }), text("data"));
    const { ask, clock } = openUpstream({ fetch });
    expect((await ask()).fault).toMatchObject({ code: "rate_limited", retryAfterS: 999_999_999 });
    await clock.advance(86_300_000);
    expect((await ask()).fault).toMatchObject({ code: "rate_limited", retryAfterS: 100 });
    await clock.advance(100_000);
    expect((await ask()).fault).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it("ends the break after its time, however often somebody asked in between", async () => {
    const { fetch, sent } = scripted(status(403), text("data"));
    const { ask, clock } = openUpstream({ fetch });
    await ask();
    for (let second = 0; second < 59; second += 10) {
      await clock.advance(10_000 - (second === 50 ? 1_000 : 0));
      const { fault, ledger } = await ask();
      expect(fault).toMatchObject({ code: "blocked", retryAfterS: 60 - Math.min(second + 10, 59) });
      expect(ledger.entries).toMatchObject([{ status: 0, attempts: 0 }]);
    }
    await clock.advance(1_000);
    expect((await ask()).fault).toBeNull();
    expect(sent).toHaveLength(2);
  });

  it("opens the break as well when the validator knows a block page", async () => {
    const { fetch, sent } = scripted(text("<blocked>"), text("data"));
    const { ask } = openUpstream({ fetch });
    const accept = () => {
      throw new Fault("blocked", "The service shows its block page");
    };
    await ask({ accept });
    expect((await ask({ path: "/b" })).fault?.code).toBe("blocked");
    expect(sent).toHaveLength(1);
  });

  it("spaces redirected requests like all others, but lets cache hits through", async () => {
    const { fetch, sent } = scripted(status(302, { location: "/b" }), text("data"));
    const spaced = demoSpec({ group: { name: "slow", spacingMs: 1_000, inFlight: 1 } });
    const { begin, clock } = openUpstream({ fetch });
    const first = begin(spaced);
    await clock.advance(999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect((await first).exchange?.text()).toBe("data");
    const hit = begin(spaced);
    await settled();
    expect((await hit).exchange?.entry).toMatchObject({ cached: true, attempts: 0 });
  });
});

describe("deadline and cancellation", () => {
  const hang = (_: unknown, signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

  it("ends the call while it waits for the service, in the ledger with the attempts made", async () => {
    const { fetch } = scripted(hang);
    const { begin, callOf, clock } = openUpstream({ fetch });
    const asked = begin(demoSpec(), {}, callOf({ deadlineAt: clock.now() + 31_000 }));
    await clock.advance(31_000);
    const { fault, ledger } = await asked;
    expect(fault).toMatchObject({ code: "deadline_exceeded", retryable: true });
    expect(ledger.entries).toMatchObject([{ status: 0, error: "deadline_exceeded", attempts: 2 }]);
  });

  it("counts the time in the queue", async () => {
    const { fetch, sent } = scripted(hang);
    const narrow = demoSpec({ group: { name: "narrow", spacingMs: 0, inFlight: 1 } });
    const { begin, callOf, clock } = openUpstream({ fetch });
    void begin(narrow, { path: "/a" });
    await settled();
    const waiting = begin(narrow, { path: "/b" }, callOf({ deadlineAt: clock.now() + 1_000 }));
    await clock.advance(1_000);
    expect((await waiting).fault?.code).toBe("deadline_exceeded");
    expect(sent).toHaveLength(1);
  });

  it("sends nothing for a call whose time is over", async () => {
    const { fetch, sent } = scripted(text("data"));
    const { ask, callOf, clock } = openUpstream({ fetch });
    const { fault } = await ask({}, demoSpec(), callOf({ deadlineAt: clock.now() }));
    expect(fault?.code).toBe("deadline_exceeded");
    expect(sent).toHaveLength(0);
  });

  it("closes the socket of a cancelled call, which answers and keeps nothing", async () => {
    let socket: AbortSignal | undefined;
    const { fetch, sent } = scripted((one, signal) => {
      socket = signal;
      return hang(one, signal);
    }, text("data"));
    const { begin, ask, callOf } = openUpstream({ fetch });
    const cancel = new AbortController();
    const call = callOf({ signal: cancel.signal });
    const cancelled = begin(demoSpec(), {}, call);
    await settled();
    cancel.abort(new Error("cancelled"));
    expect((await cancelled).fault?.message).toBe("cancelled");
    await settled();
    expect(socket?.aborted).toBe(true);
    expect(call.ledger.entries).toEqual([]);
    expect((await ask()).exchange?.text()).toBe("data");
    expect(sent).toHaveLength(2);
  });

  it("lets the others of a shared exchange have their answer", async () => {
    let answer: (response: Response) => void = () => undefined;
    const { fetch, sent } = scripted(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const { begin, callOf } = openUpstream({ fetch });
    const cancel = new AbortController();
    const leaving = begin(demoSpec(), {}, callOf({ signal: cancel.signal }));
    const staying = begin(demoSpec());
    await settled();
    cancel.abort(new Error("cancelled"));
    answer(text("data"));
    expect((await leaving).exchange).toBeNull();
    const { exchange, ledger } = await staying;
    expect(exchange?.text()).toBe("data");
    expect(ledger.counts).toEqual({ hits: 0, misses: 0, coalesced: 1 });
    expect(sent).toHaveLength(1);
  });

  it("gives all calls of a shared exchange one and the same entry", async () => {
    const { begin } = openUpstream({ fetch: scripted(text("data")).fetch });
    const [one, two] = await Promise.all([begin(demoSpec()), begin(demoSpec())]);
    expect(two.exchange?.entry).toBe(one.exchange?.entry);
  });

  it("says what is being waited for", async () => {
    const { fetch } = scripted(status(500), text("data"));
    const { ask, callOf } = openUpstream({ fetch });
    const progress = vi.fn();
    await ask({}, demoSpec(), callOf({ progress }));
    expect(progress.mock.calls.flat()).toEqual(["Asking demo", "Waiting to ask demo again", "Asking demo"]);
  });
});
