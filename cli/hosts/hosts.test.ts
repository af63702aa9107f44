import { describe, expect, it } from "vitest";
import type { HostPlace } from "./host.ts";
import { HOSTS } from "./hosts.ts";

const LINUX: HostPlace = {
  platform: "linux",
  home: "/home/ann",
  appData: null,
  configHome: null,
  codexHome: null,
  folder: "/work/tb",
};
const MAC: HostPlace = { ...LINUX, platform: "darwin", home: "/Users/ann" };
const WINDOWS: HostPlace = {
  ...LINUX,
  platform: "win32",
  home: "C:\\Users\\ann",
  appData: "C:\\Users\\ann\\AppData\\Roaming",
  folder: "D:\\tb",
};

describe("a host's file", () => {
  it.each([
    ["claude", LINUX, "/home/ann/.claude.json"],
    ["claude", WINDOWS, "C:\\Users\\ann\\.claude.json"],
    ["claude-desktop", LINUX, "/home/ann/.config/Claude/claude_desktop_config.json"],
    ["claude-desktop", MAC, "/Users/ann/Library/Application Support/Claude/claude_desktop_config.json"],
    ["claude-desktop", WINDOWS, "C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json"],
    ["cursor", MAC, "/Users/ann/.cursor/mcp.json"],
    ["cursor", WINDOWS, "C:\\Users\\ann\\.cursor\\mcp.json"],
    ["vscode", LINUX, "/home/ann/.config/Code/User/mcp.json"],
    ["vscode", { ...LINUX, configHome: "/home/ann/etc" }, "/home/ann/etc/Code/User/mcp.json"],
    ["vscode", MAC, "/Users/ann/Library/Application Support/Code/User/mcp.json"],
    ["vscode", WINDOWS, "C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json"],
    ["vscode", { ...WINDOWS, appData: null }, "C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json"],
    ["codex", LINUX, "/home/ann/.codex/config.toml"],
    ["codex", { ...LINUX, codexHome: "/srv/codex" }, "/srv/codex/config.toml"],
    ["codex", WINDOWS, "C:\\Users\\ann\\.codex\\config.toml"],
  ] as const)("of %s lies where the host looks for it", (host, place, file) => {
    expect(HOSTS[host]?.file(place, "user")).toBe(file);
  });

  it.each([
    ["claude", "/work/tb/.mcp.json"],
    ["claude-desktop", null],
    ["cursor", "/work/tb/.cursor/mcp.json"],
    ["vscode", "/work/tb/.vscode/mcp.json"],
    ["codex", "/work/tb/.codex/config.toml"],
  ])("of %s for a folder is %s", (host, file) => {
    expect(HOSTS[host]?.file(LINUX, "project")).toBe(file);
  });

  it("can be left to the host's own command", () => {
    const reach = { kind: "stdio", command: "/usr/bin/node", args: ["/opt/gene router/main.js", "stdio"] } as const;
    expect(HOSTS.claude?.command?.("gr", reach, "user")).toBe(
      "claude mcp add --scope user gr -- /usr/bin/node '/opt/gene router/main.js' stdio",
    );
    const http = { kind: "http", url: "https://genes.example.org/mcp", tokenVariable: "T" } as const;
    expect(HOSTS.claude?.command?.("gr", http, "project")).toBe(
      "claude mcp add --scope project --transport http gr https://genes.example.org/mcp --header 'Authorization: Bearer ${T}'",
    );
  });
});
