import { posix, win32 } from "node:path";
import type { Entry, Host, HostPlace, Reach } from "./host.ts";

const join = ({ platform }: Pick<HostPlace, "platform">, ...parts: string[]): string =>
  (platform === "win32" ? win32 : posix).join(...parts);

/** Where desktop programs keep what is theirs, by platform. */
function applicationData(place: HostPlace): string {
  const { platform, home, appData, configHome } = place;
  if (platform === "win32") return appData ?? join(place, home, "AppData", "Roaming");
  if (platform === "darwin") return join(place, home, "Library", "Application Support");
  return configHome ?? join(place, home, ".config");
}

const program = ({ command, args }: Extract<Reach, { kind: "stdio" }>) => ({ command, args: [...args] });

/** Hosts put the value of a variable there when they connect; each has its own way to say so. */
const bearer = (variable: string | null, reference: (variable: string) => string): Entry =>
  variable === null ? {} : { headers: { Authorization: `Bearer ${reference(variable)}` } };

const MCP_SERVERS = ["mcpServers"];
const TOKEN_INPUT = "gene-router-token";

/** For a shell: what is no plain word is quoted. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The hosts that `install` knows, by the name on the command line; each as its own documentation has it. */
export const HOSTS: Readonly<Record<string, Host>> = {
  claude: {
    title: "Claude Code",
    format: "json",
    path: MCP_SERVERS,
    reaches: ["http", "stdio"],
    entry: (reach) =>
      reach.kind === "http"
        ? { type: "http", url: reach.url, ...bearer(reach.tokenVariable, (name) => `\${${name}}`) }
        : { type: "stdio", ...program(reach) },
    file: (place, scope) =>
      scope === "user" ? join(place, place.home, ".claude.json") : join(place, place.folder, ".mcp.json"),
    command: (name, reach, scope) => {
      const head = `claude mcp add --scope ${scope}`;
      if (reach.kind === "stdio") return `${head} ${name} -- ${[reach.command, ...reach.args].map(word).join(" ")}`;
      const header = reach.tokenVariable === null ? "" : ` --header 'Authorization: Bearer \${${reach.tokenVariable}}'`;
      return `${head} --transport http ${name} ${word(reach.url)}${header}`;
    },
    afterwards: "start Claude Code anew; /mcp shows the connection",
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    path: MCP_SERVERS,
    // Its file knows programs only; remote servers are added in its settings, under Connectors.
    reaches: ["stdio"],
    entry: (reach) => (reach.kind === "http" ? { url: reach.url } : program(reach)),
    file: (place, scope) =>
      scope === "user" ? join(place, applicationData(place), "Claude", "claude_desktop_config.json") : null,
    afterwards: "quit Claude Desktop and start it anew",
  },
  cursor: {
    title: "Cursor",
    format: "json",
    path: MCP_SERVERS,
    reaches: ["http", "stdio"],
    entry: (reach) =>
      reach.kind === "http"
        ? { url: reach.url, ...bearer(reach.tokenVariable, (name) => `\${env:${name}}`) }
        : program(reach),
    file: (place, scope) => join(place, scope === "user" ? place.home : place.folder, ".cursor", "mcp.json"),
    afterwards: "switch the server on in Cursor's settings, under MCP",
  },
  vscode: {
    title: "VS Code",
    format: "json",
    path: ["servers"],
    reaches: ["http", "stdio"],
    entry: (reach) =>
      reach.kind === "http"
        ? { type: "http", url: reach.url, ...bearer(reach.tokenVariable, () => `\${input:${TOKEN_INPUT}}`) }
        : { type: "stdio", ...program(reach) },
    // VS Code asks once and keeps what it is told in the system's key store.
    companion: (reach) =>
      reach.kind === "http" && reach.tokenVariable !== null
        ? {
            path: ["inputs"],
            item: { type: "promptString", id: TOKEN_INPUT, description: "Token for gene-router", password: true },
          }
        : null,
    file: (place, scope) =>
      scope === "user"
        ? join(place, applicationData(place), "Code", "User", "mcp.json")
        : join(place, place.folder, ".vscode", "mcp.json"),
    afterwards: "start the server from the line above its entry in mcp.json",
  },
  codex: {
    title: "Codex",
    format: "toml",
    path: ["mcp_servers"],
    reaches: ["http", "stdio"],
    entry: (reach) =>
      reach.kind === "http"
        ? { url: reach.url, ...(reach.tokenVariable !== null && { bearer_token_env_var: reach.tokenVariable }) }
        : program(reach),
    file: (place, scope) =>
      scope === "user"
        ? join(place, place.codexHome ?? join(place, place.home, ".codex"), "config.toml")
        : join(place, place.folder, ".codex", "config.toml"),
    afterwards: "start Codex anew; a folder's own file counts only where Codex trusts the folder",
  },
};

export const HOST_NAMES: readonly string[] = Object.keys(HOSTS);
