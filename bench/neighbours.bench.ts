/** Calls to a healthy source beside one that hangs, and beside none, in turn; in one process each for router and source. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { modernCaller } from "./hop/callers.ts";
import { load } from "./hop/load.ts";
import { startProcess } from "./hop/process-under-test.ts";
import { startBackend } from "./hop/targets.ts";
import { machine, writeResult } from "./results.ts";

const ROOT = resolve(import.meta.dirname, "..");
const ROUNDS = 9;
const CALLS = 2_000;
const AT_ONCE = 4;
/** As many as the source lets in, so that the rest of its callers wait in the queue. */
const HUNG_CALLERS = 24;

const tool = { name: "t", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
const hint = { ttlMs: 600_000, cacheScope: "public", resultType: "complete" };
const stamp = { "io.modelcontextprotocol/serverInfo": { name: "hung", version: "1" } };
/** Lists its one tool, and never answers a call. */
const hung = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
  const results: Record<string, object> = {
    "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ...hint, _meta: stamp },
    "tools/list": { tools: [tool], ...hint },
  };
  if (results[method] === undefined) return;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
});
await new Promise<void>((listening) => hung.listen(0, "127.0.0.1", listening));
const backend = await startBackend();
const folder = mkdtempSync(join(tmpdir(), "bench-neighbours-"));
const hungUrl = `http://127.0.0.1:${(hung.address() as AddressInfo).port}/mcp`;
writeFileSync(
  join(folder, "servers.yaml"),
  JSON.stringify({ servers: { s0: { url: backend.url }, hung: { url: hungUrl, timeout_ms: 600_000 } } }),
);
const router = startProcess(
  [process.execPath, join(ROOT, "dist/cli/main.js"), "serve", "--port", "0", "--json"],
  { GENE_ROUTER_CACHE_DIR: "off", GENE_ROUTER_LOG_LEVEL: "error" },
  folder,
);
const url = (await router.says(/"url": "(http:[^"]+)"/))[1]!;
const caller = modernCaller(url, "s0_echo");
await load(caller, CALLS, AT_ONCE);
const rounds: { alone: number; beside: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const alone = await load(caller, CALLS, AT_ONCE);
  const leaving = new AbortController();
  const stuck = Array.from({ length: HUNG_CALLERS }, () =>
    fetch(url, {
      method: "POST",
      signal: leaving.signal,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "hung_t", arguments: {} } }),
    }).catch(() => null),
  );
  await new Promise((wait) => setTimeout(wait, 200));
  const beside = await load(caller, CALLS, AT_ONCE);
  leaving.abort();
  await Promise.all(stuck);
  rounds.push({ alone: alone.p99, beside: beside.p99 });
}
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const rounded = (value: number): number => Math.round(value * 100) / 100;
const result = {
  rounds: ROUNDS,
  p99_alone_ms: rounded(median(rounds.map(({ alone }) => alone))),
  p99_beside_a_hung_source_ms: rounded(median(rounds.map(({ beside }) => beside))),
  ratio: rounded(median(rounds.map(({ beside }) => beside)) / median(rounds.map(({ alone }) => alone))),
};
console.table(result);
writeResult("neighbours", { machine: machine(), ...result });
process.exit(0);
