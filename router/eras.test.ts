import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legacySource } from "../tests/support/router/legacy-server.ts";
import { askLegacy, askModern, modernHeaders, modernRequest, post } from "../tests/support/router/raw-client.ts";
import { type RemoteSource, remoteSource } from "../tests/support/router/remote-source.ts";
import { childCommand, startServing } from "../tests/support/router/start-router.ts";

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

describe("one endpoint for both revisions", () => {
  let serving: Awaited<ReturnType<typeof startServing>>;
  let remote: RemoteSource;
  let legacy: Awaited<ReturnType<typeof legacySource>>;

  beforeAll(async () => {
    [remote, legacy] = await Promise.all([remoteSource(), legacySource()]);
    serving = await startServing({
      servers: {
        kegg: { embed: "kegg" },
        rem: { url: remote.url },
        old: { url: legacy.url },
        kid: { command: childCommand("modern-child") },
      },
      environment: { GENE_ROUTER_SURFACE: "all" },
    });
  });
  afterAll(async () => {
    await serving.close(0);
    await Promise.all([remote.kill(), legacy.kill()]);
  });

  it.each(["2025-11-25", "2025-06-18", "2025-03-26"])("shakes hands with a host of %s", async (protocolVersion) => {
    const hello = { protocolVersion, capabilities: {}, clientInfo: { name: "h", version: "1" } };
    const answer = await askLegacy(serving.url, "initialize", hello);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        result: {
          protocolVersion,
          serverInfo: { name: "gene-router" },
          capabilities: { tools: { listChanged: true } },
        },
      },
    });
    expect(answer.headers.get("mcp-session-id")).toBeNull();
    expect(answer.body.result.instructions).toContain("search_tools");
    expect((await post(serving.url, { jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
  });

  it("answers server/discover", async () => {
    const { body } = await askModern(serving.url, "server/discover");
    expect(body.result).toMatchObject({
      supportedVersions: ["2026-07-28"],
      resultType: "complete",
      ttlMs: expect.any(Number),
      cacheScope: "private",
    });
    expect(body.result._meta[SERVER_INFO]).toMatchObject({ name: "gene-router" });
  });

  it("refuses a version that nobody speaks, a missing header and a header that lies", async () => {
    const version = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const future = await post(serving.url, modernRequest("tools/list", {}, version), {
      ...modernHeaders("tools/list"),
      "mcp-protocol-version": "2099-01-01",
    });
    expect(future).toMatchObject({
      status: 400,
      body: { error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } } },
    });
    const missing = await post(
      serving.url,
      modernRequest("tools/call", { name: "rem_echo" }),
      modernHeaders("tools/call"),
    );
    expect(missing).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
    const lying = await post(
      serving.url,
      modernRequest("tools/call", { name: "rem_echo" }),
      modernHeaders("tools/call", "rem_fail"),
    );
    expect(lying).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
  });

  it("answers an unknown method as the revision asks", async () => {
    expect(await askModern(serving.url, "no/such")).toMatchObject({ status: 404, body: { error: { code: -32601 } } });
    expect((await askLegacy(serving.url, "no/such")).body).toMatchObject({ error: { code: -32601 } });
  });

  it("lists the same tools to both, all with names of their source", async () => {
    const modern = (await askModern(serving.url, "tools/list")).body.result.tools.map(
      ({ name }: { name: string }) => name,
    );
    const old = (await askLegacy(serving.url, "tools/list")).body.result.tools.map(
      ({ name }: { name: string }) => name,
    );
    expect(modern).toEqual(old);
    expect(modern).toEqual([...modern].sort());
    expect(modern).toEqual(expect.arrayContaining(["kegg_get_pathways", "rem_echo", "old_echo", "kid_echo"]));
  });

  it("drops the draft-07 stamp of old servers, which some hosts refuse", async () => {
    const { body } = await askModern(serving.url, "tools/list");
    expect(JSON.stringify(body.result.tools)).not.toContain("draft-07");
  });

  it("checks mirrored headers on its own side and derives them for callers that send none", async () => {
    const params = { name: "rem_mirrored", arguments: { region: "EU" } };
    const headers = modernHeaders("tools/call", "rem_mirrored");
    expect(await post(serving.url, modernRequest("tools/call", params), headers)).toMatchObject({
      status: 400,
      body: { error: { code: -32020 } },
    });
    const mirrored = await post(serving.url, modernRequest("tools/call", params), {
      ...headers,
      "mcp-param-region": "EU",
    });
    expect(mirrored.body.result.content[0].text).toBe("EU");
    expect((await askLegacy(serving.url, "tools/call", params)).body.result.content[0].text).toBe("EU");
    const byName = await askModern(serving.url, "tools/call", { name: "call_tool", arguments: params });
    expect(byName.body.result.content[0].text).toBe("EU");
  });

  describe.each([
    ["2026-07-28", askModern],
    ["2025-11-25", askLegacy],
  ])("for a host of %s", (era, ask) => {
    it.each(["rem", "old", "kid"])(
      "forwards a call to %s with nothing added but the router's own stamp",
      async (namespace) => {
        const { body } = await ask(serving.url, "tools/call", { name: `${namespace}_echo`, arguments: { text: "hi" } });
        const { _meta: { [SERVER_INFO]: stamp, ...meta } = {}, resultType, ...result } = body.result;
        expect(result).toEqual({ content: [{ type: "text", text: "hi" }], structuredContent: { text: "hi" } });
        expect(meta).toEqual(namespace === "old" ? {} : { "example/trace": "kept" });
        expect(stamp?.name).toBe(era === "2026-07-28" ? "gene-router" : undefined);
        expect(resultType).toBe(era === "2026-07-28" ? "complete" : undefined);
      },
    );

    it("forwards a tool's failure and the protocol's refusal as they are", async () => {
      expect((await ask(serving.url, "tools/call", { name: "rem_fail" })).body.result).toMatchObject({
        isError: true,
        content: [{ text: "it failed" }],
      });
      expect((await ask(serving.url, "tools/call", { name: "rem_refuse" })).body.error).toMatchObject({
        code: -32603,
        message: "refused by the source",
        data: { why: "because" },
      });
    });

    it("answers -32602 to an unknown tool, with near names", async () => {
      const { status, body } = await ask(serving.url, "tools/call", { name: "rem_ecko" });
      expect(status).toBe(200);
      expect(body.error).toMatchObject({ code: -32602, data: { suggestions: expect.arrayContaining(["rem_echo"]) } });
    });

    it.each(["rem", "old", "kid", "kegg"])("brings progress of %s under the caller's own token", async (namespace) => {
      const name = namespace === "kegg" ? "kegg_get_pathways" : `${namespace}_talk`;
      const meta = { progressToken: "mine" };
      const params = { name, arguments: namespace === "kegg" ? { gene: "katG" } : {} };
      const { messages } =
        ask === askModern
          ? await askModern(serving.url, "tools/call", params, meta)
          : await askLegacy(serving.url, "tools/call", { ...params, _meta: meta });
      expect(messages).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            method: "notifications/progress",
            params: expect.objectContaining({ progressToken: "mine", progress: 1 }),
          }),
        ]),
      );
      expect(messages.at(-1)).toHaveProperty("result");
    });

    it("passes prompts, resources, templates and completions through under names of their source", async () => {
      const get = async (method: string, params = {}) => (await ask(serving.url, method, params)).body.result;
      expect((await get("prompts/list")).prompts.map(({ name }: { name: string }) => name)).toEqual([
        "kid_greet",
        "rem_greet",
      ]);
      expect(
        (await get("prompts/get", { name: "rem_greet", arguments: { who: "you" } })).messages[0].content.text,
      ).toBe("greet you");
      const uris = (await get("resources/list")).resources.map(({ uri }: { uri: string }) => uri);
      expect(uris).toEqual(["kid+test://readme", "rem+test://readme"]);
      expect((await get("resources/read", { uri: "rem+test://readme" })).contents[0].text).toBe("read test://readme");
      expect((await get("resources/read", { uri: "test://item/7" })).contents[0].text).toBe("read test://item/7");
      const templates = (await get("resources/templates/list")).resourceTemplates.map(
        ({ uriTemplate }: { uriTemplate: string }) => uriTemplate,
      );
      expect(templates).toEqual(["gene-router-body://{sha256}", "kid+test://item/{id}", "rem+test://item/{id}"]);
      expect((await get("resources/read", { uri: `gene-router-body://${"a".repeat(64)}` })).contents[0].text).toBe(
        "body of kegg",
      );
      const ref = { type: "ref/prompt", name: "rem_greet" };
      expect(
        (await get("completion/complete", { ref, argument: { name: "who", value: "" } })).completion.values,
      ).toEqual(["greet!"]);
      const template = { type: "ref/resource", uri: "rem+test://item/{id}" };
      expect(
        (await get("completion/complete", { ref: template, argument: { name: "id", value: "" } })).completion.values,
      ).toEqual(["test://item/{id}!"]);
    });

    it("answers -32602 to what no source has", async () => {
      for (const [method, params] of [
        ["resources/read", { uri: `gene-router-body://${"b".repeat(64)}` }],
        ["resources/read", { uri: "nowhere://x" }],
        ["prompts/get", { name: "rem_nothing" }],
      ] as const) {
        expect((await ask(serving.url, method, params)).body.error).toMatchObject({ code: -32602 });
      }
    });

    it("refuses a cursor that is not its own", async () => {
      expect((await ask(serving.url, "tools/list", { cursor: "zzz" })).body.error).toMatchObject({ code: -32602 });
    });
  });
});
