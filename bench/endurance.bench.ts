/**
 * Start, memory and endurance of the router as a user starts it (`node ci/build.mjs` first): time to the first whole list, the
 * same with sources that hang, memory at rest, a hundred thousand calls, callers that leave in the middle.
 */

import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { modernCaller } from "./hop/callers.ts";
import { load } from "./hop/load.ts";
import { type ProcessUnderTest, startProcess } from "./hop/process-under-test.ts";
import { startBackend } from "./hop/targets.ts";
import { machine, writeResult } from "./results.ts";

const ROOT = resolve(import.meta.dirname, "..");
const STARTS = 7;
const CALLS = 100_000;
const AT_ONCE = 64;
const LEAVING = 1_000;

const rounded = (value: number): number => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The router over a servers.yaml of its own, on a port that is known before it starts. */
function start(servers: object, port: number, nodeArgs: readonly string[] = [], cacheDir = "off"): ProcessUnderTest {
  const folder = mkdtempSync(join(tmpdir(), "bench-endurance-"));
  writeFileSync(join(folder, "servers.yaml"), JSON.stringify({ servers }));
  return startProcess(
    [process.execPath, ...nodeArgs, join(ROOT, "dist/cli/main.js"), "serve", "--port", String(port), "--json"],
    {
      GENE_ROUTER_CACHE_DIR: cacheDir,
      GENE_ROUTER_LOG_LEVEL: "error",
      GENE_ROUTER_UPSTREAM: `replay:${join(ROOT, "fixtures/demo")}`,
    },
    folder,
  );
}

async function listed(port: number): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search_tools", arguments: { query: "a gene", limit: 1 } },
      }),
    });
    await response.text();
    const health = (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as { tools: number };
    return health.tools;
  } catch {
    return 0;
  }
}

/** Seconds from the start of the process until so many tools are served. */
async function startSeconds(servers: object, tools: number, port: number, cacheDir?: string): Promise<number> {
  const began = performance.now();
  const router = start(servers, port, [], cacheDir);
  while ((await listed(port)) < tools) {
    if (performance.now() - began > 60_000) throw new Error("the router does not list its tools");
    await new Promise((wait) => setTimeout(wait, 10));
  }
  const seconds = (performance.now() - began) / 1000;
  router.end();
  return seconds;
}

const EMBEDDED = Object.fromEntries(
  ["kegg", "string", "uniprot", "pubmed", "tbdb", "corpus"].map((name) => [name, { embed: name }]),
);

async function coldStart(): Promise<object> {
  const times: number[] = [];
  for (let round = 0; round < STARTS; round += 1) times.push(await startSeconds(EMBEDDED, 35, 5601));
  const backend = await startBackend();
  const hung = createServer(() => {});
  await new Promise<void>((listening) => hung.listen(0, "127.0.0.1", listening));
  const hungUrl = `http://127.0.0.1:${(hung.address() as AddressInfo).port}/mcp`;
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`s${n}`, { url: n % 4 === 3 ? hungUrl : backend.url }]),
  );
  const withHung: number[] = [];
  for (let round = 0; round < STARTS; round += 1) withHung.push(await startSeconds(many, 15, 5602));
  hung.closeAllConnections();
  hung.close();
  backend.process.end();
  return { six_embedded_s: rounded(median(times)), twenty_remote_five_hung_s: rounded(median(withHung)) };
}

async function atRest(): Promise<object> {
  const router = start(EMBEDDED, 5603);
  while ((await listed(5603)) < 35) await new Promise((wait) => setTimeout(wait, 50));
  await new Promise((wait) => setTimeout(wait, 3_000));
  const rss = router.rssMib();
  router.end();
  return { idle_rss_mib: rounded(rss) };
}

/** Heap in use after a collection, MiB; the process is asked through its metrics, having been told to collect. */
async function heapMib(router: ProcessUnderTest, port: number): Promise<number> {
  process.kill(router.pid, "SIGUSR2");
  await new Promise((wait) => setTimeout(wait, 1_000));
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20;
}

async function endurance(): Promise<object> {
  const backend = await startBackend();
  const collect = join(import.meta.dirname, "hop", "collect-on-signal.mjs");
  const router = start({ s0: { url: backend.url } }, 5604, ["--expose-gc", "--import", collect]);
  while ((await listed(5604)) < 1) await new Promise((wait) => setTimeout(wait, 50));
  const caller = modernCaller("http://127.0.0.1:5604/mcp", "s0_echo");
  await load(caller, CALLS / 10, AT_ONCE);
  const before = await heapMib(router, 5604);
  const { failures } = await load(caller, CALLS, AT_ONCE);
  const after = await heapMib(router, 5604);
  await abandon(5604);
  await new Promise((wait) => setTimeout(wait, 2_000));
  const abandoned = await heapMib(router, 5604);
  await caller.close();
  router.end();
  backend.process.end();
  return {
    calls: CALLS,
    failures,
    heap_after_10000_mib: rounded(before),
    heap_after_all_mib: rounded(after),
    heap_ratio: rounded(after / before),
    kib_kept_per_abandoned_caller: rounded(Math.max(0, ((abandoned - after) * 1024) / LEAVING)),
  };
}

/** Callers whose source takes a minute, and who leave after a moment. */
async function abandon(port: number): Promise<void> {
  for (let wave = 0; wave < LEAVING / 100; wave += 1) {
    const leaving = new AbortController();
    const calls = Array.from({ length: 100 }, () =>
      fetch(`http://127.0.0.1:${port}/mcp`, {
        method: "POST",
        signal: leaving.signal,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "s0_echo", arguments: { text: "x", waitMs: 60_000 } },
        }),
      }).catch(() => null),
    );
    await new Promise((wait) => setTimeout(wait, 100));
    leaving.abort();
    await Promise.all(calls);
  }
}

const result = { ...(await coldStart()), ...(await atRest()), ...(await endurance()) };
console.table(result);
writeResult("endurance", { machine: machine(), ...result });
process.exit(0);
