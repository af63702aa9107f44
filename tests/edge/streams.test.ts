import { afterEach, describe, expect, it } from "vitest";
import { modernHeaders, modernRequest, post } from "../support/router/raw-client.ts";
import { type GuardedRouter, guardedRouter } from "./guarded-router.ts";

describe("what outlives a request", () => {
  let guarded: GuardedRouter | null = null;
  afterEach(() => guarded?.close());

  it("ends with the token: a stream that listens for changes", async () => {
    guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } } });
    // Within the minute that clocks may differ by, of which two seconds are left.
    const soon = await guarded.token("", { exp: Math.floor(Date.now() / 1000) - 58 });
    const response = await fetch(guarded.url, {
      method: "POST",
      headers: {
        ...modernHeaders("subscriptions/listen"),
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${soon}`,
      },
      body: JSON.stringify(modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } })),
    });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it("is not for one caller alone: of listening streams it holds 64, and the next is refused", async () => {
    guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } } });
    const { url } = guarded;
    const listen = (token: string, ending: AbortSignal) =>
      fetch(url, {
        method: "POST",
        headers: {
          ...modernHeaders("subscriptions/listen"),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } })),
        signal: ending,
      });
    const [greedy, other] = await Promise.all([
      guarded.token("", { sub: "greedy" }),
      guarded.token("", { sub: "other" }),
    ]);
    const ending = new AbortController();
    const held = await Promise.all(Array.from({ length: 64 }, () => listen(greedy, ending.signal)));
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await listen(greedy, ending.signal);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect((await listen(other, ending.signal)).status).toBe(200);
    ending.abort();
    const again = new AbortController();
    await expect.poll(() => listen(greedy, again.signal).then(({ status }) => status)).toBe(200);
    again.abort();
  });

  it("ends with the token: the stream of a session", async () => {
    guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } }, environment: { GENE_ROUTER_SESSIONS: "1" } });
    const soon = await guarded.token("", { exp: Math.floor(Date.now() / 1000) - 57 });
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${soon}`,
    };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "h", version: "1" } };
    const opened = await post(guarded.url, { jsonrpc: "2.0", id: 1, method: "initialize", params }, headers);
    const session = opened.headers.get("mcp-session-id")!;
    const stream = await fetch(guarded.url, {
      headers: { ...headers, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" },
    });
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await expect(stream.text()).rejects.toThrow();
  });

  it("belongs to whoever opened it: a session", async () => {
    guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } }, environment: { GENE_ROUTER_SESSIONS: "1" } });
    const { url } = guarded;
    const send = async (token: string, message: object, session?: string) => {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
          ...(session !== undefined && { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
      });
      await response.text();
      return { status: response.status, session: response.headers.get("mcp-session-id") };
    };
    const [mine, same, other, wider] = await Promise.all([
      guarded.token("", { sub: "me" }),
      guarded.token("", { sub: "me", jti: "another" }),
      guarded.token("", { sub: "other" }),
      guarded.token("more", { sub: "me" }),
    ]);
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "h", version: "1" } };
    const { session } = await send(mine, { method: "initialize", params });
    const list = { method: "tools/list" };
    const statuses = [];
    for (const token of [mine, same, other, wider]) statuses.push((await send(token, list, session!)).status);
    expect(statuses).toEqual([200, 200, 404, 404]);
  });
});
