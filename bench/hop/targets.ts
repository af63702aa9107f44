import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Caller, legacyCaller, modernCaller } from "./callers.ts";
import { type ProcessUnderTest, startProcess } from "./process-under-test.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PEERS = ["mcp-hub@4.2.1", "@karashiiro/my-cool-proxy@1.6.2", "@standardbeagle/slop-mcp@0.15.0"];

/** Something that a call goes through, and how it is called. */
export interface Target {
  readonly name: string;
  /** How the caller speaks; what is compared with what. */
  readonly era: "2026" | "2025";
  /** Whose processor time is counted; null: the source alone. */
  readonly process: ProcessUnderTest | null;
  readonly caller: Caller;
}

const node = (...args: string[]): string[] => [process.execPath, ...args];
const script = (name: string): string[] => node("--import", "tsx", join(import.meta.dirname, name));
const text = (value: string): Record<string, unknown> => ({ text: value });

export async function startBackend(): Promise<{ url: string; process: ProcessUnderTest }> {
  const process = startProcess(script("backend-child.ts"), {}, ROOT);
  return { url: (await process.says(/http:\S+/))[0], process };
}

/** The router as a user starts it, with so many sources at the given URL. */
export async function startRouter(url: string, sources = 1): Promise<{ url: string; process: ProcessUnderTest }> {
  const folder = mkdtempSync(join(tmpdir(), "bench-hop-"));
  const servers = Object.fromEntries(Array.from({ length: sources }, (_, n) => [`s${n}`, { url }]));
  writeFileSync(join(folder, "servers.yaml"), JSON.stringify({ servers }));
  const process = startProcess(
    node(join(ROOT, "dist/cli/main.js"), "serve", "--port", "0", "--json"),
    { GENE_ROUTER_CACHE_DIR: "off", GENE_ROUTER_LOG_LEVEL: "warn" },
    folder,
  );
  return { process, url: (await process.says(/"url": "(http:[^"]+)"/))[1]! };
}

/** The source, the floor and the router, for callers of both revisions. */
export async function ownTargets(url: string, sources: number): Promise<Target[]> {
  const router = await startRouter(url, sources);
  const floor = startProcess([...script("floor-child.ts"), url], {}, ROOT);
  const floorUrl = (await floor.says(/http:\S+/))[0];
  return [
    { name: "source alone", era: "2026", process: null, caller: modernCaller(url, "echo") },
    { name: "floor: a bare forwarder", era: "2026", process: floor, caller: modernCaller(floorUrl, "s0_echo") },
    { name: "gene-router", era: "2026", process: router.process, caller: modernCaller(router.url, "s0_echo") },
    { name: "source alone", era: "2025", process: null, caller: await legacyCaller(url, "echo", text) },
    {
      name: "gene-router",
      era: "2025",
      process: router.process,
      caller: await legacyCaller(router.url, "s0_echo", text),
    },
  ];
}

/** What npm offers for the same purpose, each as its own documentation says; none where the registry cannot be reached. */
export async function peerTargets(url: string, sources: number): Promise<Target[]> {
  const modules = installPeers();
  if (modules === null) return [];
  const folder = mkdtempSync(join(tmpdir(), "bench-peers-"));
  const names = Array.from({ length: sources }, (_, n) => `s${n}`);
  const bin = (name: string): string => join(modules, ".bin", name);
  const starts: [name: string, start: () => Promise<Target>][] = [
    [
      "mcp-hub 4.2.1",
      async () => {
        const config = join(folder, "hub.json");
        writeFileSync(config, JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { url }])) }));
        const process = startProcess(node(bin("mcp-hub"), "--port", "5571", "--config", config));
        const caller = await patiently(() => legacyCaller("http://127.0.0.1:5571/mcp", "s0__echo", text, "sse"));
        return { name: "mcp-hub 4.2.1", era: "2025", process, caller };
      },
    ],
    [
      "my-cool-proxy 1.6.2",
      async () => {
        const config = join(folder, "cool.json");
        const mcpClients = Object.fromEntries(names.map((name) => [name, { type: "http", url }]));
        writeFileSync(config, JSON.stringify({ port: 5572, host: "127.0.0.1", transport: "http", mcpClients }));
        const process = startProcess(node(bin("my-cool-proxy")), { CONFIG_PATH: config });
        const lua = (value: string) => ({ script: `result(s0.echo({ text = "${value}" }):await())` });
        const caller = await patiently(() => legacyCaller("http://127.0.0.1:5572/mcp", "execute", lua));
        return { name: "my-cool-proxy 1.6.2", era: "2025", process, caller };
      },
    ],
    [
      "slop-mcp 0.15.0",
      async () => {
        const program = slopProgram(modules);
        const environment = { XDG_CONFIG_HOME: folder };
        for (const name of names)
          spawnSync(program, ["mcp", "add", name, "--transport=streamable", `--url=${url}`], {
            cwd: folder,
            env: { ...process.env, ...environment },
          });
        const slop = startProcess([program, "serve", "--port", "5573"], environment, folder);
        const execute = (value: string) => ({ mcp_name: "s0", tool_name: "echo", parameters: { text: value } });
        const caller = await patiently(() => legacyCaller("http://localhost:5573/sse", "execute_tool", execute, "sse"));
        return { name: "slop-mcp 0.15.0", era: "2025", process: slop, caller };
      },
    ],
  ];
  const targets: Target[] = [];
  for (const [name, start] of starts) {
    try {
      const target = await start();
      await patiently(async () => {
        await target.caller.call(0);
        return target;
      });
      targets.push(target);
    } catch (error) {
      console.error(`${name} could not be measured: ${error instanceof Error ? error.message.slice(0, 200) : ""}`);
    }
  }
  return targets;
}

/** The program itself, without the Node script around it. */
const slopProgram = (modules: string): string =>
  join(
    modules,
    "@standardbeagle/slop-mcp/binaries",
    `slop-mcp-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`,
  );

/** Servers say that they listen before they do. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function installPeers(): string | null {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "gene-router-bench", "hop");
  const modules = join(folder, "node_modules");
  if (PEERS.every((peer) => existsSync(join(modules, peer.replace(/@[\d.]+$/, ""))))) return modules;
  mkdirSync(folder, { recursive: true });
  console.error(`installing ${PEERS.join(", ")} …`);
  try {
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...PEERS], { stdio: "inherit" });
    return modules;
  } catch {
    console.error("The npm registry cannot be reached; only the router and the floor are measured.");
    return null;
  }
}
