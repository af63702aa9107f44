import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fingerprintOf } from "../../router/catalog/fingerprint.ts";
import { askLegacy, askModern, modernHeaders, modernRequest, post } from "../support/router/raw-client.ts";
import { remoteSource } from "../support/router/remote-source.ts";
import { type Watched, watchedRouter } from "./served.ts";

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const katG = { name: "kegg_get_pathways", arguments: { gene: "katG" } };
const kept: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of kept.splice(0).reverse()) await each.close();
});

async function watched(
  servers: Record<string, Record<string, unknown>> = { kegg: { embed: "kegg" } },
  environment: Record<string, string> = {},
): Promise<Watched> {
  const made = await watchedRouter(servers, environment);
  kept.push(made);
  return made;
}
const seriesOf = (text: string): string[] =>
  text.split("\n").flatMap((line) => (line === "" || line.startsWith("#") ? [] : [line.replace(/ [^ ]+$/, "")]));

describe("metrics", () => {
  it("count calls by source and outcome, a tool's own error apart from the router's", async () => {
    const { serving, telemetry } = await watched();
    await askModern(serving.url, "tools/call", katG);
    await askLegacy(serving.url, "tools/call", { name: "call_tool", arguments: katG });
    await askModern(serving.url, "tools/call", {
      name: "call_tool",
      arguments: { name: "kegg_wait", arguments: { note: 7 } },
    });
    await askLegacy(serving.url, "tools/call", { name: "nope", arguments: {} });
    await askModern(serving.url, "tools/call", { name: "search_tools", arguments: { query: "pathways" } });
    const text = await telemetry.metrics.text();
    expect(text).toContain('gene_router_calls_total{kind="tool",namespace="kegg",outcome="ok"} 2');
    expect(text).toContain('gene_router_calls_total{kind="tool",namespace="kegg",outcome="bad_arguments"} 1');
    expect(text).toContain('gene_router_calls_total{kind="tool",namespace="",outcome="unknown_tool"} 1');
    expect(text).toContain('gene_router_searches_total{found="true"} 1');
    expect(text).toContain('gene_router_source_up{namespace="kegg"} 1');
  });

  it("cannot be grown by callers, whatever names they invent", async () => {
    const { serving, telemetry } = await watched();
    const { origin } = new URL(serving.url);
    const odd = async (number: number): Promise<void> => {
      await askLegacy(serving.url, "tools/call", { name: `kegg_${number}"} 1\nevil{a="`, arguments: {} });
    };
    const ways: ((number: number) => Promise<unknown>)[] = [
      odd,
      (number) => askModern(serving.url, "tools/call", { name: "call_tool", arguments: { name: `n${number}_x` } }),
      (number) => askLegacy(serving.url, "prompts/get", { name: `p${number}` }),
      (number) => askModern(serving.url, "resources/read", { uri: `x${number}://y` }),
      (number) => askLegacy(serving.url, `method/${number}`),
      (number) => fetch(`${origin}/path-${number}`, { method: number % 2 === 0 ? "PUT" : "PATCH" }),
      (number) => fetch(`${origin}/health?x=${number}`, { headers: { "x-request-id": `r-${number}` } }),
    ];
    for (const way of ways) await way(-1);
    const before = seriesOf(await telemetry.metrics.text());
    for (let number = 0; number < 10_000; number += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, at) => ways[(number + at) % ways.length]!(number + at)));
    }
    const after = seriesOf(await telemetry.metrics.text()).filter((series) => !/^(?:nodejs|process)_/.test(series));
    expect(after.sort()).toEqual(before.filter((series) => !/^(?:nodejs|process)_/.test(series)).sort());
    expect(after.join()).not.toContain("evil");
  });

  it("are those of the documentation, each with its labels", async () => {
    const { serving, telemetry } = await watched();
    await askModern(serving.url, "tools/call", katG);
    await askModern(serving.url, "tools/call", { name: "search_tools", arguments: { query: "x" } });
    const documented = new Map(
      [
        ...readFileSync(join(import.meta.dirname, "../../docs/monitoring.md"), "utf8").matchAll(
          /^\| `(gene_router_\w+)` \| ([^|]+) \|/gm,
        ),
      ].map(([, name, labels]) => [name!, labels!.trim() === "–" ? [] : labels!.trim().split(", ")]),
    );
    const text = await telemetry.metrics.text();
    const served = [...text.matchAll(/^# TYPE (gene_router_\w+) /gm)].map(([, name]) => name!);
    expect([...documented.keys()].sort()).toEqual(served.sort());
    for (const [name, labels] of documented) {
      const line = new RegExp(`^${name}(?:_bucket|_count)?\\{([^}]*)\\}`, "m").exec(text)?.[1];
      if (line === undefined) continue;
      const found = line.split(",").map((pair) => pair.replace(/=.*$/, ""));
      expect(found.filter((label) => label !== "le").sort(), name).toEqual([...labels].sort());
    }
  });
});

