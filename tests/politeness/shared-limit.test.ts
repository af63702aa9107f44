import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scratchFolder } from "../support/open-router.ts";
import { tagOf } from "./played-services.ts";
import { RULES } from "./published-rules.ts";

const SPACING_MS = RULES.kegg.spacingMs;
const BEGAN = Date.parse("2026-08-28T09:00:00.000Z");

interface Report {
  readonly outcomes: readonly string[];
  readonly waitedFor: readonly number[];
  readonly warnings: readonly string[];
}

let scratch: ReturnType<typeof scratchFolder>;
let server: Server;
let arrived: string[];
/** Answers that come before the usual ones. */
let first: { readonly status: number; readonly headers?: Record<string, string> }[];
const children: ChildProcess[] = [];

beforeEach(async () => {
  scratch = scratchFolder();
  arrived = [];
  first = [];
  server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    arrived.push(path);
    const early = first.shift();
    if (early !== undefined) return void response.writeHead(early.status, early.headers).end();
    const genes = Array.from({ length: 40 }, (_, n) => `mtu:${tagOf(n)}\tCDS\t1..99\tgen${n}; a protein`).join("\n");
    const rows = path.startsWith("/link/pathway/mtu:") ? `${path.slice("/link/pathway/".length)}\tpath:mtu00360` : null;
    const names = "mtu00360\tA pathway - Mycobacterium tuberculosis H37Rv\n";
    response.writeHead(200, { "content-type": "text/plain" });
    response.end(
      rows ?? (path === "/list/mtu" ? genes : path === "/list/pathway/mtu" ? names : "mtu:Rv0001\tpath:mtu00360"),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  scratch.remove();
});

const cacheFolder = () => join(scratch.path, "cache");
const slotFile = () => join(cacheFolder(), "limits", "kegg.json");

function start(program: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, program), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

/** A process of its own that asks for these genes and reports. */
async function asking(genes: readonly string[], env: Record<string, string> = {}): Promise<Report> {
  const child = start("asking-child.ts", [String(BEGAN), ...genes], {
    GENE_ROUTER_KEGG_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GENE_ROUTER_CACHE_DIR: cacheFolder(),
    GENE_ROUTER_SHARED_LIMIT: "1",
    ...env,
  });
  const chunks: Buffer[] = [];
  child.stdout!.on("data", (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((exited) => child.once("close", exited));
  expect(code).toBe(0);
  return JSON.parse(Buffer.concat(chunks).toString()) as Report;
}

const stored = () => JSON.parse(readFileSync(slotFile(), "utf8")) as { next: number; paused: number };

/** Slots that a process was given beyond the wait that its own last request would have asked for anyway. */
const slotsOf = ({ waitedFor }: Report) => waitedFor.filter((ms) => ms > SPACING_MS && ms % SPACING_MS === 0);

describe("two processes with one cache directory", () => {
  it("take turns: each request has a slot of its own, and slots lie one spacing apart", async () => {
    const genes = Array.from({ length: 16 }, (_, n) => tagOf(n));
    const reports = await Promise.all([asking(genes.slice(0, 8)), asking(genes.slice(8))]);
    for (const { outcomes, warnings } of reports) {
      expect(new Set(outcomes)).toEqual(new Set(["found"]));
      expect(warnings).toEqual([]);
    }
    for (const gene of genes) expect(arrived).toContain(`/link/pathway/mtu:${gene}`);
    // No clock moved, so the last slot tells how many were given out: one a request, over both processes.
    expect(stored()).toEqual({ next: BEGAN + arrived.length * SPACING_MS, paused: 0 });
    const slots = reports.flatMap(slotsOf);
    expect(new Set(slots).size).toBe(slots.length);
    expect(Math.max(...slots)).toBe((arrived.length - 1) * SPACING_MS);
    expect(readdirSync(join(cacheFolder(), "limits"))).toEqual(["kegg.json"]);
  });

  it("start their own counts when they do not share", async () => {
    const reports = await Promise.all([
      asking([tagOf(0)], { GENE_ROUTER_SHARED_LIMIT: "0" }),
      asking([tagOf(1)], { GENE_ROUTER_SHARED_LIMIT: "0" }),
    ]);
    expect(reports.flatMap(slotsOf)).toEqual([]);
    expect(existsSync(slotFile())).toBe(false);
  });

  it("pause together when one of them is asked to", async () => {
    first.push({ status: 429, headers: { "retry-after": "30" } });
    await asking([tagOf(0)]);
    const { next, paused } = stored();
    expect(paused).toBe(BEGAN + 30_000);
    expect(next).toBeGreaterThan(paused);
    const before = arrived.length;
    const { outcomes, waitedFor } = await asking([tagOf(1)], { GENE_ROUTER_DEADLINE_MS: "60000" });
    expect(outcomes).toEqual(["found"]);
    expect(arrived.length).toBeGreaterThan(before);
    // Its very first request waited for the slot after the pause of the other.
    expect(waitedFor[0]).toBeGreaterThanOrEqual(30_000);
  });
});

describe("a process that dies while it holds the lock", () => {
  it("is not waited for", async () => {
    mkdirSync(join(cacheFolder(), "limits"), { recursive: true });
    const lock = `${slotFile()}.lock`;
    const holder = start("holding-child.ts", [lock]);
    await new Promise((held) => holder.stdout!.once("data", held));
    expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({ pid: holder.pid });
    const gone = new Promise((exited) => holder.once("exit", exited));
    holder.kill("SIGKILL");
    await gone;
    expect(existsSync(lock)).toBe(true);
    const { outcomes, warnings } = await asking([tagOf(0)]);
    expect([outcomes, warnings]).toEqual([["found"], []]);
    expect(existsSync(lock)).toBe(false);
    expect(stored().next).toBe(BEGAN + arrived.length * SPACING_MS);
  });
});

it("a shared folder that is lost costs one warning, and each process keeps its own pace", async () => {
  rmSync(cacheFolder(), { recursive: true, force: true });
  const { outcomes, warnings } = await asking([tagOf(0)], { GENE_ROUTER_CACHE_DIR: "/dev/null/cache" });
  expect(outcomes).toEqual(["found"]);
  expect(warnings.filter((line) => line.includes("GENE_ROUTER_SHARED_LIMIT"))).toHaveLength(1);
});
