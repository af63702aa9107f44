import { spawn } from "node:child_process";
import { once } from "node:events";
import { Redis } from "ioredis";
import { afterEach, describe, expect, it } from "vitest";
import type { RouterSettings } from "../../router/config/router-settings.ts";
import { createLimits, type Limits } from "../../router/edge/limits/limits.ts";
import { freePort } from "../support/router/free-port.ts";
import { askModern } from "../support/router/raw-client.ts";
import { startServing } from "../support/router/start-router.ts";
import { guardedRouter } from "./guarded-router.ts";
import { redisUrl } from "./redis.ts";

const settings = (changes: Partial<RouterSettings> = {}) =>
  ({
    auth: "none",
    host: "127.0.0.1",
    callsPerMinute: 60,
    othersPerMinute: 600,
    redisUrl: null,
    ...changes,
  }) as RouterSettings;
const call = { method: "tools/call", params: { name: "kegg_get_pathways" } };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function limits(changes: Partial<RouterSettings> = {}) {
  let now = 0;
  const warnings: string[] = [];
  const made = await createLimits(settings(changes), { now: () => now, warn: (message) => warnings.push(message) });
  open.push(made);
  return { made, warnings, wait: (ms: number) => (now += ms) };
}
const statuses = async (made: Limits, times: number, body: unknown, caller = "a"): Promise<(number | undefined)[]> => {
  const found: (number | undefined)[] = [];
  for (let number = 0; number < times; number += 1) found.push((await made.refusal(caller, body))?.status);
  return found;
};

describe("limits", () => {
  it("let a burst of ten seconds through, then one a second, and say when to come back", async () => {
    const { made, wait } = await limits();
    expect(await statuses(made, 11, call)).toEqual([...Array(10).fill(undefined), 429]);
    expect((await made.refusal("a", call))?.headers.get("retry-after")).toBe("1");
    wait(1_000);
    expect(await statuses(made, 2, call)).toEqual([undefined, 429]);
  });

  it("count calls apart from lists and searches", async () => {
    const { made } = await limits();
    await statuses(made, 11, call);
    const search = { method: "tools/call", params: { name: "search_tools" } };
    expect(await statuses(made, 3, search)).toEqual([undefined, undefined, undefined]);
    expect((await made.refusal("a", { method: "resources/read" }))?.status).toBe(429);
    expect((await made.refusal("a", { method: "tools/call", params: { name: "call_tool" } }))?.status).toBe(429);
  });

  it("count each caller apart, and each message of a batch", async () => {
    const { made } = await limits();
    await statuses(made, 11, call, "a");
    expect(await statuses(made, 1, call, "b")).toEqual([undefined]);
    expect((await made.refusal("c", Array(11).fill(call)))?.status).toBe(429);
  });

  it("keep an abuser's count while strangers come by the thousand, in bounded memory", async () => {
    const { made } = await limits();
    await statuses(made, 11, call, "abuser");
    for (let number = 0; number < 60_000; number += 1) {
      await made.refusal(`stranger-${number}`, call);
      if (number % 1_000 === 0) expect((await made.refusal("abuser", call))?.status).toBe(429);
    }
  });

  it("are none for the people of this machine and some for strangers, unless set", async () => {
    const unset = { callsPerMinute: null, othersPerMinute: null };
    const own = await limits(unset);
    expect((await statuses(own.made, 200, call)).every((status) => status === undefined)).toBe(true);
    const strangers = await limits({ ...unset, host: "0.0.0.0" });
    expect((await statuses(strangers.made, 200, call)).filter((status) => status === 429)).toHaveLength(100);
    expect(strangers.warnings.join()).toMatch(/this process alone.*GENE_ROUTER_REDIS_URL/);
  });
});