describe("who may look", () => {
  it.each([
    ["/metrics", 401],
    ["/status", 200],
  ] as const)(
    "%s shows the whole to this machine and to holders of the token, not through a proxy",
    async (path, status) => {
      const { serving } = await watched(undefined, {
        GENE_ROUTER_METRICS_TOKEN: "let-me",
        GENE_ROUTER_STATUS_TOKEN: "let-me",
      });
      const { origin } = new URL(serving.url);
      const asked = async (headers: Record<string, string>) => {
        const response = await fetch(origin + path, { headers });
        return { status: response.status, whole: (await response.text()).includes("kegg") };
      };
      expect(await asked({})).toEqual({ status: 200, whole: true });
      const proxied = { "x-forwarded-for": "203.0.113.9" };
      expect(await asked(proxied)).toEqual({ status, whole: false });
      expect(await asked({ ...proxied, authorization: "Bearer wrong" })).toEqual({ status, whole: false });
      expect(await asked({ ...proxied, authorization: "Bearer let-me" })).toEqual({ status: 200, whole: true });
    },
  );

  it("nobody elsewhere where no token is set", async () => {
    const { serving } = await watched();
    const response = await fetch(`${new URL(serving.url).origin}/metrics`, {
      headers: { "x-forwarded-for": "203.0.113.9", authorization: "Bearer null" },
    });
    expect(response.status).toBe(401);
  });

  it("sees latency and standing of each source", async () => {
    const { serving } = await watched();
    await askModern(serving.url, "tools/call", katG);
    const status = (await (await fetch(`${new URL(serving.url).origin}/status`)).json()) as Record<string, unknown>;
    expect(status).toMatchObject({
      ready: true,
      sources_up: 1,
      sources: [
        { namespace: "kegg", state: "up", breaker: "closed", in_flight: 0, queued: 0, latency_ms: { calls: 1 } },
      ],
    });
  });
});

describe("the log", () => {
  it("has one line a call with what an operator needs, and the request's id is the response's", async () => {
    const { serving, events } = await watched();
    const answer = await post(serving.url, modernRequest("tools/call", katG), {
      ...modernHeaders("tools/call", katG.name),
      "x-request-id": "mine-1",
      traceparent: TRACE,
    });
    expect(answer.headers.get("x-request-id")).toBe("mine-1");
    expect(events().find(({ event }) => event === "call")).toMatchObject({
      request_id: "mine-1",
      trace_id: "0af7651916cd43dd8448eb211c80319c",
      principal: expect.stringMatching(/^[\w-]{16}$/),
      kind: "tool",
      namespace: "kegg",
      name: "kegg_get_pathways",
      outcome: "ok",
      ms: expect.any(Number),
      bytes: expect.any(Number),
    });
    await expect
      .poll(() => events().find(({ event }) => event === "exchange"))
      .toMatchObject({
        request_id: "mine-1",
        route: "mcp",
        status: 200,
      });
  });

  it("holds nothing that a caller wrote, wherever it wrote it", async () => {
    const { serving, log } = await watched(undefined, { GENE_ROUTER_STATUS_TOKEN: "canary-configured" });
    const canary = "canary-7f3a";
    const headers = {
      authorization: `Bearer ${canary}`,
      cookie: canary,
      "user-agent": canary,
      referer: `http://127.0.0.1/${canary}`,
      traceparent: canary,
      "x-forwarded-for": canary,
      "x-request-id": `${canary}/x`,
    };
    const meta = { progressToken: canary, traceparent: canary, [canary]: canary };
    for (const [method, params] of [
      ["tools/call", { name: canary, arguments: { [canary]: canary } }],
      ["tools/call", { name: katG.name, arguments: { gene: canary, [canary]: 1 } }],
      ["tools/call", { name: "call_tool", arguments: { name: canary, arguments: { a: canary } } }],
      ["tools/call", { name: "search_tools", arguments: { query: canary } }],
      ["resources/read", { uri: `x://${canary}` }],
      ["prompts/get", { name: canary }],
      [canary, { [canary]: canary }],
    ] as const) {
      await post(serving.url, modernRequest(method, params, meta), { ...modernHeaders(method), ...headers });
      await post(
        serving.url,
        { jsonrpc: "2.0", id: canary, method, params },
        { "mcp-protocol-version": "2025-11-25", ...headers },
      );
    }
    await fetch(`${new URL(serving.url).origin}/${canary}?${canary}`, { headers });
    await expect.poll(() => log().split('"exchange"').length).toBeGreaterThan(14);
    expect(log()).not.toContain(canary);
    expect(log()).not.toContain("canary-configured");
  });

  it("names a caller alike as long as the key is the same", async () => {
    const named = async (key: string) => {
      const { serving, events } = await watched(undefined, { GENE_ROUTER_LOG_KEY: key });
      await askModern(serving.url, "tools/call", katG);
      return events().find(({ event }) => event === "call")?.principal;
    };
    const [one, again, other] = [await named("k"), await named("k"), await named("other")];
    expect(one).toBe(again);
    expect(one).not.toBe(other);
  });
});

