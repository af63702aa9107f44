import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remoteSource } from "../support/router/remote-source.ts";
import { type GuardedRouter, guardedRouter } from "./guarded-router.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever a tool answers
const content = async (answer: Promise<{ body: any }>): Promise<any> => (await answer).body.result;

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

  it("hold for resources", async () => {
    const uri = `gene-router-body://sha256/${"a".repeat(64)}`;
    const read = async (scope: string) =>
      (await guarded.ask(await guarded.token(scope), "resources/read", { uri })).body;
    expect((await read("")).error).toBeDefined();
    expect(JSON.stringify(await read(""))).not.toContain("kegg");
  });

  it("let a call through that they allow", async () => {
    expect((await content(call("genes", "kegg_get_pathways", { gene: "katG" }))).structuredContent.outcome).toBe(
      "found",
    );
    expect((await content(call("rem:write", "rem_big", { size: 3 }))).content[0].text).toBe("xxx");
  });
});
