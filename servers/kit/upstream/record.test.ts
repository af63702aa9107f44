import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BASE, demoSpec, openUpstream, scripted } from "./open-upstream.fixture.ts";
import { loadRecording } from "./recording.ts";
import type { Manifest } from "./recording-format.ts";

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "record-"));
  folder = join(root, "recording");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const status = (code: number, headers: Record<string, string> = {}) => new Response("", { status: code, headers });
const record = (fetch: typeof globalThis.fetch, env: Record<string, string> = {}) =>
  openUpstream({ fetch, env: { GENE_ROUTER_UPSTREAM: `record:${folder}`, ...env } });
const replay = () => openUpstream({ env: { GENE_ROUTER_UPSTREAM: `replay:${folder}` } });
const manifest = () => JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;

describe("a recording session", () => {
  it("plays back as it went, retries and all", async () => {
    const { fetch } = scripted(status(429, { "retry-after": "2" }), new Response("data", { headers: { etag: "x" } }));
    const live = await record(fetch).ask({ query: { q: "1" } });
    const again = await replay().ask({ query: { q: "1" } });
    expect(again.exchange?.text()).toBe("data");
    expect(again.ledger.entries).toEqual([{ ...live.ledger.entries[0], cached: true }]);
  });

  it("holds forms, redirects and broken connections", async () => {
    const { fetch } = scripted(
      new TypeError("fetch failed"),
      status(303, { location: "/results?email=me%40example.org" }),
      new Response("data"),
    );
    const request = { method: "POST", form: { ids: "b" } } as const;
    await record(fetch).ask(request);
    expect(manifest().entries).toMatchObject([
      { id: "kegg-1", method: "POST", url: `${BASE}/list`, form: { ids: "b" }, licence: "demo-licence" },
      { method: "GET", url: `${BASE}/results`, form: null },
    ]);
    expect(manifest().entries[0]?.responses).toMatchObject([
      { fault: "reset" },
      { status: 303, headers: { location: `${BASE}/results` } },
    ]);
    const again = await replay().ask(request);
    expect(again.exchange).toMatchObject({ finalUrl: `${BASE}/results`, entry: { attempts: 2 } });
  });

  it("writes an attempt that timed out", async () => {
    const hang = (_: unknown, signal: AbortSignal) =>
      new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { fetch } = scripted(hang, new Response("data"));
    const { begin, clock, ask } = record(fetch);
    const asked = begin(demoSpec());
    await clock.advance(30_000);
    await ask();
    await asked;
    expect(manifest().entries[0]?.responses).toMatchObject([{ fault: "timeout" }, { status: 200 }]);
  });

  it("is always a whole recording, for its owner only", async () => {
    const { ask } = record(scripted(new Response("data")).fetch);
    await Promise.all(["/a", "/b", "/c"].map((path) => ask({ path })));
    expect(loadRecording(folder).createdAt).toBeTruthy();
    expect(manifest().entries).toHaveLength(3);
    expect(readdirSync(folder).sort()).toEqual(["bodies", "manifest.json"]);
    expect(statSync(join(folder, "manifest.json")).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("adds to an earlier one; the same answer again adds nothing", async () => {
    await record(scripted(new Response("one")).fetch).ask();
    await record(scripted(new Response("one")).fetch).ask();
    await record(scripted(new Response("two")).fetch).ask();
    expect(manifest().entries).toHaveLength(1);
    expect(manifest().entries[0]?.responses).toHaveLength(2);
  });

  it("does not read the cache, but fills it", async () => {
    const env = { GENE_ROUTER_CACHE_DIR: join(root, "cache") };
    await openUpstream({ fetch: scripted(new Response("cached")).fetch, env }).ask();
    const { fetch, sent } = scripted(new Response("fresh"));
    expect((await record(fetch, env).ask()).exchange?.text()).toBe("fresh");
    expect(sent).toHaveLength(1);
    const cacheOnly = openUpstream({ env: { ...env, GENE_ROUTER_UPSTREAM: "cache" } });
    expect((await cacheOnly.ask()).exchange?.text()).toBe("fresh");
  });

  it("asks for whole answers only, since a 304 could not be played", async () => {
    const { fetch, sent } = scripted(new Response("data", { headers: { etag: "x" } }));
    const { ask, clock } = record(fetch);
    const request = { ttlSeconds: 60, revalidate: true };
    await ask(request);
    await clock.advance(61_000);
    await ask(request);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.headers).not.toHaveProperty("if-none-match");
  });

  it("warns once a licence that must not be passed on", async () => {
    const { ask, warnings } = record(scripted(new Response("data")).fetch);
    const closed = demoSpec({ licence: { id: "kegg-academic", redistribute: false } });
    await ask({ path: "/a" });
    expect(warnings).toEqual([]);
    await ask({ path: "/b" }, closed);
    await ask({ path: "/c" }, closed);
    expect(warnings).toEqual([expect.stringContaining("kegg-academic")]);
  });

  it("stops start-up where the folder cannot hold a recording", () => {
    const inTheWay = join(root, "file");
    writeFileSync(inTheWay, "");
    const start = (directory: string) => openUpstream({ env: { GENE_ROUTER_UPSTREAM: `record:${directory}` } });
    expect(() => start(inTheWay)).toThrow("GENE_ROUTER_UPSTREAM: the folder cannot be written");
    writeFileSync(join(root, "manifest.json"), "{}");
    expect(() => start(root)).toThrow("GENE_ROUTER_UPSTREAM: manifest.json");
  });

  it("costs one warning, never an answer, when it can no longer be written", async () => {
    const { ask, warnings } = record(scripted(new Response("data")).fetch);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    expect((await ask({ path: "/a" })).exchange?.text()).toBe("data");
    expect((await ask({ path: "/b" })).exchange?.text()).toBe("data");
    expect(warnings).toHaveLength(1);
  });
});
