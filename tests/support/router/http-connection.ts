import type { ServerResponse } from "node:http";
import { afterEach } from "vitest";
import type { CallOptions, Connection, JsonObject } from "../../../router/connections/connection.ts";
import { httpConnection } from "../../../router/connections/http.ts";
import { createSystemClock } from "../../../servers/kit/upstream/system-clock.ts";
import { rawSource } from "./remote-source.ts";

const opened: { close?(): Promise<void>; kill?(): Promise<void> }[] = [];
export const kept = <T extends { close?(): Promise<void>; kill?(): Promise<void> }>(thing: T): T => {
  opened.push(thing);
  return thing;
};

export const connection = (url: string, changes: Partial<Parameters<typeof httpConnection>[0]> = {}): Connection =>
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

export const options = (changes: Partial<CallOptions> = {}): CallOptions => ({
  signal: new AbortController().signal,
  wantsProgress: false,
  capabilities: {},
  logLevel: null,
  meta: {},
  idempotent: false,
  ...changes,
});

export const signal = () => new AbortController().signal;
export const call = (to: Connection, name: string, args: JsonObject = {}, changes: Partial<CallOptions> = {}) =>
  to.call("tools/call", { name, arguments: args }, options(changes));

afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await (thing.close?.() ?? thing.kill?.());
});

type Answers = Record<string, JsonObject | ((params: JsonObject) => JsonObject)>;

/** A server of 2026-07-28 by hand, with tools only. */
export async function answering(answers: Answers, instead: (response: ServerResponse) => boolean = () => false) {
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
export async function changing() {
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
