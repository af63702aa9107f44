import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../tests/support/clock/fake-clock.ts";
import { answering, changing, connection, kept, signal } from "../../tests/support/router/http-connection.ts";
import { rawSource, remoteSource } from "../../tests/support/router/remote-source.ts";

describe("the lists of a remote source of 2026-07-28", () => {
  it("tells of changes to who listens", async () => {
    let changes = 0;
    const listening = kept(await changing());
    const to = connection(listening.url, { events: { onChanged: () => (changes += 1), onClosed: () => {} } });
    await to.definition(signal());
    await expect.poll(() => listening.listeners()).toBe(1);
    listening.change();
    await expect.poll(() => changes).toBeGreaterThan(0);
  });

  it("is listened to no longer when it refuses, and again when the stream broke", async () => {
    for (const [answer, attempts] of [
      [(response: ServerResponse) => response.writeHead(404).end(), 1],
      [(response: ServerResponse) => response.destroy(), 3],
    ] as const) {
      const clock = createFakeClock();
      let asked = 0;
      const source = kept(
        await rawSource(async (request, response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of request) chunks.push(chunk as Buffer);
          const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string };
          if (method === "subscriptions/listen") {
            asked += 1;
            return void answer(response);
          }
          const discover = { supportedVersions: ["2026-07-28"], capabilities: { tools: { listChanged: true } } };
          const result = method === "server/discover" ? discover : { tools: [] };
          response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
        }),
      );
      await connection(source.url, { clock }).definition(signal());
      for (let attempt = 1; attempt < 3; attempt += 1) {
        await expect.poll(() => asked).toBe(Math.min(attempt, attempts));
        if (attempts > 1) await expect.poll(() => clock.waits.length).toBe(attempt);
        await clock.advance(60_000);
      }
      await expect.poll(() => asked).toBe(attempts);
    }
  });

  it("names entries that are no definitions, and keeps the rest", async () => {
    const source = kept(await remoteSource());
    source.control.tools = [source.control.tools[0]!, { name: "bad<1>" } as never];
    const raw = kept(await answering({ "tools/list": { tools: source.control.tools } }));
    const definition = await connection(raw.url).definition(signal());
    expect(definition.tools.map(({ name }) => name)).toEqual(["ask"]);
    expect(definition.malformed).toEqual(["bad?1?"]);
  });

  it("leaves out one entry that nests without end, and keeps the rest", async () => {
    const deep = JSON.parse(`${'{"properties":{"a":'.repeat(400)}1${"}}".repeat(400)}`);
    const tools = [
      { name: "deep", inputSchema: { type: "object", ...deep } },
      { name: "flat", inputSchema: { type: "object" } },
    ];
    const source = kept(await answering({ "tools/list": { tools } }));
    const definition = await connection(source.url).definition(signal());
    expect(definition.tools.map(({ name }) => name)).toEqual(["flat"]);
    expect(definition.malformed).toEqual(["deep"]);
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
