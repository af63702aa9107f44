import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { embeddedSource } from "../tests/support/router/embedded-source.ts";
import { askModern } from "../tests/support/router/raw-client.ts";
import { remoteSource } from "../tests/support/router/remote-source.ts";
import { startServing } from "../tests/support/router/start-router.ts";
import { closeOnSignals } from "./shutdown.ts";

describe("shutdown", () => {
  it("lets a call in flight finish, and takes no new one", async () => {
    let finish: (() => void) | null = null;
    let closedSource = false;
    const serving = await startServing({
      servers: { kegg: { embed: "kegg" } },
      openSource: async (name) =>
        embeddedSource(name, {
          callTool: () =>
            new Promise((resolve) => {
              finish = () => resolve({ content: [{ type: "text", text: "finished" }] });
            }),
          close: async () => {
            closedSource = true;
          },
        }),
    });
    const call = askModern(serving.url, "tools/call", { name: "kegg_wait" });
    await expect.poll(() => finish).not.toBeNull();
    const closed = serving.close();
    await expect(fetch(serving.url.replace("/mcp", "/health"))).rejects.toThrow();
    expect(closedSource).toBe(false);
    finish!();
    expect((await call).body.result.content[0].text).toBe("finished");
    await closed;
    expect(closedSource).toBe(true);
  });

  it("ends calls that outlast its patience, at the source too", async () => {
    const remote = await remoteSource();
    const serving = await startServing({ servers: { rem: { url: remote.url } } });
    const call = askModern(serving.url, "tools/call", { name: "rem_hang" });
    await expect.poll(() => remote.headers.some((headers) => headers["mcp-name"] === "hang")).toBe(true);
    await serving.close(50);
    expect(await call).toMatchObject({ status: 503, body: { error: { message: "The router is shutting down" } } });
    await expect.poll(() => remote.control.cancelled).toEqual(["hang"]);
    await remote.kill();
  });

  it("begins with the first signal and is cut short by the second", async () => {
    const exits: number[] = [];
    const ending = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
    let close: () => void = () => {};
    const stop = closeOnSignals(
      ending,
      () =>
        new Promise((resolve) => {
          close = resolve;
        }),
    );
    ending.emit("SIGTERM");
    expect(exits).toEqual([]);
    ending.emit("SIGINT");
    expect(exits).toEqual([1]);
    close();
    await expect.poll(() => exits).toEqual([1, 0]);
    stop();
    expect(ending.listenerCount("SIGTERM")).toBe(0);
  });
});
