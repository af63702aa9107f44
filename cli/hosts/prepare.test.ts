import { describe, expect, it } from "vitest";
import { UnreadableHostFile } from "./entry.ts";
import type { Reach } from "./host.ts";
import { HOSTS } from "./hosts.ts";
import { merged } from "./prepare.ts";

const [vscode, cursor, codex] = [HOSTS.vscode!, HOSTS.cursor!, HOSTS.codex!];
const http: Reach = { kind: "http", url: "http://127.0.0.1:8000/mcp", tokenVariable: null };
const stdio: Reach = { kind: "stdio", command: "/usr/bin/node", args: ["/opt/gene router/main.js", "stdio"] };
const withToken: Reach = { ...http, tokenVariable: "GENE_TOKEN" };

describe("a JSON configuration", () => {
  it("is made where there is none", () => {
    expect(JSON.parse(merged(vscode, null, "gr", http).text)).toEqual({
      servers: { gr: { type: "http", url: "http://127.0.0.1:8000/mcp" } },
    });
  });

  it("keeps comments, trailing commas, other servers and other keys", () => {
    const before = '{\n  // mine\n  "inputs": [],\n  "servers": {\n    "other": { "command": "x" }, // keep\n  },\n}\n';
    const { text, known } = merged(vscode, before, "gr", http);
    expect(known).toBe(false);
    for (const kept of ["// mine", '"inputs": []', '"command": "x"', "// keep"]) expect(text).toContain(kept);
    expect(text).toContain('"gr": {');
    expect(merged(vscode, text, "gr", http)).toEqual({ text, known: true });
  });

  it("has our entry replaced, and in it what the user has set besides", () => {
    const before = '{"mcpServers":{"a":{"x":1},"gr":{"command":"y","args":[],"env":{"A":"1"},"disabled":true}}}';
    const { text, known } = merged(cursor, before, "gr", http);
    expect(known).toBe(true);
    expect(JSON.parse(text).mcpServers).toEqual({
      a: { x: 1 },
      gr: { disabled: true, url: "http://127.0.0.1:8000/mcp" },
    });
    const kept = '{"mcpServers":{"gr":{"url":"http://old/mcp","headers":{"X-Team":"tb"},"timeout":9}}}';
    expect(JSON.parse(merged(cursor, kept, "gr", http).text).mcpServers.gr).toEqual({
      url: "http://127.0.0.1:8000/mcp",
      headers: { "X-Team": "tb" },
      timeout: 9,
    });
    expect(JSON.parse(merged(cursor, kept, "gr", stdio).text).mcpServers.gr).toEqual({
      command: "/usr/bin/node",
      args: ["/opt/gene router/main.js", "stdio"],
      timeout: 9,
    });
  });

  it.each([
    ["carriage returns", '{\r\n  "servers": {\r\n    "a": {}\r\n  }\r\n}\r\n', /^[^\n]*(\r\n[^\n]*)*$/],
    ["tabs", '{\n\t"servers": {\n\t\t"a": {}\n\t}\n}\n', /\n\t\t"gr": \{\n\t\t\t"type"/],
    ["four spaces", '{\n    "servers": {\n        "a": {}\n    }\n}\n', /\n {8}"gr": \{\n {12}"type"/],
    ["a byte order mark", '\uFEFF{"servers":{}}', /^\uFEFF\{/],
  ])("stays written with %s", (_what, before, pattern) => {
    const { text } = merged(vscode, before, "gr", http);
    expect(text).toMatch(pattern);
    expect(merged(vscode, text, "gr", http).text).toBe(text);
  });

  it.each(["{", "[]", '"text"', '{"servers": }', "not json", '{"servers": 7}', '{"servers": ["a"]}'])(
    "that is %j is refused",
    (text) => {
      expect(() => merged(vscode, text, "gr", http)).toThrow(UnreadableHostFile);
    },
  );

  it("is not confused by a name that objects have", () => {
    expect(merged(vscode, "{}", "constructor", http).known).toBe(false);
  });
});

describe("a token", () => {
  it.each([
    ["claude", "Bearer ${GENE_TOKEN}"],
    ["cursor", "Bearer ${env:GENE_TOKEN}"],
    ["vscode", "Bearer ${input:gene-router-token}"],
    ["codex", 'bearer_token_env_var = "GENE_TOKEN"'],
  ])("is written by reference for %s", (host, reference) => {
    expect(merged(HOSTS[host]!, null, "gr", withToken).text).toContain(reference);
  });

  it("is asked for by VS Code once, whatever else it asks for", () => {
    const before = '{"inputs":[{"id":"other","type":"promptString"}],"servers":{}}';
    const { text } = merged(vscode, before, "gr", withToken);
    expect(JSON.parse(text).inputs).toMatchObject([{ id: "other" }, { id: "gene-router-token", password: true }]);
    expect(merged(vscode, text, "gr", withToken).text).toBe(text);
    expect(() => merged(vscode, '{"inputs":{}}', "gr", withToken)).toThrow(UnreadableHostFile);
  });
});

describe("a TOML configuration", () => {
  const before = '# mine\nmodel = "o3"\n\n[mcp_servers.other]\ncommand = "x" # keep\n';

  it("gets the entry at its end, and keeps every line before it", () => {
    const { text } = merged(codex, before, "gr", http);
    expect(text.startsWith(before)).toBe(true);
    expect(text).toContain('[mcp_servers.gr]\nurl = "http://127.0.0.1:8000/mcp"');
    expect(merged(codex, text, "gr", http)).toEqual({ text, known: true });
  });

  it("has our entry replaced with what is below it, and keeps what follows and what is the user's", () => {
    const known = `${before}\n[mcp_servers.gr]\ncommand = "y"\nstartup_timeout_sec = 30\n\n[mcp_servers.gr.env]\nA = "1"\n\n[history]\npersistence = "none"\n`;
    const { text } = merged(codex, known, "gr", http);
    expect(text).toContain('[history]\npersistence = "none"');
    expect(text).toContain("# keep");
    expect(text).toContain("startup_timeout_sec = 30");
    expect(text).not.toContain('command = "y"');
    expect(text).not.toContain('A = "1"');
    expect(merged(codex, text, "gr", http).text).toBe(text);
  });

  it("keeps its line ends", () => {
    expect(merged(codex, before.replaceAll("\n", "\r\n"), "gr", stdio).text).toMatch(/^[^\n]*(\r\n[^\n]*)*$/);
  });

  it.each([
    ["that is none", "a = ["],
    ["in which all servers stand in one line", 'mcp_servers = { other = { command = "x" } }\n'],
    ["in which a text looks like our table", 'note = """\n[mcp_servers.gr]\n"""\n[mcp_servers]\ngr = { url = "x" }\n'],
  ])("%s is refused", (_what, text) => {
    expect(() => merged(codex, text, "gr", http)).toThrow(UnreadableHostFile);
  });
});
