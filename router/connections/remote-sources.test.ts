import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";
import { legacySource } from "../../tests/support/router/legacy-server.ts";
import { deadUrl, rawSource, remoteSource } from "../../tests/support/router/remote-source.ts";
import type { CallOptions, Connection, JsonObject } from "./connection.ts";
import { httpConnection } from "./http.ts";

const opened: { close?(): Promise<void>; kill?(): Promise<void> }[] = [];
const kept = <T extends { close?(): Promise<void>; kill?(): Promise<void> }>(thing: T): T => {
  opened.push(thing);
  return thing;
};

const connection = (url: string, changes: Partial<Parameters<typeof httpConnection>[0]> = {}): Connection =>
  kept(
    httpConnection({
      url,
      token: null,
      concurrency: 4,
      maxBytes: 100_000,
      client: { name: "test", version: "1" },
      clock: createSystemClock(),
      verdict: null,
      events: { onChanged: () => {}, onClosed: () => {} },
      ...changes,
    }),
  );

const options = (changes: Partial<CallOptions> = {}): CallOptions => ({
  signal: new AbortController().signal,
  wantsProgress: false,
  capabilities: {},
  logLevel: null,
  meta: {},
  idempotent: false,
  ...changes,
});

const signal = () => new AbortController().signal;
const call = (to: Connection, name: string, args: JsonObject = {}, changes: Partial<CallOptions> = {}) =>
  to.call("tools/call", { name, arguments: args }, options(changes));

afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await (thing.close?.() ?? thing.kill?.());
});

describe("a remote source of 2026-07-28", () => {
  it("is found out by one question and then asked without the SDK", async () => {
    const source = kept(await remoteSource());
    const to = connection(source.url, { token: "t0ken" });
    const definition = await to.definition(signal());
    expect(to.era()).toMatchObject({ era: "modern" });
    expect(definition).toMatchObject({
      serverInfo: { name: "fixture", version: "1.2.3" },
      instructions: "A fixture.",
      prompts: [{ name: "greet" }],
      resources: [{ uri: "test://readme" }],
      resourceTemplates: [{ uriTemplate: "test://item/{id}" }],
    });
    expect(definition.tools).toEqual(source.control.tools);
    expect(await call(to, "echo", { text: "hi" })).toMatchObject({
      content: [{ text: "hi" }],
      structuredContent: { text: "hi" },
    });
    expect(source.headers.at(-1)).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "echo",
      authorization: "Bearer t0ken",
    });
  });

  it("gets the headers that mirror arguments, which it checks itself", async () => {
    const source = kept(await remoteSource());
    const to = connection(source.url);
    const { tools } = await to.definition(signal());
    const { inputSchema } = tools.find(({ name }) => name === "mirrored")!;
    expect(await call(to, "mirrored", { region: "Zürich" }, { inputSchema })).toMatchObject({
      content: [{ text: "Zürich" }],
    });
    await expect(call(to, "mirrored", { region: "Zürich" })).rejects.toMatchObject({ code: "source_protocol_error" });
  });

  it("passes on progress and log messages of the call they belong to", async () => {
    const source = kept(await remoteSource());
    const to = connection(source.url);
    await to.definition(signal());
    const heard: unknown[] = [];
    await call(to, "talk", {}, { wantsProgress: true, logLevel: "info", onNotification: (note) => heard.push(note) });
    expect(heard).toEqual([
      { method: "notifications/progress", params: { progress: 1, total: 2, message: "half" } },
      { method: "notifications/message", params: expect.objectContaining({ level: "info", data: "working" }) },
    ]);
  });

  it("keeps trace context and other meta of the caller", async () => {
    const source = kept(await remoteSource());
    const to = connection(source.url);
    await to.definition(signal());
    await call(to, "echo", { text: "a" }, { meta: { traceparent: "00-a-b-01", "example/x": 1 } });
    expect(source.control.lastMeta).toMatchObject({ traceparent: "00-a-b-01", "example/x": 1 });
  });

  it("hears that its caller has left", async () => {
    const source = kept(await remoteSource());
    const to = connection(source.url);
    await to.definition(signal());
    const leaving = new AbortController();
    const hanging = call(to, "hang", {}, { signal: leaving.signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    leaving.abort(new Error("left"));
    await expect(hanging).rejects.toThrow("left");
    await expect.poll(() => source.control.cancelled).toEqual(["hang"]);
  });

  it("says what it refuses in its own words", async () => {
    const source = kept(await remoteSource());
    const to = connection(source.url);
    await to.definition(signal());
    await expect(call(to, "refuse")).rejects.toMatchObject({
      code: -32603,
      message: "refused by the source",
      data: { why: "because" },
    });
    expect(await call(to, "fail")).toMatchObject({ isError: true, content: [{ text: "it failed" }] });
  });

  it("is not read beyond the cap", async () => {
    const source = kept(await remoteSource());
    const to = connection(source.url);
    await to.definition(signal());
    await expect(call(to, "big", { size: 200_000 })).rejects.toMatchObject({ code: "result_too_large" });
    expect(await call(to, "big", { size: 50_000 })).toMatchObject({ content: [{ text: "x".repeat(50_000) }] });
  });

  it.each([
    ["a body of unknown length", "application/json", "x".repeat(10_000)],
    ["one event of a stream", "text/event-stream", `data: ${"x".repeat(10_000)}\n`],
  ])("is not read beyond the cap in %s", async (_, type, piece) => {
    let gone = false;
    let endless = false;
    const source = kept(
      await answering({ "tools/list": { tools: [] } }, (response) => {
        if (!endless) return false;
        response.writeHead(200, { "content-type": type }).once("close", () => {
          gone = true;
        });
        const write = (): void => {
          if (!gone) response.write(piece, () => setImmediate(write));
        };
        write();
        return true;
      }),
    );
    const to = connection(source.url);
    await to.definition(signal());
    endless = true;
    await expect(call(to, "endless")).rejects.toMatchObject({ code: "result_too_large" });
    await expect.poll(() => gone).toBe(true);
  });

  it("tells of changes to who listens", async () => {
    let changes = 0;
    const listening = kept(await changing());
    const to = connection(listening.url, { events: { onChanged: () => (changes += 1), onClosed: () => {} } });
    await to.definition(signal());
    await expect.poll(() => listening.listeners()).toBe(1);
    listening.change();
    await expect.poll(() => changes).toBeGreaterThan(0);
  });

  it("names entries that are no definitions, and keeps the rest", async () => {
    const source = kept(await remoteSource());
    source.control.tools = [source.control.tools[0]!, { name: "bad<1>" } as never];
    const raw = kept(await answering({ "tools/list": { tools: source.control.tools } }));
    const definition = await connection(raw.url).definition(signal());
    expect(definition.tools.map(({ name }) => name)).toEqual(["ask"]);
    expect(definition.malformed).toEqual(["bad?1?"]);
  });

  it("walks every page of a list, and no endless one", async () => {
    const page = (name: string, nextCursor?: string) => ({
      tools: [{ name, inputSchema: { type: "object" } }],
      ...(nextCursor !== undefined && { nextCursor }),
    });
    const two = kept(await answering({ "tools/list": (params) => (params.cursor === "" ? page("b") : page("a", "")) }));
    expect((await connection(two.url).definition(signal())).tools.map(({ name }) => name)).toEqual(["a", "b"]);
    const endless = kept(await answering({ "tools/list": () => page("a", "again") }));
    await expect(connection(endless.url).definition(signal())).rejects.toMatchObject({ code: "source_protocol_error" });
  });
});

