import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askLegacy, askModern, modernHeaders, modernRequest, post } from "../support/router/raw-client.ts";
import { type RemoteSource, remoteSource } from "../support/router/remote-source.ts";
import { startServing } from "../support/router/start-router.ts";

const JSON_TYPE = { "content-type": "application/json" };
const BOTH = { accept: "application/json, text/event-stream" };
const ping = { jsonrpc: "2.0", id: 2, method: "ping" };
const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "h", version: "1" } },
});

describe.each([
  ["without sessions", {}],
  ["with sessions on", { GENE_ROUTER_SESSIONS: "1" }],
])("the endpoint, %s", (_, environment) => {
  let remote: RemoteSource;
  let serving: Awaited<ReturnType<typeof startServing>>;
  beforeAll(async () => {
    remote = await remoteSource();
    serving = await startServing({ servers: { rem: { url: remote.url } }, environment });
  });
  afterAll(async () => {
    await serving.close(0);
    await remote.kill();
  });
  const ask = (method: string, headers: Record<string, string> = {}, path = "") =>
    fetch(serving.url + path, { method, headers });
  const say = async (message: unknown, headers: Record<string, string>, path = "") => {
    const body = JSON.stringify(message);
    return fetch(serving.url + path, { method: "POST", body, headers: { ...JSON_TYPE, ...headers } });
  };

  it.each(["GET", "HEAD", "DELETE", "PUT", "OPTIONS"])(
    "answers %s outside of a session with 405 and Allow",
    async (method) => {
      const response = await ask(method, method === "GET" ? { accept: "text/event-stream" } : {});
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST");
    },
  );

  it("serves the path with a slash at the end too, and no other", async () => {
    expect((await say(ping, BOTH, "/")).status).toBe(200);
    expect((await say(ping, BOTH, "/more")).status).toBe(404);
  });

  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
    "takes a body of type %s",
    async (type) => {
      expect((await say(ping, { ...BOTH, "content-type": type })).status).toBe(200);
    },
  );

  it.each([
    ["application/json, text/event-stream", 200],
    ["text/event-stream, application/json", 200],
    ["application/json;q=0.9, text/event-stream;q=0.5", 200],
    ["*/*", 200],
    ["", 200],
    ["application/json", 406],
    ["text/html", 406],
  ])("answers a host of 2025 that accepts '%s' with %i", async (accept, status) => {
    expect((await say(ping, { accept })).status).toBe(status);
  });

  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2024-11-05"],
    ["1999-01-01", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
    // The newest revision has no handshake; who shakes hands gets the newest that has.
    ["2026-07-28", "2025-11-25"],
  ])("answers a handshake in %s with %s", async (asked, given) => {
    expect((await post(serving.url, initialize(asked))).body.result.protocolVersion).toBe(given);
  });

  it.each<Record<string, string>>([
    {},
    { "mcp-protocol-version": "2025-03-26" },
    { "mcp-protocol-version": "2025-06-18" },
  ])("answers a host of 2025 whose version header is %o", async (headers) => {
    expect((await post(serving.url, ping, headers)).body.result).toEqual({});
  });

  it("refuses a version in the header that it does not speak", async () => {
    expect((await post(serving.url, ping, { "mcp-protocol-version": "2099-01-01" })).status).toBe(400);
  });

  it("answers the batches of 2025-03-26, each request once and notifications not at all", async () => {
    const batch = [ping, { jsonrpc: "2.0", method: "notifications/initialized" }, { ...ping, id: "x" }];
    const { messages } = await post(serving.url, batch, { "mcp-protocol-version": "2025-03-26" });
    expect(messages.flat().map(({ id }: { id: unknown }) => id)).toEqual([2, "x"]);
    expect((await post(serving.url, [])).status).toBe(400);
  });

  it("has ping and logging/setLevel for hosts of 2025, and neither for hosts of 2026-07-28", async () => {
    expect((await askLegacy(serving.url, "ping")).body.result).toEqual({});
    expect((await askLegacy(serving.url, "logging/setLevel", { level: "error" })).body.result).toEqual({});
    for (const method of ["ping", "logging/setLevel", "initialize", "resources/subscribe"]) {
      const { status, body } = await askModern(
        serving.url,
        method,
        method === "ping" ? {} : { level: "error", uri: "x:y" },
      );
      expect({ status, code: body.error.code }, method).toEqual({ status: 404, code: -32601 });
    }
  });

  it("answers an unknown method with -32601, and 404 in 2026-07-28", async () => {
    expect(await askLegacy(serving.url, "no/such")).toMatchObject({ status: 200, body: { error: { code: -32601 } } });
    expect(await askModern(serving.url, "no/such")).toMatchObject({ status: 404, body: { error: { code: -32601 } } });
  });

  it("takes notifications and answers of a host with 202 and no body", async () => {
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "notifications/roots/list_changed" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
      { jsonrpc: "2.0", id: 5, result: {} },
    ]) {
      const { status, messages } = await post(serving.url, message);
      expect({ status, messages }).toEqual({ status: 202, messages: [] });
    }
  });

  it.each([{ ...ping, id: null }, { hello: 1 }, { ...ping, jsonrpc: "1.0" }, "text", 7, null])(
    "refuses %o, which is no message",
    async (message) => {
      expect((await post(serving.url, JSON.stringify(message))).status).toBe(400);
    },
  );

  it("takes the empty cursor for the first page", async () => {
    const first = (await askLegacy(serving.url, "tools/list")).body.result;
    expect((await askLegacy(serving.url, "tools/list", { cursor: "" })).body.result).toEqual(first);
  });

  it("keeps the id of a request as it came", async () => {
    for (const id of [0, "a-text", "", 2 ** 53 - 1, -7]) {
      expect((await post(serving.url, { ...ping, id })).body.id).toBe(id);
      const answer = await post(serving.url, modernRequest("tools/list", {}, {}, id), modernHeaders("tools/list"));
      expect(answer.body.id).toBe(id);
    }
  });

  it.each(["a text", 0, 7])(
    "gives progress under the token %o of the host, and none to a host without one",
    async (progressToken) => {
      const params = { name: "rem_talk", arguments: {} };
      const reports = (messages: { method?: string; params?: object }[]) =>
        messages.filter(({ method }) => method === "notifications/progress").map((each) => each.params);
      const talking = await askLegacy(serving.url, "tools/call", { ...params, _meta: { progressToken } });
      expect(reports(talking.messages)).toEqual([expect.objectContaining({ progressToken, progress: 1 })]);
      expect(reports((await askLegacy(serving.url, "tools/call", params)).messages)).toEqual([]);
      expect(reports((await askModern(serving.url, "tools/call", params)).messages)).toEqual([]);
    },
  );

  it("answers two requests with one id, of two hosts, each with its own", async () => {
    const calls = ["one", "two", "three"].map((text) =>
      askLegacy(serving.url, "tools/call", { name: "rem_echo", arguments: { text } }),
    );
    const texts = (await Promise.all(calls)).map(({ body }) => body.result.structuredContent.text);
    expect(texts).toEqual(["one", "two", "three"]);
  });
});
