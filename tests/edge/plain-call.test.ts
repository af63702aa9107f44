import type { IncomingMessage } from "node:http";
import { ProtocolError } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainCall } from "../../router/edge/plain-call.ts";
import type { Router } from "../../router/router.ts";
import type { HttpServing } from "../../router/serve-http.ts";
import type { SourceServer } from "../../servers/kit/source-server.ts";
import { embeddedSource } from "../support/router/embedded-source.ts";
import { modernHeaders, modernRequest, post } from "../support/router/raw-client.ts";
import { remoteSource } from "../support/router/remote-source.ts";
import { startServing } from "../support/router/start-router.ts";

type Answer = Awaited<ReturnType<SourceServer["callTool"]>>;
const as = (value: unknown) => value as Answer;
const question = {
  method: "elicitation/create",
  params: { mode: "form", message: "m", requestedSchema: { type: "object", properties: {} } },
};

const ANSWERS: [string, () => Promise<Answer>][] = [
  ["a text", async () => as({ content: [{ type: "text", text: "x" }] })],
  ["an error of the tool's", async () => as({ content: [{ type: "text", text: "no" }], isError: true })],
  ["structured content that is no object", async () => as({ content: [], structuredContent: 7 })],
  ["fields of nobody's", async () => as({ content: [], extra: { a: 1 }, _meta: { "example/a": 1 } })],
  [
    "a stamp of the source's",
    async () => as({ content: [], _meta: { "io.modelcontextprotocol/serverInfo": { name: "s", version: "1" } } }),
  ],
  ["nothing", async () => as({})],
  ["content that is none", async () => as({ content: "no" })],
  ["content of an unknown kind", async () => as({ content: [{ type: "weird" }] })],
  [
    "a question that this host cannot answer",
    async () => as({ resultType: "input_required", inputRequests: { a: question }, requestState: "s" }),
  ],
  ["a task", async () => as({ resultType: "task", task: {} })],
  ["a protocol error", async () => Promise.reject(new ProtocolError(-32603, "said so", { d: 1 }))],
  ["an unknown method", async () => Promise.reject(new ProtocolError(-32601, "no such"))],
  ["a failure of its own making", async () => Promise.reject(new Error("boom"))],
];