describe("a remote source of a 2025 revision", () => {
  it("is found out, and asked through a session", async () => {
    const source = kept(await legacySource());
    const to = connection(source.url);
    const definition = await to.definition(signal());
    expect(to.era()).toMatchObject({ era: "legacy" });
    expect(definition).toMatchObject({ serverInfo: { name: "old" }, instructions: "Old." });
    expect(definition.tools[0]?.inputSchema).toHaveProperty("$schema");
    expect(await call(to, "echo", { text: "hi" })).toEqual({
      content: [{ type: "text", text: "hi" }],
      structuredContent: { text: "hi" },
    });
  });

  it("is not asked how it speaks again within a day, and is after it", async () => {
    const source = kept(await legacySource());
    const questions = () => source.methods.filter((method) => method === "server/discover").length;
    const now = Date.now();
    await connection(source.url, { verdict: { era: "legacy", probedAt: now - 3_600_000 } }).definition(signal());
    expect(questions()).toBe(0);
    await connection(source.url, { verdict: { era: "legacy", probedAt: now - 25 * 3_600_000 } }).definition(signal());
    expect(questions()).toBe(1);
  });

  it("passes on progress and log messages", async () => {
    const source = kept(await legacySource());
    const to = connection(source.url);
    await to.definition(signal());
    const heard: string[] = [];
    await call(to, "talk", {}, { wantsProgress: true, onNotification: ({ method }) => heard.push(method) });
    expect(heard.sort()).toEqual(["notifications/message", "notifications/progress"]);
  });

  it("is not read beyond the cap, and goes on afterwards", async () => {
    const source = kept(await legacySource());
    const to = connection(source.url);
    await to.definition(signal());
    await expect(call(to, "big", { size: 200_000 })).rejects.toMatchObject({ code: "result_too_large" });
    expect(await call(to, "echo", { text: "still here" })).toMatchObject({ content: [{ text: "still here" }] });
  });

  it("fails the call that it leaves without an answer", async () => {
    const source = await legacySource();
    const to = connection(source.url);
    await to.definition(signal());
    const hanging = call(to, "hang");
    await new Promise((resolve) => setTimeout(resolve, 50));
    await source.kill();
    await expect(hanging).rejects.toMatchObject({ code: "source_down" });
  });

  it("fails the call whose stream it ends without an answer", async () => {
    const results: Record<string, JsonObject> = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "o", version: "1" },
      },
      "tools/list": { tools: [] },
    };
    const source = kept(
      await rawSource(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const { id, method = "" } = JSON.parse(Buffer.concat(chunks).toString() || "{}") as {
          id?: number;
          method?: string;
        };
        const result = results[method];
        if (method === "tools/call") response.writeHead(200, { "content-type": "text/event-stream" }).end(": bye\n\n");
        else if (result !== undefined) {
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
        } else response.writeHead(method.startsWith("notifications/") ? 202 : 404).end();
      }),
    );
    const to = connection(source.url);
    await to.definition(signal());
    await expect(call(to, "any")).rejects.toMatchObject({ code: "source_down" });
  });
});

