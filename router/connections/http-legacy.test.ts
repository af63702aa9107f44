import { describe, expect, it } from "vitest";
import { call, connection, kept, signal } from "../../tests/support/router/http-connection.ts";
import { legacySource } from "../../tests/support/router/legacy-server.ts";
import { rawSource } from "../../tests/support/router/remote-source.ts";
import type { JsonObject } from "./connection.ts";

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

  it("that was restarted gets a new session, one for all calls that found the old one lost", async () => {
    const source = kept(await legacySource());
    const to = connection(source.url);
    await to.definition(signal());
    source.forget();
    source.methods.length = 0;
    const answers = await Promise.all(["a", "b", "c"].map((text) => call(to, "echo", { text })));
    expect(answers.map(({ structuredContent }) => structuredContent)).toEqual([
      { text: "a" },
      { text: "b" },
      { text: "c" },
    ]);
    expect(source.methods.filter((method) => method === "initialize")).toHaveLength(1);
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
