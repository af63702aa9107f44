import { ProtocolError } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../tests/support/clock/fake-clock.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { createLastKnownStore } from "../catalog/last-known.ts";
import { parseConfig } from "../config/parse-config.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { MountedSource } from "./mounted-source.ts";
import { untilAborted } from "./until-aborted.ts";

const DEFINITION: SourceDefinition = {
  serverInfo: { name: "x", version: "1" },
  instructions: null,
  capabilities: { tools: {} },
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  malformed: [],
  ttlMs: 0,
  cacheScope: "private",
};

const options = {
  signal: new AbortController().signal,
  wantsProgress: false,
  capabilities: {},
  logLevel: null,
  meta: {},
  idempotent: false,
};

function mount(
  changes: { definition?: () => Promise<SourceDefinition>; call?: Connection["call"]; entry?: string } = {},
) {
  const clock = createFakeClock();
  let events: ConnectionEvents | undefined;
  let attempts = 0;
  const connection: Connection = {
    definition: () => {
      attempts += 1;
      return changes.definition?.() ?? Promise.resolve(DEFINITION);
    },
    call: changes.call ?? (async () => ({ content: [] })),
    era: () => null,
    close: async () => {},
  };
  const source = new MountedSource({
    source: parseConfig({
      file: "f",
      text: `servers: { kegg: { embed: kegg${changes.entry ?? ""} } }`,
      dotenv: null,
      environment: {},
    }).sources[0]!,
    connect: (_, given) => {
      events = given;
      return connection;
    },
    store: createLastKnownStore(null, () => {}),
    clock,
    random: () => 0.5,
    refreshSeconds: 300,
    onUpdate: () => {},
  });
  return { source, clock, attempts: () => attempts, events: () => events! };
}

const down = async (): Promise<never> => {
  throw new ConnectionFailure("source_down", "The connection to the source failed", { unreachable: true });
};

