import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { embeddedSource } from "../tests/support/router/embedded-source.ts";
import { legacySource } from "../tests/support/router/legacy-server.ts";
import { askModern } from "../tests/support/router/raw-client.ts";
import { rawSource, remoteSource } from "../tests/support/router/remote-source.ts";
import { childCommand, startRouter, startServing } from "../tests/support/router/start-router.ts";
import type { Router } from "./router.ts";

// biome-ignore lint/suspicious/noExplicitAny: the structured content of any tool
const errorOf = async (router: Router, name: string, args: object = {}): Promise<any> => {
  const { structuredContent, isError } = await router.callLocally(name, args);
  expect(isError).toBe(true);
  return structuredContent;
};

describe("when sources fail", () => {
  let cacheDir: string;
  const routers: { close(): Promise<void> }[] = [];
  const started = async (options: Parameters<typeof startRouter>[0]) => {
    const router = await startRouter({ cacheDir, ...options });
    routers.push(router);
    return router;
  };
  beforeEach(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), "router-"));
  });
  afterEach(async () => {
    for (const router of routers.splice(0)) await router.close();
    await rm(cacheDir, { recursive: true });
  });

  it("one that was never heard is an outage, not an unknown tool, directly and through call_tool", async () => {
    const router = await started({ servers: { rem: { url: "http://127.0.0.1:9/mcp" } } });
    const down = { error: "source_down", retryable: true, source: "rem" };
    expect(await errorOf(router, "rem_echo", { text: "x" })).toMatchObject(down);
    expect(await errorOf(router, "call_tool", { name: "rem_echo", arguments: {} })).toMatchObject(down);
    await expect(router.callLocally("other_echo", {})).rejects.toMatchObject({ code: -32602 });
  });

  it("all of them down at a cold start: what they last offered is listed, found and answered with a typed error", async () => {
    const [remote, legacy] = await Promise.all([remoteSource(), legacySource()]);
    let opens = true;
    const servers = {
      rem: { url: remote.url, entrypoints: ["echo"] },
      old: { url: legacy.url },
      kid: { command: childCommand("modern-child") },
      kegg: { embed: "kegg" },
    };
    const openSource = async (name: string) => {
      if (!opens) throw new Error("no");
      return embeddedSource(name);
    };
    const before = await started({ servers, openSource });
    const known = before.snapshot().catalogue.tools.map(({ name }) => name);
    expect(new Set(known.map((name) => name.split("_")[0]))).toEqual(new Set(["rem", "old", "kid", "kegg"]));
    await routers.pop()?.close();
    await Promise.all([remote.kill(), legacy.kill()]);
    opens = false;

    const dead = { ...servers, kid: { command: childCommand("modern-child") } };
    const after = await started({ servers: dead, openSource, settle: false });
    expect(after.snapshot().catalogue.tools.map(({ name }) => name)).toEqual(known);
    await after.settled();
    for (const namespace of ["rem", "old"]) {
      expect(await errorOf(after, `${namespace}_echo`, { text: "x" })).toMatchObject({
        error: "source_down",
        retryable: true,
        retry_after_s: expect.any(Number),
        source: namespace,
      });
    }
    expect(await errorOf(after, "kegg_wait")).toMatchObject({ error: "source_down", source: "kegg" });
    const found = await after.callLocally("search_tools", { query: "say a text back", namespace: "rem" });
    expect(found.structuredContent).toMatchObject({ hits: [{ name: "rem_echo" }] });
  });

  it("one killed in the middle of a call fails that call alone and comes back by itself", async () => {
    const remote = await remoteSource();
    const router = await started({ servers: { rem: { url: remote.url }, kegg: { embed: "kegg" } } });
    const hanging = errorOf(router, "rem_hang");
    await expect.poll(() => remote.headers.some((headers) => headers["mcp-name"] === "hang")).toBe(true);
    await remote.kill();
    expect(await hanging).toMatchObject({ error: "source_down", retryable: true });
    expect((await router.callLocally("kegg_get_pathways", { gene: "katG" })).structuredContent).toMatchObject({
      outcome: "found",
    });
    await expect.poll(() => router.states().find(({ namespace }) => namespace === "rem")?.state).toBe("down");
    expect(await errorOf(router, "rem_echo", { text: "a" })).toMatchObject({ error: "source_down" });
    const again = await remoteSource({ port: remote.port });
    await expect
      .poll(() => router.states().find(({ namespace }) => namespace === "rem")?.state, { timeout: 20_000 })
      .toBe("up");
    expect((await router.callLocally("rem_echo", { text: "back" })).structuredContent).toEqual({ text: "back" });
    await again.kill();
  });

  it("a child that dies is started again", async () => {
    const router = await started({ servers: { kid: { command: childCommand("legacy-child") } } });
    expect(await errorOf(router, "kid_die")).toMatchObject({ error: "source_down", source: "kid" });
    await expect
      .poll(async () => (await router.callLocally("kid_echo", { text: "back" })).isError, { timeout: 20_000 })
      .toBeUndefined();
  });

  it("one that hangs keeps nobody else waiting, neither at the start nor in calls", async () => {
    const hung = await rawSource(() => {});
    const serving = await startServing({
      servers: { hung: { url: hung.url, timeout_ms: 400 }, kegg: { embed: "kegg" } },
      settle: false,
    });
    const list = await askModern(serving.url, "tools/list");
    expect(list.body.result.tools.map(({ name }: { name: string }) => name)).toContain("kegg_get_pathways");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        askModern(serving.url, "tools/call", { name: "kegg_get_pathways", arguments: { gene: "katG" } }),
      ),
    );
    for (const { body } of answers) expect(body.result.structuredContent).toMatchObject({ outcome: "found" });
    expect(serving.router.states().find(({ namespace }) => namespace === "hung")?.state).toBe("connecting");
    await serving.close(0);
    await hung.kill();
  });

  it("one that hangs in a call keeps others going, its own other calls too", async () => {
    const remote = await remoteSource();
    const router = await started({ servers: { rem: { url: remote.url }, kegg: { embed: "kegg" } } });
    const leaving = new AbortController();
    let ended = false;
    const hanging = router.callLocally("rem_hang", {}, { signal: leaving.signal }).finally(() => {
      ended = true;
    });
    for (let call = 0; call < 10; call += 1) {
      expect(await router.callLocally("rem_echo", { text: "x" })).toMatchObject({ structuredContent: { text: "x" } });
      expect(await router.callLocally("kegg_get_pathways", { gene: "katG" })).toMatchObject({
        structuredContent: { outcome: "found" },
      });
    }
    expect(ended).toBe(false);
    leaving.abort(new Error("left"));
    await expect(hanging).rejects.toThrow("left");
    await expect.poll(() => remote.control.cancelled).toEqual(["hang"]);
    await remote.kill();
  });

  it("one that does not answer within its own limit is given up, here and there", async () => {
    const remote = await remoteSource();
    const router = await started({ servers: { rem: { url: remote.url, timeout_ms: 300 } } });
    expect(await errorOf(router, "rem_hang")).toMatchObject({
      error: "source_timeout",
      retryable: true,
      source: "rem",
    });
    await expect.poll(() => remote.control.cancelled).toEqual(["hang"]);
    await remote.kill();
  });

  it("one that answers too much is cut off with a typed error, never in the middle of a result", async () => {
    const remote = await remoteSource();
    const router = await started({ servers: { rem: { url: remote.url, max_result_bytes: 20_000 } } });
    expect(await errorOf(router, "rem_big", { size: 50_000 })).toMatchObject({
      error: "result_too_large",
      retryable: false,
      source: "rem",
    });
    expect((await router.callLocally("rem_big", { size: 10_000 })).content).toEqual([
      { type: "text", text: "x".repeat(10_000) },
    ]);
    await remote.kill();
  });

  it("a built-in one that does not open keeps the others served", async () => {
    const router = await started({
      servers: { kegg: { embed: "kegg" }, bad: { embed: "bad" } },
      openSource: async (name) => {
        if (name === "bad") throw new Error("setting missing");
        return embeddedSource(name);
      },
    });
    expect(router.states().map(({ state }) => state)).toEqual(["up", "down"]);
    expect((await router.callLocally("kegg_get_pathways", { gene: "katG" })).structuredContent).toMatchObject({
      outcome: "found",
    });
  });
});
