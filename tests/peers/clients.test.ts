import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describePeers, newerNode, peerBin } from "../support/peers/peers.ts";
import { type RemoteSource, remoteSource } from "../support/router/remote-source.ts";
import { startServing } from "../support/router/start-router.ts";

const run = promisify(execFile);
const DRIVE = join(import.meta.dirname, "drive.mjs");

describePeers("clients of other makes", () => {
  let remote: RemoteSource;
  let serving: Awaited<ReturnType<typeof startServing>>;
  const scratch = mkdtempSync(join(tmpdir(), "gene-router-peers-"));
  const env = { PATH: String(process.env.PATH), HOME: scratch, MCP_REMOTE_CONFIG_DIR: scratch };

  beforeAll(async () => {
    remote = await remoteSource();
    serving = await startServing({ servers: { kegg: { embed: "kegg" }, rem: { url: remote.url } } });
  });
  afterAll(async () => {
    await serving.close(0);
    await remote.kill();
    rmSync(scratch, { recursive: true, force: true });
  });

  describe.each([
    ["openai-agents", "@openai/agents", { cancel: false, progress: false }],
    ["ai-sdk", "@ai-sdk/mcp", { cancel: true, progress: false }],
    ["langchain", "@langchain/mcp-adapters", { cancel: true, progress: true }],
  ] as const)("%s", (name, _package, can) => {
    it("lists, searches, calls and sees a failure, and does what else it can", async () => {
      remote.control.cancelled.length = 0;
      const { stdout } = await run(process.execPath, [DRIVE, name, serving.url], { env });
      const said = JSON.parse(stdout);
      expect(said.tools).toEqual(
        expect.arrayContaining(["search_tools", "call_tool", "rem_echo", "kegg_get_pathways"]),
      );
      expect(said.search).toContain("rem_echo");
      expect(said.echo).toContain("hi");
      expect(said.failed).toContain("it failed");
      if (can.progress) expect(said.progress).toEqual([expect.objectContaining({ progress: 1, total: 2 })]);
      if (!can.cancel) return;
      expect(said.cancelled).toBe("cancelled");
      await expect.poll(() => remote.control.cancelled).toEqual(["hang"]);
    });
  });

  describe.each(["modern", "legacy"])("inspector 2, %s", (era) => {
    const inspect = async (...args: string[]) => {
      const options = ["--cli", serving.url, "--transport", "http", "--protocol-era", era, ...args];
      const { stdout } = await run(String(newerNode()), [String(peerBin("mcp-inspector")), ...options], { env });
      return JSON.parse(stdout);
    };

    it("lists, with schemas that its strict check passes", async () => {
      const { tools } = await inspect("--strict", "--method", "tools/list");
      expect(tools.map(({ name }: { name: string }) => name)).toContain("rem_echo");
    });

    it("searches and calls, and sees a failure", async () => {
      const tool = (name: string, ...args: string[]) =>
        inspect("--method", "tools/call", "--tool-name", name, ...args.flatMap((arg) => ["--tool-arg", arg]));
      const found = await tool("search_tools", "query=say a text back");
      expect(found.structuredContent.hits[0].name).toBe("rem_echo");
      expect(await tool("rem_echo", "text=hi")).toMatchObject({ structuredContent: { text: "hi" } });
      const failed = await tool("rem_fail").catch(({ stdout }) => JSON.parse(stdout));
      expect(failed).toMatchObject({ isError: true, content: [{ text: "it failed" }] });
    });
  });

  describe("mcporter", () => {
    const port = async (...args: string[]) => {
      const [command, ...rest] = args;
      const options = [String(command), "--http-url", serving.url, "--allow-http", ...rest];
      return (await run(process.execPath, [String(peerBin("mcporter")), ...options], { env, cwd: scratch })).stdout;
    };

    it("lists, searches and calls", async () => {
      const { tools } = JSON.parse(await port("list", "--json"));
      expect(tools.map(({ name }: { name: string }) => name)).toContain("rem_echo");
      const call = (tool: string, args: object) =>
        port("call", "--tool", tool, "--args", JSON.stringify(args), "--output", "json");
      expect(await call("search_tools", { query: "say a text back" })).toContain("rem_echo");
      expect(JSON.parse(await call("rem_echo", { text: "hi" }))).toEqual({ text: "hi" });
    });
  });

  describe.each([
    ["mcp-remote", (url: string) => [url, "--allow-http", "--transport", "http-only"], { progress: true }],
    // It keeps reports to itself.
    ["supergateway", (url: string) => ["--streamableHttp", url, "--logLevel", "none"], { progress: false }],
  ] as const)("the bridge %s", (bin, args, can) => {
    let client: Client;
    beforeAll(async () => {
      client = new Client({ name: "host", version: "1" });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [String(peerBin(bin)), ...args(serving.url)],
          env,
          stderr: "ignore",
        }),
      );
    });
    afterAll(() => client.close());
    const call = (name: string, args: Record<string, unknown> = {}, options = {}) =>
      client.callTool({ name, arguments: args }, undefined, options);

    it("lists, searches, calls and brings failures", async () => {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("rem_echo");
      expect(JSON.stringify(await call("search_tools", { query: "say a text back" }))).toContain("rem_echo");
      expect(await call("rem_echo", { text: "hi" })).toMatchObject({ structuredContent: { text: "hi" } });
      expect(await call("rem_fail")).toMatchObject({ isError: true });
    });

    if (can.progress) {
      it("brings progress", async () => {
        // The answer is held back until the report was heard: a client may drop one that comes with the answer.
        const heard: unknown[] = [];
        const onprogress = (report: unknown) => {
          heard.push(report);
          void call("rem_release");
        };
        await call("rem_hold", {}, { onprogress });
        expect(heard).toEqual([expect.objectContaining({ progress: 1 })]);
      });
    }

    it("lets a call be given up, and goes on", async () => {
      const leaving = new AbortController();
      const hanging = call("rem_hang", {}, { signal: leaving.signal });
      leaving.abort(new Error("enough"));
      await expect(hanging).rejects.toThrow();
      expect(await call("rem_echo", { text: "on" })).toMatchObject({ structuredContent: { text: "on" } });
    });
  });
});
