import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** The program as a user's shell starts it, with an environment of its own. */
function geneRouter(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", join(ROOT, "cli/main.ts"), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", GENE_ROUTER_CACHE_DIR: "off" },
  });
  children.push(child);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const exit = once(child, "exit").then(([code]) => code as number | null);
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(out) ?? pattern.exec(err);
      if (match !== null) return match;
      if (child.exitCode !== null) throw new Error(`ended without saying ${pattern}: ${out}${err}`);
      await new Promise((later) => setTimeout(later, 20));
    }
  };
  return { child, exit, says, text: () => ({ out, err }) };
}

const DEMO = ["--replay", join(ROOT, "fixtures/demo")];

describe("gene-router serve", () => {
  it("prints its URL and a line for two hosts, answers, and ends on a signal", async () => {
    const router = geneRouter("serve", "--port", "0", ...DEMO);
    const url = (await router.says(/serves \d+ tools at (http:\S+)/))[1]!;
    await router.says(/claude mcp add --scope user --transport http gene-router http/);
    await router.says(/"mcpServers"/);
    expect(await (await fetch(new URL("/health", url))).json()).toMatchObject({ status: "ok" });
    expect(await (await fetch(new URL("/ready", url))).json()).toMatchObject({ ready: true });
    router.child.kill("SIGTERM");
    expect(await router.exit).toBe(0);
  });

  it("says which port is taken and how to choose another", async () => {
    const first = geneRouter("serve", "--port", "0", ...DEMO);
    const port = (await first.says(/127\.0\.0\.1:(\d+)/))[1]!;
    const second = geneRouter("serve", "--port", port, ...DEMO);
    expect(await second.exit).toBe(2);
    expect(second.text().err).toContain(`Port ${port} is taken`);
  });

  it("refuses an address that others can reach, unless that is said", async () => {
    const open = geneRouter("serve", "--host", "0.0.0.0", "--port", "0", ...DEMO);
    expect(await open.exit).toBe(2);
    expect(open.text().err).toContain("GENE_ROUTER_ALLOW_INSECURE");
  });

  it("serves one source alone over HTTP", async () => {
    const source = geneRouter("serve", "tbdb", "--http", "0", ...DEMO);
    const url = (await source.says(/at (http:\S+)/))[1]!;
    expect(await (await fetch(new URL("/health", url))).json()).toMatchObject({ source: "tbdb" });
  });

  it("ends when the host closes its input, and writes JSON-RPC only", async () => {
    const router = geneRouter("stdio", ...DEMO);
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    router.child.stdin!.write(`${JSON.stringify(initialize)}\n`);
    await router.says(/"protocolVersion":"2025-06-18"/);
    router.child.stdin!.end();
    expect(await router.exit).toBe(0);
    for (const line of router.text().out.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
  });
});
