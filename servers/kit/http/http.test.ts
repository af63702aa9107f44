import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { serveSourceHttp } from "../serve-source.ts";
import type { SourceServer } from "../source-server.ts";
import { isLoopback, type Listening } from "./listen.ts";

let open: Listening | undefined;
afterEach(() => open?.close(0));

const toy: SourceServer = {
  name: "toy",
  title: "Toy",
  description: "A toy.",
  homepage: "https://toy.example",
  version: "1.0.0",
  instructions: "Toy instructions",
  tools: [{ name: "echo", inputSchema: { type: "object" } }],
  callTool: async (_name, args, { onProgress }) => {
    onProgress?.(1, "half way");
    return { content: [{ type: "text", text: JSON.stringify(args) }] };
  },
  readBody: async (sha256) => (sha256 === "a".repeat(64) ? { mimeType: "text/plain", text: "body" } : null),
  close: async () => {},
};

async function start(): Promise<string> {
  open = await serveSourceHttp(toy, { hostname: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${open.port}`;
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/mcp`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });

describe("a source over HTTP", () => {
  it.each([["auto"], ["legacy"]] as const)("lists, calls with progress and reads a body (%s era)", async (mode) => {
    const url = await start();
    const client = new Client(
      { name: "test", version: "1" },
      mode === "auto" ? { versionNegotiation: { mode: "auto" } } : {},
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["echo"]);
    const progress: string[] = [];
    const result = await client.callTool(
      { name: "echo", arguments: { a: 1 } },
      { onprogress: ({ message }) => progress.push(message ?? "") },
    );
    expect(result.content).toEqual([{ type: "text", text: '{"a":1}' }]);
    expect(progress).toEqual(["half way"]);
    const read = await client.readResource({ uri: `gene-router-body://${"a".repeat(64)}` });
    expect(read.contents[0]).toMatchObject({ text: "body" });
    await expect(client.readResource({ uri: `gene-router-body://${"b".repeat(64)}` })).rejects.toThrow();
    await client.close();
  });

  it.each([
    ["malformed JSON", "{", {}, 400, -32700],
    ["nesting beyond 64", `${"[".repeat(65)}${"]".repeat(65)}`, {}, 400, -32600],
    ["a foreign Origin", "{}", { origin: "https://evil.example" }, 403, -32600],
    ["another media type", "{}", { "content-type": "text/plain" }, 415, -32600],
    ["a body over 4 MiB", JSON.stringify("x".repeat(4 * 1024 * 1024)), {}, 413, -32600],
  ])("refuses %s", async (_name, body, headers, status, code) => {
    const response = await post(await start(), body, headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code }, id: null });
  });

  it("refuses a Host that is not loopback", async () => {
    const url = await start();
    const { request } = await import("node:http");
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${url}/health`, { headers: { host: "gene.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject).end();
    });
    expect(status).toBe(421);
  });

  it("answers GET on the endpoint with 405 and says its health", async () => {
    const url = await start();
    expect((await fetch(`${url}/mcp`)).status).toBe(405);
    const health = await fetch(`${url}/health`);
    expect(await health.json()).toMatchObject({ status: "ok", source: "toy" });
    expect(health.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

it.each([
  ["127.0.0.1", true],
  ["localhost", true],
  ["::1", true],
  ["127.8.9.1", true],
  ["LOCALHOST", true],
  ["127.evil.example", false],
  ["127.0.0.1.evil.example", false],
  ["0.0.0.0", false],
  ["10.0.0.1", false],
])("knows whether %s is loopback", (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});
