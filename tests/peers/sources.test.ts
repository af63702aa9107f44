import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { describePeers, peerBin } from "../support/peers/peers.ts";
import { askLegacy, askModern } from "../support/router/raw-client.ts";
import { childCommand, startServing } from "../support/router/start-router.ts";

/** A port that nobody listens on, for programs that cannot be told to choose one. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describePeers("sources of other makes", () => {
  let serving: Awaited<ReturnType<typeof startServing>>;
  let proxy: ChildProcess;

  beforeAll(async () => {
    const port = await freePort();
    // The program itself, not npx: the end of npx leaves its child running.
    const options = ["--host", "127.0.0.1", "--port", String(port), "--server", "stream", "--"];
    proxy = spawn(process.execPath, [String(peerBin("mcp-proxy")), ...options, ...childCommand("legacy-child")], {
      stdio: "ignore",
    });
    const url = `http://127.0.0.1:${port}/mcp`;
    await vi.waitFor(() => fetch(url), { timeout: 20_000 });
    serving = await startServing({
      servers: {
        every: {
          command: [process.execPath, String(peerBin("mcp-server-everything")), "stdio"],
          tools: { rename: { "get-sum": "get_sum" } },
        },
        fast: { command: [process.execPath, join(import.meta.dirname, "fastmcp-source.mjs")] },
        proxied: { url },
      },
      environment: { GENE_ROUTER_SURFACE: "all" },
    });
  });
  afterAll(async () => {
    await serving?.close(0);
    proxy.kill();
  });

  const states = () =>
    Object.fromEntries(serving.router.states().map(({ namespace, state, era }) => [namespace, { state, era }]));

  it("are up, each in its own revision", () => {
    expect(states()).toEqual({
      every: { state: "up", era: "legacy" },
      fast: { state: "up", era: "legacy" },
      proxied: { state: "up", era: "modern" },
    });
  });

  describe.each([
    ["2026-07-28", askModern],
    ["2025-11-25", askLegacy],
  ])("for a host of %s", (_, ask) => {
    const get = async (method: string, params: Record<string, unknown> = {}) =>
      (await ask(serving.url, method, params)).body.result;
    const call = (name: string, args: Record<string, unknown> = {}) => get("tools/call", { name, arguments: args });
    const names = (entries: { name: string }[], namespace: string) =>
      entries.map(({ name }) => name).filter((name) => name.startsWith(`${namespace}_`));

    it("server-everything lists, calls and reads", async () => {
      // Its other names have hyphens; those are not served unless they are renamed, and are reported.
      expect(names((await get("tools/list")).tools, "every")).toEqual(["every_echo", "every_get_sum"]);
      expect((await call("every_get_sum", { a: 2, b: 3 })).content[0].text).toContain("5");
      const resources = (await get("resources/list")).resources;
      expect(names(resources, "every").length).toBeGreaterThan(2);
      const uri = resources.find(({ name }: { name: string }) => name.startsWith("every_")).uri;
      expect((await get("resources/read", { uri })).contents[0]).toHaveProperty("uri");
      expect((await get("resources/templates/list")).resourceTemplates.length).toBeGreaterThan(0);
      expect((await call("every_echo", { message: "hi" })).content[0].text).toContain("hi");
      expect((await call("every_echo", {})).isError).toBe(true);
    });

    it("fastmcp lists, calls, fails, prompts and reads", async () => {
      expect(names((await get("tools/list")).tools, "fast")).toEqual(["fast_echo", "fast_fail"]);
      expect((await call("fast_echo", { text: "hi" })).content[0].text).toBe("hi");
      expect((await call("fast_fail")).isError).toBe(true);
      expect(
        (await get("prompts/get", { name: "fast_greet", arguments: { who: "you" } })).messages[0].content.text,
      ).toBe("greet you");
      expect((await get("resources/read", { uri: "fast://readme" })).contents[0].text).toBe("read me");
    });

    it("mcp-proxy hands on what stands behind it", async () => {
      expect((await call("proxied_echo", { text: "hi" })).structuredContent).toEqual({ text: "hi" });
    });

    // mcp-proxy is not among them: it loses a report that comes shortly before the answer.
    it("fastmcp brings its progress", async () => {
      const meta = { progressToken: "mine" };
      const params = { name: "fast_echo", arguments: { text: "hi" } };
      const { messages } =
        ask === askModern
          ? await askModern(serving.url, "tools/call", params, meta)
          : await askLegacy(serving.url, "tools/call", { ...params, _meta: meta });
      expect(messages).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            method: "notifications/progress",
            params: expect.objectContaining({ progressToken: "mine", progress: 1 }),
          }),
        ]),
      );
    });
  });

  it("are found by search", async () => {
    const found = await serving.router.callLocally("search_tools", { query: "says a text back", limit: 10 });
    const hits = (found.structuredContent as { hits: { name: string }[] }).hits.map(({ name }) => name);
    expect(hits).toEqual(expect.arrayContaining(["fast_echo", "proxied_echo"]));
  });
});
