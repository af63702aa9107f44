import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modernRequest } from "../tests/support/router/raw-client.ts";
import { type RemoteSource, remoteSource } from "../tests/support/router/remote-source.ts";
import { startRouter } from "../tests/support/router/start-router.ts";
import type { Router } from "./router.ts";
import { serveStdio } from "./serve-stdio.ts";

describe("the router over stdio", () => {
  let router: Router;
  let remote: RemoteSource;
  let input: PassThrough;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the router said
  let heard: any[];
  let stop: () => Promise<void>;

  beforeEach(async () => {
    remote = await remoteSource();
    router = await startRouter({ servers: { kegg: { embed: "kegg" }, rem: { url: remote.url } } });
    input = new PassThrough();
    const output = new PassThrough();
    heard = [];
    let rest = "";
    output.on("data", (chunk) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      // Anything that is not JSON-RPC on the output would throw here.
      for (const line of lines) heard.push(JSON.parse(line));
    });
    const handle = serveStdio(router, input, output);
    stop = () => handle.close();
  });
  afterEach(async () => {
    await stop();
    await router.close();
    await remote.kill();
  });

  const say = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answerTo = async (id: number) => {
    await expect.poll(() => heard.some((message) => message.id === id)).toBe(true);
    return heard.find((message) => message.id === id);
  };
  const grow = () => {
    remote.control.tools = [...remote.control.tools, { name: "zebra", inputSchema: { type: "object" } }];
    remote.changed();
  };
  const namesIn = (answer: { result: { tools: { name: string }[] } }) => answer.result.tools.map(({ name }) => name);

  it("tells a host of a 2025 revision when the tools change, and lists the new ones to it", async () => {
    say({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "h", version: "1" } },
    });
    expect(await answerTo(1)).toMatchObject({
      result: { protocolVersion: "2025-11-25", serverInfo: { name: "gene-router" } },
    });
    say({ method: "notifications/initialized" });
    grow();
    await expect.poll(() => heard.some(({ method }) => method === "notifications/tools/list_changed")).toBe(true);
    say({ id: 2, method: "tools/list" });
    expect(namesIn(await answerTo(2))).toContain("rem_zebra");
    say({ id: 3, method: "tools/call", params: { name: "rem_zebra", arguments: {} } });
    expect(await answerTo(3)).toMatchObject({ error: { code: -32602 } });
  });

  it("tells a host of 2026-07-28 only when it listens", async () => {
    say(modernRequest("tools/list", {}, {}, 1));
    expect(namesIn(await answerTo(1))).not.toContain("rem_zebra");
    say(modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } }, {}, 2));
    await expect
      .poll(() => heard.some(({ method }) => method === "notifications/subscriptions/acknowledged"))
      .toBe(true);
    grow();
    await expect
      .poll(() => heard.find(({ method }) => method === "notifications/tools/list_changed")?.params?._meta)
      .toMatchObject({
        "io.modelcontextprotocol/subscriptionId": 2,
      });
  });

  it("cancels at the source what the host cancels", async () => {
    say(modernRequest("tools/call", { name: "rem_hang" }, {}, 1));
    await expect.poll(() => remote.headers.some((headers) => headers["mcp-name"] === "hang")).toBe(true);
    say({ method: "notifications/cancelled", params: { requestId: 1, reason: "enough" } });
    await expect.poll(() => remote.control.cancelled).toEqual(["hang"]);
  });

  it("survives a line that is no message", async () => {
    input.write("this is not JSON\n");
    say(modernRequest("server/discover", {}, {}, 1));
    expect(await answerTo(1)).toMatchObject({ result: { supportedVersions: ["2026-07-28"] } });
  });
});
