import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../tests/support/clock/fake-clock.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { createLastKnownStore } from "../catalog/last-known.ts";
import { parseConfig } from "../config/parse-config.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { MountedSource } from "./mounted-source.ts";

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

function mount(changes: { definition?: () => Promise<SourceDefinition>; call?: Connection["call"] } = {}) {
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
    source: parseConfig({ file: "f", text: "servers: { kegg: { embed: kegg } }", dotenv: null, environment: {} })
      .sources[0]!,
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
