import { afterEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";
import { childCommand } from "../../tests/support/router/start-router.ts";
import { parseConfig } from "../config/parse-config.ts";
import { childConnection, childEnvironment } from "./child.ts";
import type { CallOptions, Connection, JsonObject } from "./connection.ts";

const options: CallOptions = {
  signal: new AbortController().signal,
  wantsProgress: false,
  capabilities: {},
  logLevel: null,
  meta: {},
  idempotent: false,
};
const signal = () => new AbortController().signal;

describe("a source that is a child process", () => {
  let child: Connection;
  let closed = 0;
  const start = (command: readonly string[], maxBytes = 200_000) => {
    closed = 0;
    child = childConnection({
      command,
      environment: childEnvironment(
        parseConfig({ file: "f", text: "servers: { a: { embed: a } }", dotenv: null, environment: {} }).sources[0]!,
        {},
      ),
      maxBytes,
      client: { name: "test", version: "1" },
      clock: createSystemClock(),
      verdict: null,
      events: { onChanged: () => {}, onClosed: () => (closed += 1) },
    });
  };
  const call = (name: string, args: JsonObject = {}, changes: Partial<CallOptions> = {}) =>
    child.call("tools/call", { name, arguments: args }, { ...options, ...changes });
  afterEach(() => child.close());

  it.each(["modern", "legacy"] as const)("speaks the %s revision", async (era) => {
    start(childCommand(`${era}-child`));
    const { tools } = await child.definition(signal());
    expect(child.era()).toMatchObject({ era });
    expect(tools.map(({ name }) => name)).toContain("echo");
    expect(await call("echo", { text: "hi" })).toMatchObject({ content: [{ text: "hi" }] });
    const heard: string[] = [];
    await call(
      "talk",
      {},
      { wantsProgress: true, logLevel: "info", onNotification: ({ method }) => heard.push(method) },
    );
    expect(heard.sort()).toEqual(["notifications/message", "notifications/progress"]);
  });

  it("is reported when it dies, and started anew", async () => {
    start(childCommand("legacy-child"));
    await child.definition(signal());
    await expect(call("die")).rejects.toMatchObject({ code: "source_down" });
    await expect.poll(() => closed).toBe(1);
    await expect(call("echo", { text: "a" })).rejects.toMatchObject({ code: "source_down", unreachable: true });
    await child.definition(signal());
    expect(await call("echo", { text: "back" })).toMatchObject({ content: [{ text: "back" }] });
  });

  it("is down when its program does not exist", async () => {
    start(["no-such-program-anywhere"]);
    await expect(child.definition(signal())).rejects.toMatchObject({ code: "source_down" });
  });

  it("ends with its time to be heard, even when it never answers", async () => {
    start(["cat"]);
    const patience = new AbortController();
    const asked = child.definition(patience.signal);
    setTimeout(() => patience.abort(new Error("enough")), 300);
    await expect(asked).rejects.toThrow("enough");
  });

  it("is not read beyond the cap", async () => {
    start(childCommand("legacy-child"));
    await child.definition(signal());
    await expect(call("big", { size: 2_000_000 })).rejects.toMatchObject({ code: "result_too_large" });
  });

  it("hears that its caller has left", async () => {
    start(childCommand("legacy-child"));
    await child.definition(signal());
    const leaving = new AbortController();
    const hanging = call("hang", {}, { signal: leaving.signal });
    leaving.abort(new Error("left"));
    await expect(hanging).rejects.toThrow("left");
    expect(await call("echo", { text: "on" })).toMatchObject({ content: [{ text: "on" }] });
  });

  it("sees the settings of this project and its own credential, nothing else", () => {
    const [source] = parseConfig({
      file: "f",
      text: "servers: { a: { command: [x], token_env: A_TOKEN } }",
      dotenv: null,
      environment: { A_TOKEN: "mine" },
    }).sources;
    const environment = childEnvironment(source!, { A_TOKEN: "mine", B_TOKEN: "not mine", GENE_ROUTER_CONTACT: "me" });
    expect(environment).toMatchObject({ A_TOKEN: "mine", GENE_ROUTER_CONTACT: "me" });
    expect(environment).not.toHaveProperty("B_TOKEN");
  });
});
