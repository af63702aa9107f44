import { posix, win32 } from "node:path";
import type { Host, HostPlace, Reach } from "./host.ts";

const join = ({ platform }: HostPlace, ...parts: string[]): string =>
  (platform === "win32" ? win32 : posix).join(...parts);

const program = ({ command, args }: Extract<Reach, { kind: "stdio" }>) => ({ command, args: [...args] });

/** `type` is optional in most hosts and read by all that know it. */
const typed = (reach: Reach): Record<string, unknown> =>
  reach.kind === "http" ? { type: "http", url: reach.url } : { type: "stdio", ...program(reach) };

/** The hosts that `install` knows, by the name on the command line. Each as its own documentation has it. */
export const HOSTS: Readonly<Record<string, Host>> = {
  claude: {
    title: "Claude Code (this user, every project)",
    format: "json",
    path: (name) => ["mcpServers", name],
    entry: typed,
    file: (place) => join(place, place.home, ".claude.json"),
    afterwards: "start Claude Code anew; /mcp shows the connection",
  },
  cursor: {
    title: "Cursor (this user, every project)",
    format: "json",
    path: (name) => ["mcpServers", name],
    entry: (reach) => (reach.kind === "http" ? { url: reach.url } : program(reach)),
    file: (place) => join(place, place.home, ".cursor", "mcp.json"),
    afterwards: "switch the server on under Settings, MCP",
  },
  vscode: {
    title: "VS Code (this folder)",
    format: "json",
    path: (name) => ["servers", name],
    entry: typed,
    file: (place) => join(place, place.folder, ".vscode", "mcp.json"),
    afterwards: "start the server from the line above its entry in .vscode/mcp.json",
  },
  codex: {
    title: "Codex (this user)",
    format: "toml",
    path: (name) => ["mcp_servers", name],
    entry: (reach) => (reach.kind === "http" ? { url: reach.url } : program(reach)),
    file: (place) => join(place, place.home, ".codex", "config.toml"),
    afterwards: "start Codex anew",
  },
};

export const HOST_NAMES: readonly string[] = Object.keys(HOSTS);
