import { describe, expect, it } from "vitest";
import { answering, call, connection, kept, signal } from "../../tests/support/router/http-connection.ts";
import { remoteSource } from "../../tests/support/router/remote-source.ts";

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
});