describe("a plain call, answered without a server of the SDK", () => {
  let serving: HttpServing & { router: Router };
  let source: Awaited<ReturnType<typeof remoteSource>>;
  let answer: () => Promise<Answer> = ANSWERS[0]![1];
  beforeAll(async () => {
    source = await remoteSource();
    serving = await startServing({
      servers: { kegg: { embed: "kegg" }, rem: { url: source.url } },
      openSource: async () => embeddedSource("kegg", { callTool: () => answer() }),
    });
  });
  afterAll(async () => {
    await serving.close(0);
    await source.kill();
  });
  const params = { name: "kegg_wait", arguments: {} };
  const ask = async (headers: Record<string, string> = {}, id: unknown = "id-1") => {
    const { status, body } = await post(serving.url, modernRequest("tools/call", params, { "example/own": true }, id), {
      ...modernHeaders("tools/call", params.name),
      "x-request-id": "same",
      ...headers,
    });
    return { status, body };
  };
  /** The SDK judges whatever is unusual; a charset is enough. */
  const ASIDE = { "content-type": "application/json; charset=utf-8" };

  it.each(ANSWERS)("is the same as the SDK's answer: %s", async (_what, made) => {
    answer = made;
    expect(await ask()).toEqual(await ask(ASIDE));
    expect(await ask({}, 7)).toEqual(await ask(ASIDE, 7));
  });

  it.each(ANSWERS)("is the same to a host of a 2025 revision: %s", async (_what, made) => {
    answer = made;
    const told = async (headers: Record<string, string>, version = "2025-11-25") => {
      const { status, body } = await post(
        serving.url,
        { jsonrpc: "2.0", id: 3, method: "tools/call", params: { ...params, _meta: { "example/own": true } } },
        { "mcp-protocol-version": version, "x-request-id": "same", ...headers },
      );
      return { status, body };
    };
    expect(await told({})).toEqual(await told(ASIDE));
    expect(await told({}, "2025-03-26")).toEqual(await told(ASIDE, "2025-03-26"));
  });

  it("is the same to a host of a 2025 revision where the tool says what it returns", async () => {
    for (const structuredContent of [{ outcome: "found", records: [] }, undefined]) {
      answer = async () =>
        as({ content: [{ type: "text", text: "x" }], ...(structuredContent && { structuredContent }) });
      const told = async (headers: Record<string, string>) =>
        (
          await post(
            serving.url,
            {
              jsonrpc: "2.0",
              id: 3,
              method: "tools/call",
              params: { name: "kegg_get_pathways", arguments: { gene: "katG" } },
            },
            { "mcp-protocol-version": "2025-11-25", ...headers },
          )
        ).body;
      expect(await told({})).toEqual(await told(ASIDE));
    }
  });

  it.each([
    ["rem_echo", { text: "x" }],
    ["rem_fail", {}],
    ["rem_refuse", {}],
    ["rem_mirrored", { region: "eu" }],
    ["rem_ask", {}],
    ["rem_big", { size: 10 }],
  ])("is the same through to a remote source: %s", async (name, args) => {
    const through = async (headers: Record<string, string>) => {
      const { status, body } = await post(serving.url, modernRequest("tools/call", { name, arguments: args }), {
        ...modernHeaders("tools/call", name),
        ...(name === "rem_mirrored" && { "mcp-param-region": "eu" }),
        ...headers,
      });
      return { status, body };
    };
    const [plain, aside] = [await through({}), await through(ASIDE)];
    // A state is sealed anew each time.
    for (const { body } of [plain, aside])
      if (body.result?.requestState !== undefined) body.result.requestState = "state";
    expect(plain).toEqual(aside);
  });

  it("is cancelled at the source when its caller leaves", async () => {
    const leaving = new AbortController();
    const asked = fetch(serving.url, {
      method: "POST",
      signal: leaving.signal,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...modernHeaders("tools/call", "rem_hang"),
      },
      body: JSON.stringify(modernRequest("tools/call", { name: "rem_hang", arguments: {} })),
    });
    await expect.poll(() => serving.router.states().find(({ namespace }) => namespace === "rem")?.inFlight).toBe(1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => source.control.cancelled).toContain("hang");
  });

  it("is only what is usual in every way; all else is the SDK's to judge", () => {
    const snapshot = serving.router.snapshot();
    const usual = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...modernHeaders("tools/call", params.name),
    };
    const message = (changes: object = {}, meta: Record<string, unknown> = {}) => ({
      ...modernRequest("tools/call", params, meta),
      ...changes,
    });
    const judged = (headers: Record<string, string | undefined>, body: unknown) =>
      plainCall({ headers: { ...usual, ...headers } } as unknown as IncomingMessage, body, snapshot);
    expect(judged({}, message())).toMatchObject({ era: "modern" });
    const old = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    for (const version of [undefined, "2025-03-26", "2025-06-18", "2025-11-25"])
      expect(judged({ "mcp-protocol-version": version }, old)).toMatchObject({ era: "legacy" });
    expect(judged({ "mcp-protocol-version": "2024-11-05" }, old)).toBeNull();
    expect(judged({ "mcp-protocol-version": "2025-11-25", "mcp-session-id": "s" }, old)).toBeNull();
    // Its source logs, and a host of that age is told.
    expect(judged({ "mcp-protocol-version": "2025-11-25" }, { ...old, params: { name: "rem_echo" } })).toBeNull();
    const odd: [Record<string, string | undefined>, unknown][] = [
      [{ "mcp-name": "kegg_get_pathways" }, message()],
      [{ "mcp-name": undefined }, message()],
      [{ "mcp-name": "=?base64?a2VnZ193YWl0?=" }, message()],
      [{ "mcp-method": "tools/list" }, message()],
      [{ "mcp-protocol-version": "2025-11-25" }, message()],
      [{ "mcp-session-id": "s" }, message()],
      [{ accept: "application/json" }, message()],
      [{}, [message()]],
      [{}, message({ id: null })],
      [{}, message({ id: 1.5 })],
      [{}, message({ id: undefined })],
      [{}, message({ jsonrpc: "1.0" })],
      [{}, message({ extra: 1 })],
      [{}, message({ params: { ...params, name: "kegg_nope" } })],
      [{}, message({ params: { ...params, arguments: [] } })],
      [{}, { ...message(), params: { ...(message() as { params: object }).params, inputResponses: {} } }],
      [{}, message({}, { progressToken: 1 })],
      [{}, message({}, { "io.modelcontextprotocol/logLevel": "info" })],
      [{}, message({}, { "io.modelcontextprotocol/protocolVersion": "2025-11-25" })],
      [{}, message({}, { "io.modelcontextprotocol/clientCapabilities": undefined })],
      [{}, message({}, { "io.modelcontextprotocol/clientCapabilities": [] })],
      [{}, message({}, { "io.modelcontextprotocol/clientInfo": "me" })],
      [{}, message({}, { "io.modelcontextprotocol/unheardOf": 1 })],
    ];
    for (const [headers, body] of odd) expect(judged(headers, body), JSON.stringify([headers, body])).toBeNull();
    expect(
      plainCall(
        { headers: { ...usual, "mcp-name": "rem_mirrored" } } as unknown as IncomingMessage,
        modernRequest("tools/call", { name: "rem_mirrored", arguments: { region: "eu" } }),
        snapshot,
      ),
    ).toBeNull();
  });
});
