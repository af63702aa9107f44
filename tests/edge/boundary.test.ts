import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveHttp } from "../../router/serve-http.ts";
import { modernHeaders, modernRequest, post } from "../support/router/raw-client.ts";
import { startRouter } from "../support/router/start-router.ts";
import { type GuardedRouter, guardedRouter } from "./guarded-router.ts";

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

describe("the boundary of a router that wants tokens", () => {
  let guarded: GuardedRouter;
  let token: string;
  beforeAll(async () => {
    guarded = await guardedRouter({
      servers: { kegg: { embed: "kegg" } },
      environment: { GENE_ROUTER_ALLOWED_ORIGINS: "app.example" },
    });
    token = await guarded.token();
  });
  afterAll(() => guarded.close());
  /** Sends headers that `fetch` would not. */
  const bare = (method: string, path: string, headers: Record<string, string | string[]>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(guarded.url);
      const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const body = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      });
      sent.on("error", reject).end();
    });
  const routes = [
    ["GET", "/health"],
    ["GET", "/ready"],
    ["GET", "/status"],
    ["GET", "/metrics"],
    ["GET", "/.well-known/oauth-protected-resource"],
    ["GET", "/.well-known/oauth-protected-resource/mcp"],
    ["GET", "/nowhere"],
    ["GET", "/mcp"],
    ["POST", "/mcp"],
    ["POST", "/mcp/"],
    ["DELETE", "/mcp"],
    ["OPTIONS", "/mcp"],
  ] as const;

  it.each(routes)("answers a page that rebound its name with 421: %s %s", async (method, path) => {
    for (const host of ["evil.example", "127.0.0.1.evil.example", "127.evil.example", "localhost.", "[::2]"])
      expect((await bare(method, path, { host, authorization: `Bearer ${token}` })).status).toBe(421);
  });

  it.each(routes)("answers a page of another origin with 403 and lets it read nothing: %s %s", async (method, path) => {
    for (const origin of ["https://evil.example", "null", "https://app.example.evil.example"]) {
      const answer = await bare(method, path, {
        origin,
        authorization: `Bearer ${token}`,
        "access-control-request-method": "POST",
      });
      expect(answer.status).toBe(403);
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
  });

  it.each(routes)("carries its headers in every answer: %s %s", async (method, path) => {
    expect((await bare(method, path, {})).headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it("lets a listed page read why it was refused, and ask before it calls", async () => {
    const origin = "https://app.example";
    const refused = await bare("POST", "/mcp", { origin });
    expect(refused.status).toBe(401);
    expect(refused.headers["access-control-allow-origin"]).toBe(origin);
    for (const name of ["WWW-Authenticate", "Retry-After", "Mcp-Session-Id", "Mcp-Protocol-Version"])
      expect(refused.headers["access-control-expose-headers"]).toContain(name);
    const preflight = await bare("OPTIONS", "/mcp", {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,mcp-method",
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-headers"]).toBe("authorization,mcp-method");
    const metadata = await bare("GET", "/.well-known/oauth-protected-resource/mcp", { origin });
    expect(metadata.headers["access-control-allow-origin"]).toBe(origin);
  });

  it.each([
    ["Host", { host: "localhost" }],
    ["X-Forwarded-Host", { "x-forwarded-host": "evil.example" }],
    ["X-Forwarded-Proto and Forwarded", { "x-forwarded-proto": "https", forwarded: "host=evil.example;proto=https" }],
  ])("says what it is whatever %s a caller sends", async (_what, headers) => {
    const { port, origin } = new URL(guarded.url);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, name === "host" ? `${value}:${port}` : value]),
    );
    const metadata = await bare("GET", "/.well-known/oauth-protected-resource/mcp", sent);
    expect(JSON.parse(metadata.body).resource).toBe(guarded.url);
    const refused = await bare("POST", "/mcp", sent);
    expect(refused.headers["www-authenticate"]).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  describe("bodies", () => {
    const send = (body: string, name = "kegg_get_pathways") =>
      post(guarded.url, body, { ...modernHeaders("tools/call", name), authorization: `Bearer ${token}` });
    const call = (args: string, name = "kegg_get_pathways"): string =>
      JSON.stringify(modernRequest("tools/call", { name, arguments: "ARGS" })).replace('"ARGS"', args);

    it("with a name twice mean the last of them, to every check alike", async () => {
      const twice = await send(call('{"gene":"a","gene":"katG"}'));
      expect(twice.body.result.structuredContent.query).toEqual({ gene: "katG" });
      const body = call("{}", "kegg_wait").replace(
        '"name":"kegg_wait"',
        '"name":"kegg_wait","name":"kegg_get_pathways"',
      );
      expect((await send(body, "kegg_wait")).status).toBe(400);
    });

    it.each(['{"__proto__":{"gene":"x","polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'])(
      "with the names of JavaScript's own things are data: %s",
      async (args) => {
        for (const body of [call(args), call(`{"name":"kegg_get_pathways","arguments":${args}}`, "call_tool")])
          expect((await send(body, body.includes("call_tool") ? "call_tool" : "kegg_get_pathways")).status).toBe(200);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      },
    );

    it("that are not JSON are answered 400 with a JSON-RPC error, once the caller is known", async () => {
      expect(await send('{"jsonrpc":')).toMatchObject({ status: 400, body: { error: { code: -32700 }, id: null } });
      const unknown = await post(guarded.url, '{"jsonrpc":', {});
      expect(unknown.status).toBe(401);
    });

    it("of more than fifty messages are answered 400", async () => {
      const batch = JSON.stringify(Array(51).fill({ jsonrpc: "2.0", id: 1, method: "ping" }));
      expect((await send(batch)).status).toBe(400);
    });
  });

  it("ends a connection that dawdles over its headers", async () => {
    const socket = connect(Number(new URL(guarded.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\n");
    let heard = "";
    socket.on("data", (chunk) => {
      heard += String(chunk);
    });
    await new Promise((resolve) => socket.once("close", resolve));
    expect(heard).toContain("408");
  });

  it("answers headers that are too large with 431", async () => {
    expect((await bare("GET", "/health", { padding: "x".repeat(17 * 1024) })).status).toBe(431);
  });
});

it("a port that is taken ends the start, and what was opened for it", async () => {
  const first = await startRouter({ servers: { kegg: { embed: "kegg" } } });
  const serving = await serveHttp(first);
  const second = await startRouter({
    servers: { kegg: { embed: "kegg" } },
    environment: { GENE_ROUTER_PORT: String(serving.port), GENE_ROUTER_REDIS_URL: "redis://127.0.0.1:1" },
  });
  await expect(serveHttp(second)).rejects.toThrow("EADDRINUSE");
  await second.close();
  await serving.close(0);
});
