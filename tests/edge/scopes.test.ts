import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../support/router/raw-client.ts";
import { deadUrl, rawSource, remoteSource } from "../support/router/remote-source.ts";
import { type GuardedRouter, guardedRouter } from "./guarded-router.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a tool answers
const content = async (answer: Promise<{ body: any }>): Promise<any> => (await answer).body.result;

it("of a source that has never been heard keep its name from who lacks them", async () => {
  const guarded = await guardedRouter({ servers: { gone: { url: await deadUrl(), scopes: ["gone"] } } });
  const error = async (scope: string) =>
    (
      await content(
        guarded.ask(await guarded.token(scope), "tools/call", { name: "call_tool", arguments: { name: "gone_t" } }),
      )
    ).structuredContent;
  expect(await error("gone")).toMatchObject({ error: "source_down", source: "gone" });
  expect(await error("")).toMatchObject({ error: "unknown_tool", source: null });
  await guarded.close();
});

it("make a resource private to its caller that its source calls public", async () => {
  const result = (method: string): object => {
    const hint = { resultType: "complete", ttlMs: 60_000, cacheScope: "public" };
    if (method === "server/discover")
      return { supportedVersions: ["2026-07-28"], capabilities: { resources: {} }, ...hint };
    if (method === "resources/list") return { resources: [{ name: "one", uri: "own://one" }], ...hint };
    if (method === "resources/templates/list") return { resourceTemplates: [], ...hint };
    return { contents: [{ uri: "own://one", text: "1" }], ...hint };
  };
  const source = await rawSource(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: result(method) }));
  });
  const guarded = await guardedRouter({ servers: { own: { url: source.url } } });
  const { body } = await guarded.ask(await guarded.token(), "resources/read", { uri: "own://one" });
  expect(body.result).toMatchObject({ contents: [{ text: "1" }], cacheScope: "private" });
  await guarded.close();
  await source.kill();
});

describe("scopes by source and tool", () => {
  let guarded: GuardedRouter;
  let source: Awaited<ReturnType<typeof remoteSource>>;
  beforeAll(async () => {
    source = await remoteSource();
    guarded = await guardedRouter({
      servers: {
        kegg: { embed: "kegg", scopes: ["genes"] },
        rem: { url: source.url, tools: { scopes: { talk: ["chat"], fail: [] } } },
      },
      environment: { GENE_ROUTER_SURFACE: "all" },
    });
  });
  afterAll(async () => {
    await guarded.close();
    await source.kill();
  });
  const names = async (scope: string): Promise<string[]> => {
    const { body } = await guarded.ask(await guarded.token(scope), "tools/list");
    return body.result.tools.map(({ name }: { name: string }) => name);
  };
  const call = async (scope: string, name: string, args: object = {}) =>
    guarded.ask(await guarded.token(scope), "tools/call", { name, arguments: args });
  const byName = (scope: string, name: string) => content(call(scope, "call_tool", { name, arguments: {} }));

  it("list what a caller may call and nothing else", async () => {
    const reading = ["call_tool", "rem_echo", "rem_fail", "search_tools"];
    expect(await names("")).toEqual(reading);
    expect(await names("genes")).toEqual(expect.arrayContaining(["kegg_get_pathways", "kegg_wait"]));
    expect(await names("chat")).toEqual([...reading, "rem_talk"].sort());
    expect(await names("rem:write")).toEqual(expect.arrayContaining(["rem_big", "rem_hang"]));
    expect(await names("rem:write")).not.toContain("rem_talk");
  });

  it("say that lists are for one caller alone", async () => {
    const { body } = await guarded.ask(await guarded.token("genes"), "tools/list");
    expect(body.result.cacheScope).toBe("private");
  });

  it("hold for a direct call: 403 with the scopes, and the source is not asked", async () => {
    const { status, headers } = await call("", "kegg_get_pathways", { gene: "katG" });
    expect(status).toBe(403);
    expect(headers.get("www-authenticate")).toMatch(
      /error="insufficient_scope", scope="genes", resource_metadata="http/,
    );
    const before = source.headers.length;
    expect((await call("genes", "rem_big", { size: 3 })).headers.get("www-authenticate")).toContain(
      'scope="rem:write"',
    );
    expect(source.headers.length).toBe(before);
  });

  it("hold for call_tool: a typed error", async () => {
    expect(await byName("", "kegg_wait")).toMatchObject({
      isError: true,
      structuredContent: {
        error: "forbidden",
        source: "kegg",
        retryable: false,
        message: expect.stringContaining("genes"),
      },
    });
    expect(await byName("chat", "rem_big")).toMatchObject({ structuredContent: { error: "forbidden" } });
  });

  it("hold for search, its suggestions, near names, an exact name and instructions", async () => {
    const found = await content(call("", "search_tools", { query: "pathways of one gene" }));
    expect(JSON.stringify(found)).not.toContain("kegg");
    const exact = await content(call("", "search_tools", { query: "name:kegg_get_pathways" }));
    expect(exact.structuredContent.hits).toEqual([]);
    expect(JSON.stringify(exact)).not.toMatch(/"kegg_/);
    const near = await byName("", "kegg_get_pathway");
    expect(near.structuredContent.error).toBe("unknown_tool");
    expect(JSON.stringify(near)).not.toContain("kegg_get_pathways");
    const discovered = await content(guarded.ask(await guarded.token(""), "server/discover"));
    expect(discovered.instructions).not.toContain("kegg");
    const allowed = await content(call("genes", "search_tools", { query: "pathways of one gene" }));
    expect(allowed.structuredContent.hits[0].name).toBe("kegg_get_pathways");
  });

  it("hold for resources and subscriptions: 403 with the scopes of the source", async () => {
    const uri = `gene-router-body://${"a".repeat(64)}`;
    const read = async (scope: string) => guarded.ask(await guarded.token(scope), "resources/read", { uri });
    const refused = await read("");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('scope="genes"');
    expect(JSON.stringify(refused.body)).not.toContain("kegg");
    const allowed = await read("genes");
    expect(allowed.body.result.contents[0].text).toBe("body of kegg");
    expect(allowed.body.result.cacheScope).toBe("private");
    const list = async (scope: string) =>
      (await guarded.ask(await guarded.token(scope), "resources/templates/list")).body.result?.resourceTemplates ?? [];
    expect(JSON.stringify(await list(""))).not.toContain("kegg");
    expect(JSON.stringify(await list("genes"))).toContain("kegg");
  });

  it("hold for every message of a batch", async () => {
    const message = (id: number, name: string) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });
    const { status, headers } = await post(
      guarded.url,
      [message(1, "rem_echo"), message(2, "rem_big"), message(3, "kegg_wait")],
      { "mcp-protocol-version": "2025-03-26", authorization: `Bearer ${await guarded.token("")}` },
    );
    expect(status).toBe(403);
    expect(headers.get("www-authenticate")).toContain('scope="rem:write"');
  });

  it("hold for health: which sources there are is for the operator", async () => {
    const { origin } = new URL(guarded.url);
    const stranger = await fetch(`${origin}/health`, { headers: { "x-forwarded-for": "192.0.2.1" } });
    expect(await stranger.json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${origin}/health`)).json()).toMatchObject({ sources: [{ namespace: "kegg" }, {}] });
  });

  it("let a call through that they allow", async () => {
    expect((await content(call("genes", "kegg_get_pathways", { gene: "katG" }))).structuredContent.outcome).toBe(
      "found",
    );
    expect((await content(call("rem:write", "rem_big", { size: 3 }))).content[0].text).toBe("xxx");
  });
});
