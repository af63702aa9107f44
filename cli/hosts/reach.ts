import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isLoopback } from "../../servers/kit/http/listen.ts";
import type { Environment } from "../../servers/kit/settings.ts";
import { packageRoot } from "../../servers/kit/version.ts";
import { loadConfig, type RouterFlags } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import type { Host, HostPlace, Reach } from "./host.ts";

export interface ReachFlags extends RouterFlags {
  stdio?: boolean;
  url?: string;
  tokenEnv?: string;
}

/** How the host will reach the router: as flags and configuration say, else the way that the host has. */
export async function reachOf(host: Host, flags: ReachFlags, environment: Environment): Promise<Reach> {
  const { url, servers, stdio, tokenEnv: tokenVariable = null } = flags;
  if (stdio && url !== undefined) throw new UsageError("--stdio and --url exclude each other");
  if (url !== undefined && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || new URL(url).password))
    throw new UsageError("--url takes a URL without credentials, such as https://genes.example.org/mcp");
  if (stdio || !host.reaches.includes("http")) return asProgram(servers);
  if (url !== undefined) return { kind: "http", url, tokenVariable };
  const { publicUrl, host: bound, port, path } = (await loadConfig(flags, environment)).settings;
  if (publicUrl === null && port === 0)
    throw new UsageError("GENE_ROUTER_PORT=0 means another port each time; name the endpoint with --url");
  // Nobody can call 0.0.0.0: it means every address of this machine, and this one is always there.
  const reachable = isLoopback(bound) || !/^(0\.0\.0\.0|\[?::\]?)$/.test(bound) ? bound : "127.0.0.1";
  const own = `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}${path}`;
  return { kind: "http", url: publicUrl ?? own, tokenVariable };
}

/** Hosts start it in a folder of their own and with a short PATH, so every path is whole. */
function asProgram(servers: string | undefined): Reach {
  const script = [join("ci", "gene-router.mjs"), join("dist", "cli", "main.js")]
    .map((each) => join(packageRoot(), each))
    .find((each) => existsSync(each));
  const named = servers === undefined ? [] : ["--servers", resolve(servers)];
  return { kind: "stdio", command: process.execPath, args: [script ?? "gene-router", "stdio", ...named] };
}

/** Where this machine keeps the hosts' configuration. */
export function placeOf(environment: Environment): HostPlace {
  const set = (name: string): string | null => environment[name]?.trim() || null;
  return {
    platform: process.platform,
    home: set("HOME") ?? set("USERPROFILE") ?? homedir(),
    appData: set("APPDATA"),
    configHome: set("XDG_CONFIG_HOME"),
    codexHome: set("CODEX_HOME"),
    folder: resolve("."),
  };
}
