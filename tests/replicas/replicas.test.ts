import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { redisUrl } from "../edge/redis.ts";
import { askLegacy, askModern } from "../support/router/raw-client.ts";
import { type RemoteSource, remoteSource } from "../support/router/remote-source.ts";
import { type RoundRobin, roundRobin } from "./round-robin.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const REPLICAS = 3;
const redis = await redisUrl();

interface Replica {
  readonly process: ChildProcess;
  readonly port: number;
}

describe("three replicas behind a plain proxy", () => {
  let folder: string;
  let source: RemoteSource;
  let replicas: Replica[] = [];
  let proxy: RoundRobin;

  async function replica(environment: Record<string, string> = {}): Promise<Replica> {
    const child = spawn(
      process.execPath,
      [
        "--import",
        "tsx",
        join(ROOT, "cli/main.ts"),
        "serve",
        "--port",
        "0",
        "--json",
        "--servers",
        join(folder, "servers.yaml"),
      ],
      {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          GENE_ROUTER_CACHE_DIR: "off",
          GENE_ROUTER_LOG_LEVEL: "error",
          ...environment,
        },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
    });
    await expect.poll(() => text, { timeout: 30_000 }).toContain('"url"');
    return { process: child, port: Number(/127\.0\.0\.1:(\d+)/.exec(text)![1]) };
  }

  async function start(environment: Record<string, string> = {}): Promise<void> {
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => replica(environment)));
    proxy = await roundRobin(replicas.map(({ port }) => port));
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "replicas-"));
    source = await remoteSource();
    writeFileSync(
      join(folder, "servers.yaml"),
      JSON.stringify({ servers: { rem: { url: source.url }, kegg: { embed: "kegg" }, uniprot: { embed: "uniprot" } } }),
    );
  });
  afterEach(async () => {
    for (const { process: each } of replicas.splice(0)) each.kill("SIGKILL");
    await proxy.close();
    await source.kill();
    rmSync(folder, { recursive: true });
  });

  const echo = async (number: number): Promise<string | undefined> => {
    const ask = number % 2 === 0 ? askModern : askLegacy;
    const { body } = await ask(proxy.url, "tools/call", { name: "rem_echo", arguments: { text: `n${number}` } });
    return body?.result?.content?.[0]?.text;
  };
  /** Four callers of both revisions, until told to stop; what each call was answered. */
  function load() {
    let loading = true;
    const wrong: unknown[] = [];
    let calls = 0;
    const done = Promise.all(
      [0, 1, 2, 3].map(async (caller) => {
        for (let number = caller; loading; number += 4) {
          const said = await echo(number).catch((error: unknown) => String(error));
          calls += 1;
          if (said !== `n${number}`) wrong.push(said);
        }
      }),
    );
    return {
      calls: () => calls,
      async stop() {
        loading = false;
        await done;
        return { calls, wrong };
      },
    };
  }

  it("answer alike, whichever is met: lists, pages, searches and calls, in both revisions", async () => {
    await start();
    const lists = await Promise.all(
      Array.from({ length: 6 }, async () => JSON.stringify((await askModern(proxy.url, "tools/list")).body.result)),
    );
    expect(new Set(lists).size).toBe(1);
    const old = await Promise.all(
      Array.from({ length: 6 }, async () => JSON.stringify((await askLegacy(proxy.url, "tools/list")).body.result)),
    );
    expect(new Set(old).size).toBe(1);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof askModern>> = await askModern(proxy.url, "tools/call", {
        name: "search_tools",
        arguments: { query: "gene protein", limit: 2, ...(cursor !== null && { cursor }) },
      });
      const { hits, next_cursor } = page.body.result.structuredContent;
      seen.push(...hits.map(({ name }: { name: string }) => name));
      cursor = next_cursor;
    } while (cursor !== null);
    expect(seen.length).toBeGreaterThan(6);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...proxy.asked.keys()].sort()).toEqual(replicas.map(({ port }) => port).sort());
  });

  it("lose one to a sudden death under load, and no call that may be repeated fails", async () => {
    await start();
    const loaded = load();
    await expect.poll(() => loaded.calls(), { timeout: 20_000 }).toBeGreaterThan(100);
    replicas[0]!.process.kill("SIGKILL");
    const then = loaded.calls();
    await expect.poll(() => loaded.calls(), { timeout: 20_000 }).toBeGreaterThan(then + 200);
    expect(await loaded.stop()).toMatchObject({ wrong: [] });
  });

  it("are replaced one after another under load, and no call fails", async () => {
    await start();
    const loaded = load();
    for (const old of [...replicas]) {
      const fresh = await replica();
      replicas.push(fresh);
      proxy.ports = [...proxy.ports.filter((port) => port !== old.port), fresh.port];
      old.process.kill("SIGTERM");
      const [code] = await once(old.process, "exit");
      expect(code).toBe(0);
    }
    const { calls, wrong } = await loaded.stop();
    expect(calls).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });

  it.skipIf(redis === null)("count one caller's calls together (skipped where there is no redis-server)", async () => {
    await start({
      GENE_ROUTER_CALLS_PER_MINUTE: "60",
      GENE_ROUTER_REDIS_URL: redis!,
      GENE_ROUTER_TRUSTED_HOPS: "1",
    });
    const from = `198.51.100.${Date.now() % 250}`;
    const statuses: number[] = [];
    for (let number = 0; number < 30; number += 1) {
      const response = await fetch(proxy.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25",
          "x-forwarded-for": `${from}`,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "rem_echo", arguments: { text: "x" } },
        }),
      });
      await response.text();
      statuses.push(response.status);
    }
    const allowed = statuses.filter((status) => status === 200).length;
    // Ten at once and one a second; three separate counts would have let all thirty through.
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThan(25);
    expect(statuses).toContain(429);
  });
});
