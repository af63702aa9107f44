import { afterEach, describe, expect, it } from "vitest";
import { childConnection } from "../../router/connections/child.ts";
import type { CallOptions, Connection } from "../../router/connections/connection.ts";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";

const options: CallOptions = {
  signal: new AbortController().signal,
  wantsProgress: false,
  capabilities: {},
  logLevel: null,
  meta: {},
  idempotent: false,
};

/** A child of a few lines of Node, that answers as `answer(message)` says and prints as it likes. */
const script = (body: string): string[] => [
  process.execPath,
  "-e",
  `const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
   const result = (id, value) => say({ jsonrpc: "2.0", id, result: value });
   const hello = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "kid", version: "1" } };
   const tools = { tools: [{ name: "t", inputSchema: { type: "object" } }] };
   const common = (m) => m.method === "initialize" ? result(m.id, hello)
     : m.method === "server/discover" ? say({ jsonrpc: "2.0", id: m.id, error: { code: -32601, message: "no" } })
     : m.method === "tools/list" ? result(m.id, tools) : m.method === "tools/call" ? onCall(m) : undefined;
   let onCall = (m) => result(m.id, { content: [{ type: "text", text: "hi" }] });
   let rest = "";
   process.stdin.on("data", (chunk) => {
     rest += chunk;
     const lines = rest.split("\\n");
     rest = lines.pop();
     for (const line of lines) common(JSON.parse(line));
   });
   ${body}`,
];

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("a child process", () => {
  const open: Connection[] = [];
  const start = (command: readonly string[], changes: { maxBytes?: number; onClosed?: () => void } = {}) => {
    const child = childConnection({
      command,
      environment: { PATH: process.env.PATH ?? "" },
      maxBytes: changes.maxBytes ?? 200_000,
      client: { name: "test", version: "1" },
      clock: createSystemClock(),
      verdict: { era: "legacy", probedAt: Date.now() },
      events: { onChanged: () => {}, onClosed: changes.onClosed ?? (() => {}) },
    });
    open.push(child);
    return child;
  };
  const heard = (child: Connection) => child.definition(AbortSignal.timeout(20_000));
  const call = (child: Connection, changes: Partial<CallOptions> = {}) =>
    child.call("tools/call", { name: "t", arguments: {} }, { ...options, ...changes });
  afterEach(() => Promise.all(open.splice(0).map((child) => child.close())));

  it("that floods its output with lines that are no messages is ended, and the failure says so", async () => {
    await expect(heard(start(["yes"]))).rejects.toMatchObject({ code: "source_protocol_error" });
  });

  it("that prints one line without end is ended", async () => {
    const endless = script(
      `process.stdin.removeAllListeners("data"); const more = () => process.stdout.write("x".repeat(1 << 20), more); more();`,
    );
    await expect(heard(start(endless, { maxBytes: 100_000 }))).rejects.toMatchObject({ code: "result_too_large" });
  });

  it("that prints a banner and warnings first is understood", async () => {
    const child = start(script(`for (let n = 0; n < 900; n += 1) console.log("loading model", n, "{not json");`));
    expect((await heard(child)).tools).toHaveLength(1);
    expect(await call(child)).toMatchObject({ content: [{ text: "hi" }] });
  });

  it("that writes a lot to its standard error is not held up by it", async () => {
    const child = start(
      script(`onCall = (m) => { process.stderr.write("e".repeat(5e6)); result(m.id, { content: [] }); };`),
    );
    await heard(child);
    expect(await call(child)).toEqual({ content: [] });
  });

  it("that stops reading is ended before what it does not read fills the router's memory", async () => {
    const child = start(script(`onCall = () => process.stdin.pause();`));
    await heard(child);
    void call(child).catch(() => {});
    const big = "x".repeat(4 * 1024 * 1024);
    const calls = Array.from({ length: 12 }, () =>
      child.call("tools/call", { name: "t", arguments: { big } }, options).catch((error: unknown) => error),
    );
    const failures = await Promise.all(calls);
    expect(failures).toContainEqual(expect.objectContaining({ code: "source_protocol_error" }));
  });

  it("that ends in the middle of a call fails that call, and is reported", async () => {
    let closed = 0;
    const child = start(script(`onCall = () => process.exit(1);`), { onClosed: () => (closed += 1) });
    await heard(child);
    await expect(call(child)).rejects.toMatchObject({ code: "source_down" });
    await expect.poll(() => closed).toBe(1);
    expect((await heard(child)).tools).toHaveLength(1);
  });

  it("that ignores every request to end is ended all the same, with whatever it started", async () => {
    const stubborn = script(`
      process.on("SIGTERM", () => {});
      process.stdin.on("end", () => setInterval(() => {}, 1000));
      const helper = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
      onCall = (m) => result(m.id, { content: [{ type: "text", text: process.pid + " " + helper.pid }] });`);
    const child = start(stubborn);
    await heard(child);
    const { content } = (await call(child)) as { content: { text: string }[] };
    const pids = content[0]!.text.split(" ").map(Number);
    expect(pids.map(alive)).toEqual([true, true]);
    await child.close();
    await expect.poll(() => pids.map(alive)).toEqual([false, false]);
  });

  it("whose helper outlives it and holds its pipes is reported as ended", async () => {
    let closed = 0;
    const child = start(
      script(`
      require("node:child_process").spawn("sleep", ["30"], { stdio: "inherit", detached: true }).unref();
      onCall = () => process.exit(0);`),
      { onClosed: () => (closed += 1) },
    );
    await heard(child);
    await expect(call(child)).rejects.toMatchObject({ code: "source_down" });
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(1);
  });

  it("that sends notifications without end leaves the loop to others", async () => {
    const child = start(
      script(`onCall = () => { const more = () => process.stdout.write(
        (JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } }) + "\\n").repeat(500), more); more(); };`),
    );
    await heard(child);
    const leaving = new AbortController();
    const hanging = call(child, { signal: leaving.signal });
    let turns = 0;
    for (; turns < 20; turns += 1) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(turns).toBe(20);
    leaving.abort(new Error("left"));
    await expect(hanging).rejects.toThrow("left");
  });
});
