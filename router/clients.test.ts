import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deadUrl, type RemoteSource, remoteSource } from "../tests/support/router/remote-source.ts";
import { startServing } from "../tests/support/router/start-router.ts";

const STDIO_ROUTER = {
  command: process.execPath,
  args: ["--import", "tsx", fileURLToPath(new URL("../tests/support/router/stdio-router.ts", import.meta.url))],
};
const INFO = { name: "client", version: "1" };

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  // biome-ignore lint/suspicious/noExplicitAny: two SDKs, one shape
  callTool(params: { name: string; arguments?: Record<string, unknown> }, ...rest: any[]): Promise<any>;
  close(): Promise<void>;
}

describe("clients that others wrote", () => {
  let serving: Awaited<ReturnType<typeof startServing>>;
  let remote: RemoteSource;
  beforeAll(async () => {
    remote = await remoteSource();
    serving = await startServing({ servers: { kegg: { embed: "kegg" }, rem: { url: remote.url } } });
  });
  afterAll(async () => {
    await serving.close(0);
    await remote.kill();
  });

  const newest = async (
    mode: "auto" | "legacy",
    transport: ConstructorParameters<typeof StdioClientTransport>[0] | null,
  ): Promise<AnyClient> => {
    const client = new Client(INFO, { versionNegotiation: { mode } });
    await client.connect(
      transport === null
        ? new StreamableHTTPClientTransport(new URL(serving.url))
        : new StdioClientTransport({ ...transport, stderr: "ignore" }),
    );
    expect(client.getProtocolEra()).toBe(mode === "auto" ? "modern" : "legacy");
    return client as unknown as AnyClient;
  };
  const old = async (transport: typeof STDIO_ROUTER | null): Promise<AnyClient> => {
    const client = new OldClient(INFO, { capabilities: {} });
    const over =
      transport === null
        ? new OldHttpTransport(new URL(serving.url))
        : new OldStdioTransport({ ...transport, stderr: "ignore" });
    await client.connect(over as Parameters<OldClient["connect"]>[0]);
    return client as unknown as AnyClient;
  };

  describe.each([
    ["SDK v2 over HTTP, 2026-07-28", () => newest("auto", null), "new"],
    ["SDK v2 over HTTP, 2025-11-25", () => newest("legacy", null), "new"],
    ["SDK v2 over stdio, 2026-07-28", () => newest("auto", STDIO_ROUTER), "new"],
    ["SDK v2 over stdio, 2025-11-25", () => newest("legacy", STDIO_ROUTER), "new"],
    ["SDK v1 over HTTP", () => old(null), "old"],
    ["SDK v1 over stdio", () => old(STDIO_ROUTER), "old"],
  ] as const)("%s", (_, connect, generation) => {
    let client: AnyClient;
    beforeAll(async () => {
      client = await connect();
    });
    afterAll(() => client.close());
    const withOptions = (params: { name: string; arguments?: Record<string, unknown> }, options: object) =>
      generation === "new" ? client.callTool(params, options) : client.callTool(params, undefined, options);

    it("lists, searches and calls", async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["search_tools", "call_tool", "kegg_get_pathways", "rem_echo"]),
      );
      const found = await client.callTool({ name: "search_tools", arguments: { query: "say a text back" } });
      expect(found.structuredContent.hits[0].name).toBe("rem_echo");
      expect(await client.callTool({ name: "rem_echo", arguments: { text: "hi" } })).toMatchObject({
        structuredContent: { text: "hi" },
      });
      expect(
        await client.callTool({
          name: "call_tool",
          arguments: { name: "kegg_get_pathways", arguments: { gene: "katG" } },
        }),
      ).toMatchObject({
        structuredContent: { outcome: "found" },
      });
    });

    it("sees errors of a tool, of the protocol and of the router", async () => {
      expect(await client.callTool({ name: "rem_fail", arguments: {} })).toMatchObject({ isError: true });
      await expect(client.callTool({ name: "rem_refuse", arguments: {} })).rejects.toThrow(/refused by the source/);
      expect(await client.callTool({ name: "call_tool", arguments: { name: "rem_ecko" } })).toMatchObject({
        isError: true,
        structuredContent: { error: "unknown_tool" },
      });
    });

    it("hears progress", async () => {
      // The answer is held back until the report was heard: a client may drop one that comes with the answer.
      const heard: unknown[] = [];
      const holding = withOptions(
        { name: "rem_hold", arguments: {} },
        {
          onprogress: (progress: unknown) => {
            heard.push(progress);
            void client.callTool({ name: "rem_release", arguments: {} });
          },
        },
      );
      expect(await holding).toMatchObject({ content: [{ text: "released" }] });
      expect(heard).toEqual([expect.objectContaining({ progress: 1, message: "holding" })]);
    });

    it("can give up a call, and goes on", async () => {
      const leaving = new AbortController();
      const waiting = withOptions({ name: "kegg_wait", arguments: {} }, { signal: leaving.signal });
      leaving.abort(new Error("enough"));
      await expect(waiting).rejects.toThrow();
      expect(await client.callTool({ name: "rem_echo", arguments: { text: "on" } })).toMatchObject({
        structuredContent: { text: "on" },
      });
    });
  });

  it("of the first SDK get the router's error even where the tool has an output schema", async () => {
    const cacheless = await startServing({
      servers: { kegg: { embed: "kegg", timeout_ms: 50 } },
      openSource: async (name) => {
        const { embeddedSource } = await import("../tests/support/router/embedded-source.ts");
        return embeddedSource(name, { callTool: () => new Promise(() => {}) });
      },
    });
    const client = new OldClient(INFO, { capabilities: {} });
    await client.connect(new OldHttpTransport(new URL(cacheless.url)) as Parameters<OldClient["connect"]>[0]);
    await client.listTools();
    const result = await client.callTool({ name: "kegg_get_pathways", arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.parse((result.content as { text: string }[])[0]!.text)).toMatchObject({ error: "source_timeout" });
    await client.close();
    await cacheless.close(0);
  });

  it("over stdio are asked a source's question in the way of their own revision", async () => {
    const client = new OldClient(INFO, { capabilities: { elicitation: {} } });
    const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada" } }));
    await client.connect(new OldStdioTransport({ ...STDIO_ROUTER, stderr: "ignore" }));
    expect(await client.callTool({ name: "rem_ask", arguments: {} })).toMatchObject({
      content: [{ text: "hello Ada opaque=/+state" }],
    });
    await client.close();
  });

  it("find a router whose sources are all down, and are told so", async () => {
    const dark = await startServing({ servers: { gone: { url: await deadUrl() } } });
    const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(dark.url)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["call_tool", "search_tools"]);
    expect(await client.callTool({ name: "search_tools", arguments: { query: "anything" } })).toMatchObject({
      structuredContent: { total: 0, notes: [expect.stringMatching(/^no_tools: /)] },
    });
    await client.close();
    await dark.close(0);
  });
});
