import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modernHeaders, modernRequest, post } from "../support/router/raw-client.ts";
import { rawSource } from "../support/router/remote-source.ts";
import { type GuardedRouter, guardedRouter } from "./guarded-router.ts";

const CANARIES = {
  cookie: "session=canary-cookie",
  "x-api-key": "canary-key",
  "proxy-authorization": "Basic canary-proxy",
  "x-forwarded-for": "203.0.113.77",
  "x-amzn-oidc-data": "canary-oidc",
  "mcp-param-secret": "canary-param",
  "mcp-session-id": "canary-session",
  referer: "http://127.0.0.1/canary-referer",
  "user-agent": "canary-agent",
  "x-request-id": "canary-request",
};

/** Everything that reaches it, as it came, and the answers of a server of either revision. */
async function recordingSource(modern: boolean) {
  const heard: string[] = [];
  const source = await rawSource((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    heard.push(`${request.method} ${request.url}\n${request.rawHeaders.join("\n")}\n${body}`);
    if (body === "") return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: unknown; method: string };
    const result = resultOf(method, modern);
    if (id === undefined) return void response.writeHead(202).end();
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        ...(result === null ? { error: { code: -32601, message: "Method not found" } } : { result }),
      }),
    );
  }
  return { ...source, heard };
}

function resultOf(method: string, modern: boolean): object | null {
  const tools = [{ name: "t", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }];
  const serverInfo = { name: "recording", version: "1" };
  const hint = { ttlMs: 60_000, cacheScope: "public", resultType: "complete" };
  switch (method) {
    case "server/discover":
      return modern
        ? {
            supportedVersions: ["2026-07-28"],
            capabilities: { tools: {} },
            ...hint,
            _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
          }
        : null;
    case "initialize":
      return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo };
    case "tools/list":
      return { tools, ...(modern && hint) };
    default:
      return { content: [{ type: "text", text: "ok" }], ...(modern && { resultType: "complete" }) };
  }
}

describe("what a source sees of a caller", () => {
  let guarded: GuardedRouter;
  let modern: Awaited<ReturnType<typeof recordingSource>>;
  let legacy: Awaited<ReturnType<typeof recordingSource>>;
  let token: string;
  const folder = mkdtempSync(join(tmpdir(), "recording-"));
  const childLog = join(folder, "child.log");

  beforeAll(async () => {
    [modern, legacy] = await Promise.all([recordingSource(true), recordingSource(false)]);
    const child = `
      const { appendFileSync } = require("node:fs");
      appendFileSync(${JSON.stringify(childLog)}, JSON.stringify(process.env) + "\\n");
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        appendFileSync(${JSON.stringify(childLog)}, line + "\\n");
        const { id, method } = JSON.parse(line);
        const results = ${JSON.stringify({
          initialize: resultOf("initialize", false),
          "tools/list": resultOf("tools/list", false),
          "tools/call": resultOf("tools/call", false),
        })};
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(results[method]
          ? { result: results[method] } : { error: { code: -32601, message: "no" } }) }));
      });`;
    guarded = await guardedRouter({
      servers: {
        modern: { url: modern.url, token_env: "MODERN_TOKEN" },
        legacy: { url: legacy.url, token_env: "LEGACY_TOKEN" },
        child: { command: [process.execPath, "-e", child] },
      },
      environment: { MODERN_TOKEN: "configured-modern", LEGACY_TOKEN: "configured-legacy" },
    });
    token = await guarded.token("", { email: "canary-email@example.org" });
    for (const namespace of ["modern", "legacy", "child"]) await callEveryWay(`${namespace}_t`);
  });
  afterAll(async () => {
    await guarded.close();
    await Promise.all([modern.kill(), legacy.kill()]);
    rmSync(folder, { recursive: true });
  });

  async function callEveryWay(name: string): Promise<void> {
    const headers = { ...CANARIES, authorization: `Bearer ${token}` };
    const params = { name, arguments: {} };
    const meta = { "example/kept": "kept", authorization: "Bearer in-meta-is-the-callers-own-word" };
    const direct = await post(guarded.url, modernRequest("tools/call", params, meta), {
      ...modernHeaders("tools/call", name),
      ...headers,
    });
    expect(direct.body.result.content).toEqual([{ type: "text", text: "ok" }]);
    const { "mcp-session-id": _, ...sessionless } = headers;
    const old = await post(
      guarded.url,
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "call_tool", arguments: params } },
      { "mcp-protocol-version": "2025-11-25", ...sessionless },
    );
    expect(old.body.result.content).toEqual([{ type: "text", text: "ok" }]);
  }

  it.each([
    ["a remote source of 2026-07-28", () => modern.heard.join("\n"), "configured-modern"],
    ["a remote source of 2025-11-25", () => legacy.heard.join("\n"), "configured-legacy"],
    ["a child process", () => readFileSync(childLog, "utf8"), null],
  ])("is its request and nothing of its credentials: %s", (_what, heard, configured) => {
    const seen = heard();
    expect(seen).toContain("tools/call");
    for (const value of Object.values(CANARIES)) expect(seen).not.toContain(value);
    expect(seen).not.toContain(token);
    for (const part of token.split(".")) expect(seen).not.toContain(part);
    expect(seen).not.toContain("canary-email");
    expect(seen).toContain("example/kept");
    const others = ["configured-modern", "configured-legacy"].filter((each) => each !== configured);
    if (configured !== null) expect(seen).toContain(`Bearer ${configured}`);
    for (const other of others) expect(seen).not.toContain(other);
  });
});