describe("a server that is no good", () => {
  it("is down when nobody listens", async () => {
    await expect(connection(await deadUrl()).definition(signal())).rejects.toMatchObject({
      code: "source_down",
      unreachable: true,
    });
  });

  it.each([
    [401, "source_protocol_error"],
    [403, "source_protocol_error"],
    [429, "overloaded"],
    [500, "source_down"],
    [503, "source_down"],
  ])("is not judged by a %d to be old", async (status, code) => {
    const source = kept(await rawSource((_, response) => response.writeHead(status, { "retry-after": "7" }).end("no")));
    const to = connection(source.url);
    await expect(to.definition(signal())).rejects.toMatchObject({ code });
    expect(to.era()).toBeNull();
  });

  it.each([
    ["garbage", "<html>", "application/json"],
    ["an answer to somebody else", '{"jsonrpc":"2.0","id":999,"result":{}}', "application/json"],
    ["a result that is no object", '{"jsonrpc":"2.0","id":1,"result":5}', "application/json"],
    ["a stream without an answer", ": nothing\n\n", "text/event-stream"],
    ["an empty body", "", "application/json"],
  ])("breaks the protocol with %s", async (_, body, type) => {
    let broken = false;
    const source = kept(
      await answering({ "tools/list": { tools: [] } }, (response) => {
        if (broken) response.writeHead(200, { "content-type": type }).end(body);
        return broken;
      }),
    );
    const to = connection(source.url);
    await to.definition(signal());
    broken = true;
    await expect(call(to, "echo", { text: "a" })).rejects.toMatchObject({ code: "source_protocol_error" });
  });

  it("gets one more chance when it closes a kept connection in the moment of use, for calls that may be repeated", async () => {
    let requests = 0;
    const source = kept(
      await rawSource((request) => {
        requests += 1;
        request.socket.destroy();
      }),
    );
    const to = connection(source.url, { verdict: { era: "modern", probedAt: Date.now() } });
    await expect(call(to, "echo", {}, { idempotent: true })).rejects.toMatchObject({ code: "source_down" });
    expect(requests).toBe(2);
    await expect(call(to, "echo", {}, { idempotent: false })).rejects.toMatchObject({ code: "source_down" });
    expect(requests).toBe(3);
  });
});

type Answers = Record<string, JsonObject | ((params: JsonObject) => JsonObject)>;

/** A server of 2026-07-28 by hand, with tools only. */
async function answering(answers: Answers, instead: (response: ServerResponse) => boolean = () => false) {
  return rawSource(async (request, response) => {
    if (instead(response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
      id: number;
      method: string;
      params: JsonObject;
    };
    const discover = {
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "public",
    };
    const answer = method === "server/discover" ? discover : answers[method];
    const result = typeof answer === "function" ? answer(params) : answer;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
}

/** The same, which also tells of changes. */
async function changing() {
  const streams = new Set<{ write(text: string): unknown }>();
  const source = await rawSource(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string };
    if (method === "subscriptions/listen") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(
        `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: {} })}\n\n`,
      );
      streams.add(response);
      return;
    }
    const result =
      method === "server/discover"
        ? { supportedVersions: ["2026-07-28"], capabilities: { tools: { listChanged: true } } }
        : { tools: [] };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  return {
    ...source,
    listeners: () => streams.size,
    change: () => {
      const event = { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: {} };
      for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`);
    },
  };
}
