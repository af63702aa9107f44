import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legacySource } from "../tests/support/router/legacy-server.ts";
import { askLegacy, askModern, modernHeaders, modernRequest } from "../tests/support/router/raw-client.ts";
import { type RemoteSource, remoteSource } from "../tests/support/router/remote-source.ts";
import { childCommand, startServing } from "../tests/support/router/start-router.ts";

describe("a request under way, in both revisions", () => {
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

  it("sends log messages only to a host of 2026-07-28 that asked for them", async () => {
    const logs = async (meta: object) =>
      (await askModern(serving.url, "tools/call", { name: "rem_talk" }, { ...meta })).messages.filter(
        ({ method }) => method === "notifications/message",
      );
    expect(await logs({})).toEqual([]);
    expect(await logs({ "io.modelcontextprotocol/logLevel": "info" })).toHaveLength(1);
    expect(await logs({ "io.modelcontextprotocol/logLevel": "error" })).toEqual([]);
  });

  it("carries trace context and foreign meta keys to the source", async () => {
    for (const ask of [
      (params: Record<string, unknown>, meta: object) => askModern(serving.url, "tools/call", params, { ...meta }),
      (params: Record<string, unknown>, meta: object) =>
        askLegacy(serving.url, "tools/call", { ...params, _meta: meta }),
    ]) {
      await ask({ name: "rem_echo", arguments: { text: "x" } }, { traceparent: "00-ab-cd-01", "example/own": 5 });
      expect(remote.control.lastMeta).toMatchObject({ traceparent: "00-ab-cd-01", "example/own": 5 });
    }
  });

  it("relays a round of questions byte for byte, and holds nothing in between", async () => {
    const capabilities = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
    for (const params of [{ name: "rem_ask" }, { name: "call_tool", arguments: { name: "rem_ask", arguments: {} } }]) {
      const asked = (await askModern(serving.url, "tools/call", params, capabilities)).body.result;
      expect(asked).toMatchObject({
        resultType: "input_required",
        requestState: "opaque=/+state",
        inputRequests: { who: { method: "elicitation/create" } },
      });
      const round = {
        inputResponses: { who: { action: "accept", content: { name: "Ada" } } },
        requestState: asked.requestState,
      };
      const answered = await askModern(serving.url, "tools/call", { ...params, ...round }, capabilities);
      expect(answered.body.result.content[0].text).toBe("hello Ada opaque=/+state");
    }
  });

  it("asks no question of a host that cannot answer it", async () => {
    expect(await askModern(serving.url, "tools/call", { name: "rem_ask" })).toMatchObject({
      status: 400,
      body: { error: { code: -32021 } },
    });
  });

  it("cancels at the source when the host closes its connection", async () => {
    remote.control.cancelled.length = 0;
    for (const [body, headers] of [
      [modernRequest("tools/call", { name: "rem_hang" }), modernHeaders("tools/call", "rem_hang")],
      [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "rem_hang" } }, {}],
    ] as const) {
      const leaving = new AbortController();
      const hanging = fetch(serving.url, {
        method: "POST",
        signal: leaving.signal,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify(body),
      }).then((response) => response.text());
      const seen = remote.headers.length;
      await expect.poll(() => remote.headers.length).toBeGreaterThan(seen);
      const before = remote.control.cancelled.length;
      leaving.abort();
      await expect(hanging).rejects.toThrow();
      await expect.poll(() => remote.control.cancelled.length).toBe(before + 1);
    }
  });

  it("tells listeners when a source's tools change", async () => {
    const leaving = new AbortController();
    const response = await fetch(serving.url, {
      method: "POST",
      signal: leaving.signal,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...modernHeaders("subscriptions/listen"),
      },
      body: JSON.stringify(
        modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } }, {}, 77),
      ),
    });
    const reader = response.body!.getReader();
    let heard = "";
    const hear = async (what: string) => {
      while (!heard.includes(what)) heard += new TextDecoder().decode((await reader.read()).value);
    };
    await hear("subscriptions/acknowledged");
    remote.control.tools = [
      ...remote.control.tools,
      { name: "zebra", description: "New.", inputSchema: { type: "object" } },
    ];
    remote.changed();
    await hear("notifications/tools/list_changed");
    expect(heard).toContain('"io.modelcontextprotocol/subscriptionId":77');
    leaving.abort();
    const names = (await askModern(serving.url, "tools/list")).body.result.tools.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toContain("rem_zebra");
    const search = await askModern(serving.url, "tools/call", { name: "search_tools", arguments: { query: "zebra" } });
    expect(search.body.result.structuredContent.hits[0].name).toBe("rem_zebra");
  });
});
