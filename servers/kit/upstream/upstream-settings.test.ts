import { describe, expect, it } from "vitest";
import { cacheDirectory, expandHome, readUpstreamSettings, upstreamSettings } from "./upstream-settings.ts";

const read = (environment: Record<string, string>) => readUpstreamSettings(environment);

it("has the defaults of the specification", () => {
  const { cacheDir, xdgCacheHome, ...rest } = read({});
  expect([cacheDir, xdgCacheHome]).toEqual([null, null]);
  expect(rest).toEqual({
    upstream: { kind: "live" },
    deadlineMs: 60_000,
    attemptMs: 30_000,
    maxResponseBytes: 33_554_432,
    memoryMb: 64,
    staleDays: 30,
    sharedLimit: false,
    contact: null,
    userAgent: null,
    ttlSeconds: {},
  });
});

it("takes blank for unset", () => {
  const blank = Object.fromEntries(Object.values(upstreamSettings).map(({ variable }) => [variable, "  "]));
  expect(read(blank)).toEqual(read({}));
});

it.each([
  ["GENE_ROUTER_UPSTREAM", "offline"],
  ["GENE_ROUTER_UPSTREAM", "replay:"],
  ["GENE_ROUTER_UPSTREAM", "record"],
  ["GENE_ROUTER_DEADLINE_MS", "0"],
  ["GENE_ROUTER_DEADLINE_MS", "1e3"],
  ["GENE_ROUTER_ATTEMPT_MS", "-1"],
  ["GENE_ROUTER_MAX_RESPONSE_BYTES", "32MB"],
  ["GENE_ROUTER_MEMORY_MB", "1.5"],
  ["GENE_ROUTER_STALE_DAYS", "-3"],
  ["GENE_ROUTER_TTL_KEGG", "7d"],
  ["GENE_ROUTER_SHARED_LIMIT", "maybe"],
  ["GENE_ROUTER_CONTACT", "me\r\nx: y"],
  ["GENE_ROUTER_USER_AGENT", "β"],
])("stops at %s=%j, naming the variable", (variable, value) => {
  expect(() => read({ [variable]: value })).toThrow(variable);
});

it("does not repeat a bad value", () => {
  for (const { variable } of Object.values(upstreamSettings)) {
    try {
      read({ [variable]: "s3cr3t-β" });
    } catch (error) {
      expect(String(error)).not.toContain("s3cr3t");
    }
  }
});

it("reads the four modes", () => {
  expect(read({ GENE_ROUTER_UPSTREAM: "cache" }).upstream).toEqual({ kind: "cache" });
  expect(read({ GENE_ROUTER_UPSTREAM: "replay:a b/c:d" }).upstream).toEqual({ kind: "replay", directory: "a b/c:d" });
  expect(read({ GENE_ROUTER_UPSTREAM: "record:/x" }).upstream).toEqual({ kind: "record", directory: "/x" });
});

describe("the cache folder", () => {
  const folder = (environment: Record<string, string>) => cacheDirectory(read(environment), "/home/me");

  it.each([
    [{}, "/home/me/.cache/gene-router"],
    [{ XDG_CACHE_HOME: "/caches" }, "/caches/gene-router"],
    [{ XDG_CACHE_HOME: "relative" }, "/home/me/.cache/gene-router"],
    [{ GENE_ROUTER_CACHE_DIR: "~", XDG_CACHE_HOME: "/caches" }, "/home/me"],
    [{ GENE_ROUTER_CACHE_DIR: "~/c" }, "/home/me/c"],
    [{ GENE_ROUTER_CACHE_DIR: "/abs/~x" }, "/abs/~x"],
    [{ GENE_ROUTER_CACHE_DIR: "off" }, null],
  ])("of %j is %j", (environment, expected) => {
    expect(folder(environment as Record<string, string>)).toBe(expected);
  });

  it("of another user is not guessed", () => {
    expect(() => folder({ GENE_ROUTER_CACHE_DIR: "~root/c" })).toThrow("GENE_ROUTER_CACHE_DIR");
  });

  it("is made absolute", () => {
    expect(expandHome("X", "c", "/home/me")).toMatch(/^\/.*\/c$/);
  });
});

it("finds a source's lifetime by its name", () => {
  const settings = read({ GENE_ROUTER_TTL_KEGG: "60", GENE_ROUTER_TTL_TBDB: "0" });
  expect(settings.ttlSeconds).toEqual({ kegg: 60, tbdb: 0 });
});
