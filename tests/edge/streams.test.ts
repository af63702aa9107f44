import { afterEach, describe, expect, it } from "vitest";
import { modernHeaders, modernRequest } from "../support/router/raw-client.ts";
import { type GuardedRouter, guardedRouter } from "./guarded-router.ts";

describe("what outlives a request", () => {
  let guarded: GuardedRouter | null = null;
  afterEach(() => guarded?.close());

  it("ends with the token: a stream that listens for changes", async () => {
    guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } } });
    const soon = await guarded.token("", { exp: Math.floor(Date.now() / 1000) + 2 });
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
