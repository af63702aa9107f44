import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../support/router/raw-client.ts";
import { type RemoteSource, remoteSource } from "../support/router/remote-source.ts";
import { startServing } from "../support/router/start-router.ts";

const handshake = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "h", version: "1" } },
};

describe("a session", () => {
  let remote: RemoteSource;
  let serving: Awaited<ReturnType<typeof startServing>>;
  beforeAll(async () => {
    remote = await remoteSource();
    serving = await startServing({
      servers: { rem: { url: remote.url } },
      environment: { GENE_ROUTER_SESSIONS: "1" },
    });
  });
  afterAll(async () => {
    await serving.close(0);
    await remote.kill();
  });
  const begin = async (headers = {}) => {
    const { headers: answered } = await post(serving.url, handshake, headers);
    const id = String(answered.get("mcp-session-id"));
    const session = { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
    await post(serving.url, { jsonrpc: "2.0", method: "notifications/initialized" }, session);
    return session;
  };
  const call = (id: number, name: string, args: object = {}) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const stream = (headers: Record<string, string>) =>
    fetch(serving.url, { headers: { accept: "text/event-stream", ...headers } });

  it("ends with DELETE; then its id answers 404, and a handshake gives another, whatever id it carries", async () => {
    const session = await begin();
    expect((await fetch(serving.url, { method: "DELETE", headers: session })).status).toBe(200);
    expect((await post(serving.url, call(2, "rem_echo"), session)).status).toBe(404);
    expect((await stream(session)).status).toBe(404);
    const again = await begin(session);
    expect(again["mcp-session-id"]).not.toBe(session["mcp-session-id"]);
    expect((await post(serving.url, call(2, "rem_echo", { text: "hi" }), again)).status).toBe(200);
  });

  it("has one listening stream, and a second one is refused", async () => {
    const session = await begin();
    const first = await stream(session);
    expect(first.headers.get("content-type")).toContain("text/event-stream");
    expect((await stream(session)).status).toBe(409);
    await first.body?.cancel();
  });

  it("gives a host that lost its connection the answer that it missed", async () => {
    const session = await begin();
    const leaving = new AbortController();
    const response = await fetch(serving.url, {
      method: "POST",
      signal: leaving.signal,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...session },
      body: JSON.stringify(call(7, "rem_hold")),
    });
    const reader = response.body!.getReader();
    let heard = "";
    while (!heard.includes("\n\n")) heard += new TextDecoder().decode((await reader.read()).value);
    const lastEvent = /^id: (\S+)$/m.exec(heard)?.[1] ?? "";
    leaving.abort();
    await expect(reader.read()).rejects.toThrow();
    // In a session, a connection that breaks is no cancellation; the call goes on and is let go by another.
    await expect
      .poll(async () => (await post(serving.url, call(8, "rem_release"), session)).body.result.content[0].text)
      .toBe("ok");
    const rest = await stream({ ...session, "last-event-id": lastEvent });
    const resumed = rest.body!.getReader();
    let text = "";
    while (!text.includes("released")) text += new TextDecoder().decode((await resumed.read()).value);
    expect(text).toContain('"id":7');
  });

  it("refuses to resume from an event that it does not know", async () => {
    expect((await stream({ ...(await begin()), "last-event-id": "99999" })).status).toBe(400);
  });

  it("is cancelled by message", async () => {
    const session = await begin();
    remote.control.cancelled.length = 0;
    const hanging = post(serving.url, call(9, "rem_hang"), session).catch(() => null);
    await expect.poll(() => remote.headers.some((headers) => headers["mcp-name"] === "hang")).toBe(true);
    await post(serving.url, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } }, session);
    await expect.poll(() => remote.control.cancelled).toEqual(["hang"]);
    void hanging;
  });

  it("leaves requests of hosts without one alone", async () => {
    const { body, headers } = await post(serving.url, call(3, "rem_echo", { text: "alone" }));
    expect(body.result.structuredContent).toEqual({ text: "alone" });
    expect(headers.get("mcp-session-id")).toBeNull();
  });
});
