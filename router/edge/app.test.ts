import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_BODY_BYTES } from "../../servers/kit/http/json-body.ts";
import { embeddedSource } from "../../tests/support/router/embedded-source.ts";
import { askLegacy, askModern, modernHeaders, modernRequest, post } from "../../tests/support/router/raw-client.ts";
import { deadUrl } from "../../tests/support/router/remote-source.ts";
import { startServing } from "../../tests/support/router/start-router.ts";
import { MAX_LARGE_BODY_BYTES } from "./read-body.ts";

type Serving = Awaited<ReturnType<typeof startServing>>;

describe("the HTTP face", () => {
  let serving: Serving;
  const start = async (environment: Record<string, string> = {}) => {
    serving = await startServing({ servers: { kegg: { embed: "kegg" } }, environment });
  };
  const at = (path: string) => serving.url.replace("/mcp", path);
  /** Sends headers that `fetch` would not. */
  const bare = (
    headers: Record<string, string>,
    method = "GET",
    path = "/health",
  ): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port: serving.port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.on("error", reject);
      sent.end();
    });

  beforeEach(() => start());
  afterEach(() => serving.close(0));

  describe("its boundary", () => {
    it.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", "[::2]"])(
      "answers 421 to the host %s, on every route",
      async (host) => {
        for (const path of ["/health", "/ready", "/mcp", "/nowhere"])
          expect((await bare({ host }, "GET", path)).status).toBe(421);
        expect((await bare({ host }, "POST", "/mcp")).status).toBe(421);
      },
    );

    it.each(["localhost", "127.0.0.1:8000", "[::1]:1"])("takes the host %s", async (host) => {
      expect((await bare({ host })).status).toBe(200);
    });

    it.each(["https://evil.example", "null", "http://localhost.evil.example", "not an origin"])(
      "answers 403 to the origin %s, on every route",
      async (origin) => {
        for (const path of ["/health", "/mcp"]) expect((await bare({ origin }, "GET", path)).status).toBe(403);
        expect(
          (await post(serving.url, modernRequest("tools/list"), { ...modernHeaders("tools/list"), origin })).status,
        ).toBe(403);
      },
    );

    it("lets listed hosts and origins in, and lets the origin read the answer", async () => {
      await serving.close(0);
      await start({ GENE_ROUTER_ALLOWED_HOSTS: "router.example", GENE_ROUTER_ALLOWED_ORIGINS: "app.example" });
      const answer = await bare({ host: "router.example", origin: "https://app.example" });
      expect(answer.status).toBe(200);
      expect(answer.headers["access-control-allow-origin"]).toBe("https://app.example");
      expect(answer.headers["access-control-expose-headers"]).toContain("Mcp-Session-Id");
    });

    it("answers a browser's preflight for the headers of the protocol", async () => {
      const origin = "http://localhost:5173";
      const headers = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "mcp-method,mcp-param-region",
      };
      const answer = await bare(headers, "OPTIONS", "/mcp");
      expect(answer.status).toBe(204);
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-allow-headers": "mcp-method,mcp-param-region",
        "x-request-id": expect.any(String),
      });
    });

    it("grants nothing to who sends no origin", async () => {
      expect((await bare({})).headers).not.toHaveProperty("access-control-allow-origin");
    });
  });

  describe("bodies", () => {
    const headers = modernHeaders("tools/list");

    it.each(["", "{", "<html>", '{"jsonrpc":'])("answers 400 with a JSON-RPC error to %j", async (body) => {
      const answer = await post(serving.url, body, headers);
      expect(answer).toMatchObject({ status: 400, body: { jsonrpc: "2.0", id: null, error: { code: -32700 } } });
    });

    it("answers 400 to nesting beyond 64", async () => {
      expect(await post(serving.url, `${"[".repeat(70)}${"]".repeat(70)}`, headers)).toMatchObject({
        status: 400,
        body: { error: { code: -32600 } },
      });
    });

    it("answers 413 to a body over its limit, declared or not, and goes on", async () => {
      const big = JSON.stringify(
        modernRequest("tools/call", { name: "kegg_wait", arguments: { note: "x".repeat(MAX_BODY_BYTES) } }),
      );
      expect((await post(serving.url, big, modernHeaders("tools/call", "kegg_wait"))).status).toBe(413);
      expect((await streamed("x".repeat(1024 * 1024), MAX_LARGE_BODY_BYTES / (1024 * 1024) + 1)).status).toBe(413);
      expect((await askModern(serving.url, "tools/list")).status).toBe(200);
    });

    it("takes 16 MiB for the tool that ranks texts", async () => {
      await serving.close(0);
      const tool = { name: "rank_evidence", inputSchema: { type: "object" as const } };
      serving = await startServing({
        servers: { corpus: { embed: "corpus" } },
        openSource: async (name) =>
          embeddedSource(name, {
            tools: [tool],
            callTool: async (_, args) => ({
              content: [{ type: "text", text: String((args as { text: string }).text.length) }],
            }),
          }),
      });
      const text = "x".repeat(5 * 1024 * 1024);
      const answer = await askModern(serving.url, "tools/call", { name: "corpus_rank_evidence", arguments: { text } });
      expect(answer.body.result.content[0].text).toBe(String(text.length));
    });

    it("answers 415 to another type", async () => {
      expect(
        (await post(serving.url, modernRequest("tools/list"), { ...headers, "content-type": "text/plain" })).status,
      ).toBe(415);
    });

    /** A body of unknown length; the server may answer before it ends. */
    function streamed(chunk: string, times: number): Promise<{ status: number }> {
      return new Promise((resolve, reject) => {
        const sent = request(
          {
            host: "127.0.0.1",
            port: serving.port,
            path: "/mcp",
            method: "POST",
            headers: { "content-type": "application/json" },
          },
          (response) => {
            resolve({ status: response.statusCode ?? 0 });
            sent.destroy();
          },
        );
        sent.on("error", reject);
        let written = 0;
        const write = (): void => {
          while (written < times) {
            written += 1;
            if (!sent.write(chunk)) return void sent.once("drain", write);
          }
          sent.end();
        };
        write();
      });
    }
  });

  it.each(["GET", "DELETE", "PUT"])(
    "answers 405 to %s on the endpoint, so that no host waits for a stream",
    async (method) => {
      const answer = await bare({ accept: "text/event-stream" }, method, "/mcp");
      expect(answer).toMatchObject({ status: 405, headers: { allow: "POST" } });
    },
  );

  it("answers 404 elsewhere", async () => {
    expect((await bare({}, "GET", "/nowhere")).status).toBe(404);
  });

  describe("every response", () => {
    it.each([
      ["GET", "/health"],
      ["GET", "/ready"],
      ["GET", "/mcp"],
      ["GET", "/nowhere"],
      ["POST", "/mcp"],
    ])("carries its headers and no banner: %s %s", async (method, path) => {
      const { headers } = await bare({}, method, path);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(headers).not.toHaveProperty("server");
      expect(headers).not.toHaveProperty("x-powered-by");
    });

    it("returns the caller's request id if it is fit for a log", async () => {
      expect((await bare({ "x-request-id": "abc-1.2_3" })).headers["x-request-id"]).toBe("abc-1.2_3");
      expect((await bare({ "x-request-id": "a b<c>" })).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect((await bare({ host: "evil.example", "x-request-id": "r1" })).headers["x-request-id"]).toBe("r1");
    });

    it("names the same request id in an error of the router", async () => {
      const params = { name: "call_tool", arguments: { name: "nothing_here" } };
      const answer = await post(serving.url, modernRequest("tools/call", params), {
        ...modernHeaders("tools/call", "call_tool"),
        "x-request-id": "r-77",
      });
      expect(answer.body.result.structuredContent).toMatchObject({ error: "unknown_tool", request_id: "r-77" });
    });
  });

  describe("health and readiness", () => {
    it("tells what is served, and what is not and why", async () => {
      await serving.close(0);
      serving = await startServing({
        servers: { kegg: { embed: "kegg", entrypoints: ["nowhere"] }, off: { embed: "off", enabled: false } },
      });
      const health = JSON.parse((await bare({})).text);
      expect(health).toMatchObject({
        status: "ok",
        tools: 2,
        sources: [{ namespace: "kegg", state: "up", kind: "embed", tools: 2 }],
        skipped: [{ namespace: "off", reason: "disabled" }],
        problems: [{ namespace: "kegg", name: "nowhere", problem: "unknown_entrypoint" }],
      });
    });

    it("is ready only when every required source is", async () => {
      await serving.close(0);
      const url = await deadUrl();
      serving = await startServing({
        servers: { kegg: { embed: "kegg" }, gone: { url, required: true }, also: { url } },
      });
      expect((await fetch(at("/health"))).status).toBe(200);
      const ready = await fetch(at("/ready"));
      expect(ready.status).toBe(503);
      expect(await ready.json()).toEqual({ ready: false, missing: ["gone"] });
    });
  });

  it("never passes a caller's credentials on", async () => {
    await serving.close(0);
    const { remoteSource } = await import("../../tests/support/router/remote-source.ts");
    const source = await remoteSource();
    serving = await startServing({ servers: { rem: { url: source.url } } });
    source.headers.length = 0;
    const headers = {
      ...modernHeaders("tools/call", "rem_echo"),
      authorization: "Bearer caller",
      cookie: "a=b",
      "x-api-key": "k",
    };
    await post(serving.url, modernRequest("tools/call", { name: "rem_echo", arguments: { text: "x" } }), headers);
    expect(source.headers).toHaveLength(1);
    for (const name of ["authorization", "cookie", "x-api-key"]) expect(source.headers[0]).not.toHaveProperty(name);
    await source.kill();
  });

  it("serves a host that needs push through a session when sessions are on", async () => {
    await serving.close(0);
    await start({ GENE_ROUTER_SESSIONS: "1" });
    const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "h", version: "1" } };
    const opened = await askLegacy(serving.url, "initialize", hello);
    const session = opened.headers.get("mcp-session-id");
    expect(session).toMatch(/^[0-9a-f-]{36}$/);
    const listed = await post(
      serving.url,
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      { "mcp-session-id": session! },
    );
    expect(listed.body.result.tools.length).toBeGreaterThan(2);
    expect(
      (await post(serving.url, { jsonrpc: "2.0", id: 2, method: "tools/list" }, { "mcp-session-id": "nobody" })).status,
    ).toBe(404);
    expect((await askModern(serving.url, "tools/list")).status).toBe(200);
  });
});