describe("a mounted source", () => {
  it("rests 1, 2, 4 … 60 seconds between attempts while it is down", async () => {
    const { source, clock } = mount({ definition: down });
    await source.start();
    await clock.advance(200_000);
    expect(clock.waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    await source.close();
  });

  it("fails calls at once while it is down, saying when to come back", async () => {
    const { source, clock } = mount({ definition: down });
    await source.start();
    await source.settled();
    await clock.advance(1500);
    await expect(source.call("tools/call", {}, options)).rejects.toMatchObject({ code: "source_down", retryAfterS: 2 });
    await source.close();
  });

  it("that hangs at the start keeps no call waiting once its first seconds are over", async () => {
    const { source, clock } = mount({ definition: () => new Promise(() => {}) });
    await source.start();
    await clock.advance(5_000);
    await expect(source.call("tools/call", {}, options)).rejects.toMatchObject({ code: "source_down" });
    void source.close();
  });

  it("comes back by itself", async () => {
    let broken = true;
    const { source, clock } = mount({ definition: () => (broken ? down() : Promise.resolve(DEFINITION)) });
    await source.start();
    await source.settled();
    expect(source.state).toMatchObject({ state: "down", lastError: "source_down" });
    broken = false;
    await clock.advance(1000);
    expect(source.state).toMatchObject({ state: "up", lastError: null });
    expect(await source.call("tools/call", {}, options)).toEqual({ content: [] });
    await source.close();
  });

  it("is asked for its definitions again after the refresh time, and when it says that they changed", async () => {
    const { source, clock, attempts, events } = mount();
    await source.start();
    await source.settled();
    await clock.advance(299_000);
    expect(attempts()).toBe(1);
    await clock.advance(1_000);
    expect(attempts()).toBe(2);
    await clock.advance(5_000);
    events().onChanged();
    await clock.advance(0);
    expect(attempts()).toBe(3);
    await source.close();
  });

  it("is asked at most once a second however often it says that something changed", async () => {
    const { source, clock, attempts, events } = mount();
    await source.start();
    await source.settled();
    for (let change = 0; change < 20; change += 1) {
      events().onChanged();
      await clock.advance(100);
    }
    expect(attempts()).toBeLessThanOrEqual(4);
    expect(attempts()).toBeGreaterThan(1);
    await source.close();
  });

  it("is down when its connection is lost, until it is made anew", async () => {
    const { source, clock, events } = mount();
    await source.start();
    await source.settled();
    events().onClosed();
    expect(source.state.state).toBe("down");
    await clock.advance(1000);
    expect(source.state.state).toBe("up");
    await source.close();
  });

  it("is down after a call that found nobody there, and stays up after one that merely failed", async () => {
    const failures = [
      new ConnectionFailure("source_timeout", "t"),
      new ConnectionFailure("source_down", "d"),
      new ConnectionFailure("source_down", "d", { unreachable: true }),
    ];
    const { source } = mount({
      call: async () => {
        throw failures.shift();
      },
    });
    await source.start();
    await source.settled();
    const states: string[] = [];
    for (let call = 0; call < 3; call += 1) {
      await source.call("tools/call", {}, options).catch(() => {});
      states.push(source.state.state);
    }
    expect(states).toEqual(["up", "up", "down"]);
    await source.close();
  });

  it("lets a call wait for a first attempt that is still under way", async () => {
    let connect: (definition: SourceDefinition) => void = () => {};
    const { source } = mount({
      definition: () =>
        new Promise((resolve) => {
          connect = resolve;
        }),
    });
    await source.start();
    const call = source.call("tools/call", {}, options);
    connect(DEFINITION);
    expect(await call).toEqual({ content: [] });
    await source.close();
  });
});

describe("the calls of a mounted source", () => {
  const failing = (details: { beforeAnswer?: boolean; unreachable?: boolean } = {}) =>
    new ConnectionFailure("source_down", "d", details);

  it("are repeated once when the connection died before the answer and they may be, and never else", async () => {
    const cases = [
      [{ beforeAnswer: true }, true, 2],
      [{ beforeAnswer: true }, false, 1],
      [{ beforeAnswer: false }, true, 1],
      [{ beforeAnswer: true, unreachable: true }, true, 1],
    ] as const;
    for (const [details, idempotent, expected] of cases) {
      let calls = 0;
      const { source } = mount({
        call: async () => {
          calls += 1;
          throw failing(details);
        },
      });
      await source.start();
      await source.settled();
      await expect(source.call("tools/call", {}, { ...options, idempotent })).rejects.toMatchObject({
        code: "source_down",
      });
      expect(calls).toBe(expected);
      await source.close();
    }
  });

  it("stop after five failures in a row, say when to come back, and start again with one", async () => {
    let works = false;
    let calls = 0;
    const { source, clock } = mount({
      call: async () => {
        calls += 1;
        if (!works) throw new ConnectionFailure("source_timeout", "t");
        return { content: [] };
      },
    });
    await source.start();
    await source.settled();
    for (let call = 0; call < 7; call += 1) await source.call("tools/call", {}, options).catch(() => {});
    expect([calls, source.state.breaker, source.state.state]).toEqual([5, "open", "up"]);
    await expect(source.call("tools/call", {}, options)).rejects.toMatchObject({
      code: "source_down",
      retryAfterS: 10,
    });
    works = true;
    await clock.advance(10_000);
    expect(await source.call("tools/call", {}, options)).toEqual({ content: [] });
    expect(source.state.breaker).toBe("closed");
    await source.close();
  });

  it("do not make the source be asked for its definitions when they are refused without it", async () => {
    const { source, clock, attempts } = mount({
      call: async () => {
        throw new ConnectionFailure("source_timeout", "t");
      },
    });
    await source.start();
    await source.settled();
    for (let call = 0; call < 20; call += 1) await source.call("tools/call", {}, options).catch(() => {});
    await clock.advance(5_000);
    expect([source.state.breaker, attempts()]).toEqual(["open", 1]);
    await source.close();
  });

  it.each([
    ["a protocol error of the source's own", new ProtocolError(-32602, "no")],
    ["too large a result", new ConnectionFailure("result_too_large", "r")],
    ["a request for fewer calls", new ConnectionFailure("overloaded", "o")],
  ])("do not stop for %s", async (_what, error) => {
    const { source } = mount({
      call: async () => {
        throw error;
      },
    });
    await source.start();
    await source.settled();
    for (let call = 0; call < 10; call += 1) await source.call("tools/call", {}, options).catch(() => {});
    expect(source.state.breaker).toBe("closed");
    await source.close();
  });

  it("do not stop when callers leave", async () => {
    const { source } = mount({ call: (_method, _params, { signal }) => untilAborted(new Promise(() => {}), signal) });
    await source.start();
    await source.settled();
    for (let call = 0; call < 10; call += 1) {
      const leaving = new AbortController();
      const left = source.call("tools/call", {}, { ...options, signal: leaving.signal });
      leaving.abort(new Error("left"));
      await expect(left).rejects.toThrow("left");
    }
    expect(source.state).toMatchObject({ breaker: "closed", inFlight: 0, queued: 0 });
    await source.close();
  });

  it("run as many at once as its concurrency says, wait in a queue of eight rounds, and are refused beyond it", async () => {
    let release: () => void = () => {};
    const open = new Promise<void>((resolve) => {
      release = resolve;
    });
    let most = 0;
    let running = 0;
    const { source } = mount({
      entry: ", concurrency: 2",
      call: async () => {
        running += 1;
        most = Math.max(most, running);
        await open;
        running -= 1;
        return { content: [] };
      },
    });
    await source.start();
    await source.settled();
    const calls = Array.from({ length: 20 }, () => source.call("tools/call", {}, options));
    const settled = Promise.allSettled(calls);
    await expect.poll(() => source.state).toMatchObject({ inFlight: 2, queued: 16 });
    release();
    const results = await settled;
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(18);
    expect(results.filter((result) => result.status === "rejected").map(({ reason }) => reason.code)).toEqual([
      "overloaded",
      "overloaded",
    ]);
    expect([most, source.state.inFlight, source.state.queued]).toEqual([2, 0, 0]);
    await source.close();
  });

  it("end at the source's time limit while they wait for their turn", async () => {
    const { source } = mount({
      entry: ", concurrency: 1, timeout_ms: 50",
      call: (_method, _params, { signal }) => untilAborted(new Promise(() => {}), signal),
    });
    await source.start();
    await source.settled();
    const both = await Promise.allSettled([1, 2].map(() => source.call("tools/call", {}, options)));
    expect(both.map((result) => result.status === "rejected" && result.reason.code)).toEqual([
      "source_timeout",
      "source_timeout",
    ]);
    expect(source.state).toMatchObject({ inFlight: 0, queued: 0 });
    await source.close();
  });
});