describe("a served router", () => {
  it("answers 429 by the address that the trusted proxy saw, whatever the caller writes before it", async () => {
    const serving = await startServing({
      servers: { kegg: { embed: "kegg" } },
      environment: { GENE_ROUTER_OTHERS_PER_MINUTE: "30", GENE_ROUTER_TRUSTED_HOPS: "1" },
    });
    open.push({ close: () => serving.close(0) });
    const from = async (address: string, invented: string) => {
      const response = await fetch(serving.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "x-forwarded-for": `${invented}, ${address}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
      await response.text();
      return response.status;
    };
    const seen: number[] = [];
    for (let number = 0; number < 7; number += 1) seen.push(await from("192.0.2.7", `198.51.100.${number}`));
    expect(seen.filter((status) => status === 429)).toHaveLength(2);
    expect(await from("192.0.2.8", "192.0.2.7")).toBe(200);
  });

  it("counts by the holder of a token, not by its address", async () => {
    const guarded = await guardedRouter({
      servers: { kegg: { embed: "kegg" } },
      environment: { GENE_ROUTER_OTHERS_PER_MINUTE: "30" },
    });
    open.push(guarded);
    const [one, other] = [await guarded.token("", { sub: "one" }), await guarded.token("", { sub: "other" })];
    const seen: number[] = [];
    for (let number = 0; number < 7; number += 1) seen.push((await guarded.ask(one, "tools/list")).status);
    expect(seen.filter((status) => status === 429)).toHaveLength(2);
    expect((await guarded.ask(other, "tools/list")).status).toBe(200);
  });

  it("stops hearing an address that guesses at tokens", async () => {
    const guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } } });
    open.push(guarded);
    const seen: number[] = [];
    for (let number = 0; number < 25; number += 1) seen.push((await guarded.ask("guess", "tools/list")).status);
    expect(new Set(seen)).toEqual(new Set([401, 429]));
  });
});

const shared = await redisUrl();
describe.skipIf(shared === null)("limits in Redis (skipped where there is no redis-server)", () => {
  it("are one for all replicas, and hold no caller's name", async () => {
    const two = [await limits({ redisUrl: shared }), await limits({ redisUrl: shared })];
    const caller = `someone-${process.pid}-${Date.now()}`;
    const seen: (number | undefined)[] = [];
    for (let number = 0; number < 14; number += 1)
      seen.push(...(await statuses(two[number % 2]!.made, 1, call, caller)));
    expect(two.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(seen.filter((status) => status === undefined).length).toBeGreaterThanOrEqual(10);
    expect(seen.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    const redis = new Redis(shared!);
    const keys = await redis.keys("gene-router:limit:*");
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join()).not.toContain("someone");
    expect(await redis.pttl(keys[0]!)).toBeGreaterThan(0);
    redis.disconnect();
  });

  it("go on in each process when Redis is lost, say so once, and are shared again when it is back", async () => {
    const port = await freePort();
    const start = async () => {
      const server = spawn("redis-server", ["--port", String(port), "--save", "", "--appendonly", "no"], {
        stdio: "ignore",
      });
      const probe = new Redis(port, "127.0.0.1", { retryStrategy: () => 50, maxRetriesPerRequest: null });
      probe.on("error", () => {});
      await probe.ping();
      probe.disconnect();
      return server;
    };
    let server = await start();
    const { made, warnings } = await limits({ redisUrl: `redis://127.0.0.1:${port}` });
    expect([await made.refusal("x", call), warnings]).toEqual([null, []]);
    server.kill("SIGKILL");
    await once(server, "exit");
    const alone = await statuses(made, 12, call, "y");
    expect(alone.filter((status) => status === 429)).toHaveLength(2);
    expect(warnings).toEqual([expect.stringContaining("counts alone")]);
    server = await start();
    await expect
      .poll(
        async () => {
          await made.refusal("z", call);
          return warnings.length;
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(2);
    expect(warnings[1]).toContain("back");
    server.kill("SIGKILL");
  });
});

describe("a token bucket on the wire", () => {
  it("does not stand in the way of a router without limits", async () => {
    const serving = await startServing({ servers: { kegg: { embed: "kegg" } } });
    open.push({ close: () => serving.close(0) });
    const answers = await Promise.all(Array.from({ length: 50 }, () => askModern(serving.url, "tools/list")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
