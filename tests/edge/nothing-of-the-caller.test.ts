import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstallation } from "../../cli/installation.ts";
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

  it.each<[string, (token: string) => Record<string, unknown>]>([
    ["its own _meta", (mine) => ({ _meta: { "example/auth": { header: `Bearer ${mine}` } } })],
    ["an argument", (mine) => ({ arguments: { note: mine } })],
    ["the name of an argument", (mine) => ({ arguments: { [mine]: 1 } })],
    ["a list", (mine) => ({ arguments: { notes: [["x", `a ${mine} b`]] } })],
  ])("is not even its token when it repeats it in %s: 400, and no source is asked", async (_where, more) => {
    const before = modern.heard.length;
    const request = modernRequest("tools/call", { name: "modern_t" }) as { params: Record<string, unknown> };
    const { _meta, ...rest } = more(token) as { _meta?: object };
    Object.assign(request.params, rest, { _meta: { ...(request.params._meta as object), ..._meta } });
    const headers = { ...modernHeaders("tools/call", "modern_t"), authorization: `Bearer ${token}` };
    const refused = await post(guarded.url, request, headers);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain(token);
    const old = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "modern_t", ...more(token) } };
    const legacyHeaders = { "mcp-protocol-version": "2025-11-25", authorization: `Bearer ${token}` };
    expect((await post(guarded.url, old, legacyHeaders)).status).toBe(400);
    expect((await post(guarded.url, [old], legacyHeaders)).status).toBe(400);
    expect(modern.heard.length).toBe(before);
  });
});

it("a token in the trace context is not passed on", async () => {
  const source = await recordingSource(true);
  const guarded = await guardedRouter({ servers: { rec: { url: source.url } } });
  const { issuer } = guarded;
  // Short enough for a tracestate.
  const token = await new SignJWT({ iss: issuer.issuer, aud: guarded.url, sub: "s", exp: Date.now() })
    .setProtectedHeader({ alg: "ES256", kid: "short" })
    .sign(await issuer.addShortKey("short"));
  expect(token.length).toBeLessThan(512);
  const trace = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
  const call = (tracestate: string) => guarded.ask(token, "tools/call", { name: "rec_t" }, { ...trace, tracestate });
  expect((await call("vendor=value")).status).toBe(200);
  expect((await call(`vendor=${token}`)).status).toBe(400);
  expect(source.heard.join()).toContain("vendor=value");
  expect(source.heard.join()).not.toContain(token);
  await guarded.close();
  await source.kill();
});

it("what a built-in source asks its database holds nothing of the caller", async () => {
  const heard: string[] = [];
  const database = await rawSource((request, response) => {
    heard.push(`${request.method} ${request.url}\n${request.rawHeaders.join("\n")}`);
    response.writeHead(404).end();
  });
  const installation = createInstallation({
    environment: { GENE_ROUTER_CACHE_DIR: "off", GENE_ROUTER_KEGG_URL: new URL(database.url).origin },
    exposure: "local",
    warn: () => {},
  });
  const guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } }, openSource: installation.openSource });
  const token = await guarded.token("", { email: "canary-email@example.org" });
  const params = { name: "kegg_get_pathways", arguments: { gene: "katG" } };
  await guarded.ask(token, "tools/call", params, CANARIES);
  expect(heard.length).toBeGreaterThan(0);
  for (const value of [...Object.values(CANARIES), ...token.split("."), "canary"])
    expect(heard.join("\n")).not.toContain(value);
  await guarded.close();
  await installation.close();
  await database.kill();
});