describe("traces", () => {
  it("are continued to the source, in headers and _meta; what is none is not", async () => {
    const source = await remoteSource();
    kept.push({ close: source.kill });
    const { serving } = await watched({ rem: { url: source.url } });
    const call = (headers: Record<string, string>) =>
      post(serving.url, modernRequest("tools/call", { name: "rem_echo", arguments: { text: "x" } }), {
        ...modernHeaders("tools/call", "rem_echo"),
        ...headers,
      });
    await call({ traceparent: TRACE, tracestate: "vendor=1" });
    expect(source.headers.at(-1)).toMatchObject({ traceparent: TRACE, tracestate: "vendor=1" });
    expect(source.control.lastMeta).toMatchObject({ traceparent: TRACE, tracestate: "vendor=1" });
    await call({ traceparent: "00-0-0-00" });
    expect(source.headers.at(-1)).not.toHaveProperty("traceparent");
    expect(source.control.lastMeta ?? {}).not.toHaveProperty("traceparent");
  });

  it("are sent as spans where a collector is named, and the source is handed the router's own", async () => {
    // biome-ignore lint/suspicious/noExplicitAny: OTLP in JSON
    const received: any[] = [];
    const collector = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      received.push({ path: request.url, ...JSON.parse(Buffer.concat(chunks).toString()) });
      response.end("{}");
    });
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
    kept.push({ close: () => new Promise<void>((resolve) => collector.close(() => resolve())) });
    const source = await remoteSource();
    kept.push({ close: source.kill });
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const made = await watchedRouter({ rem: { url: source.url } }, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    await askModern(
      made.serving.url,
      "tools/call",
      { name: "rem_echo", arguments: { text: "x" } },
      { traceparent: TRACE },
    );
    await askModern(made.serving.url, "tools/call", { name: "nope" });
    await made.close();
    const spans = received.flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans);
    expect(received[0].path).toBe("/v1/traces");
    expect(spans).toContainEqual(
      expect.objectContaining({
        name: "tools/call rem_echo",
        traceId: "0af7651916cd43dd8448eb211c80319c",
        parentSpanId: "b7ad6b7169203331",
      }),
    );
    expect(spans).toContainEqual(
      expect.objectContaining({ name: "tools/call", status: expect.objectContaining({ code: 2 }) }),
    );
    const handed = (source.control.lastMeta as { traceparent: string }).traceparent;
    expect(handed).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
    expect(handed).not.toContain("b7ad6b7169203331");
  });

  it("cost no call anything when the collector is gone", async () => {
    const { serving } = await watched(undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
    const { body } = await askModern(serving.url, "tools/call", katG);
    expect(body.result.structuredContent.outcome).toBe("found");
  });
});

describe("the audit", () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const file = join(folder, "audit.jsonl");

  it("proves who asked what and which answer it was", async () => {
    const made = await watched(undefined, { GENE_ROUTER_AUDIT: file, GENE_ROUTER_LOG_KEY: "k" });
    const { body } = await askModern(made.serving.url, "tools/call", katG);
    await askModern(made.serving.url, "tools/call", { name: "call_tool", arguments: katG });
    await made.telemetry.close();
    const lines = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    const { resultType: _, ...result } = body.result;
    const { "io.modelcontextprotocol/serverInfo": __, ...meta } = result._meta;
    expect(lines[0]).toMatchObject({
      name: "kegg_get_pathways",
      arguments_sha256: fingerprintOf({ gene: "katG" }),
      result_sha256: fingerprintOf({ ...result, _meta: meta }),
      outcome: "ok",
      version: "0.0.0",
      definition_sha256: fingerprintOf(
        made.router.snapshot().catalogue.toolsByName.get("kegg_get_pathways")?.definition,
      ),
    });
    expect(readFileSync(file, "utf8")).not.toContain("katG");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });

  it("that cannot be written is said aloud, once, and counted; calls go on", async () => {
    const { serving, telemetry, log } = await watched(undefined, { GENE_ROUTER_AUDIT: "/proc/no/such/file" });
    for (let call = 0; call < 3; call += 1) {
      const { body } = await askModern(serving.url, "tools/call", katG);
      expect(body.result.structuredContent.outcome).toBe("found");
    }
    await telemetry.close();
    expect(log().match(/audit file cannot be written/g)).toHaveLength(1);
    expect(await telemetry.metrics.text()).toContain("gene_router_audit_lines_lost_total 3");
  });
});
