import { describe, expect, it } from "vitest";
import { HOSTS } from "./hosts.ts";
import { merged, UnreadableHostFile } from "./merge.ts";

const [json, toml] = [HOSTS.vscode!, HOSTS.codex!];
const entry = { url: "http://127.0.0.1:8000/mcp" };
const textOf = (result: ReturnType<typeof merged>): string => (result.change === "none" ? "" : result.text);

describe("a JSON configuration", () => {
  it("is made where there is none", () => {
    expect(JSON.parse(textOf(merged(json, null, "gr", entry)))).toEqual({ servers: { gr: entry } });
  });

  it("keeps comments, trailing commas, other servers and other keys", () => {
    const before = '{\n  // mine\n  "inputs": [],\n  "servers": {\n    "other": { "command": "x" }, // keep\n  },\n}\n';
    const after = textOf(merged(json, before, "gr", entry));
    for (const kept of ["// mine", '"inputs": []', '"command": "x"', "// keep"]) expect(after).toContain(kept);
    expect(after).toContain('"gr": {');
    expect(merged(json, after, "gr", entry)).toEqual({ change: "none" });
  });

  it("has an entry of ours replaced, nothing beside it", () => {
    const before = textOf(merged(json, '{"servers":{"a":{"x":1}}}', "gr", entry));
    const result = merged(json, before, "gr", { url: "https://genes.example.org/mcp" });
    expect(result.change).toBe("replaced");
    expect(JSON.parse(textOf(result)).servers).toEqual({ a: { x: 1 }, gr: { url: "https://genes.example.org/mcp" } });
  });

  it.each(["{", "[]", '"text"', '{"servers": }', "not json"])("that is %j is refused", (text) => {
    expect(() => merged(json, text, "gr", entry)).toThrow(UnreadableHostFile);
  });

  it("is not confused by a name that objects have", () => {
    expect(merged(json, "{}", "constructor", entry).change).toBe("added");
  });
});

describe("a TOML configuration", () => {
  const before = '# mine\nmodel = "o3"\n\n[mcp_servers.other]\ncommand = "x" # keep\n';

  it("gets the entry at its end, and keeps every line before it", () => {
    const after = textOf(merged(toml, before, "gr", entry));
    expect(after.startsWith(before)).toBe(true);
    expect(after).toContain('[mcp_servers.gr]\nurl = "http://127.0.0.1:8000/mcp"');
    expect(merged(toml, after, "gr", entry)).toEqual({ change: "none" });
  });

  it("has an entry of ours replaced with what is below it, and keeps what follows", () => {
    const known = `${before}\n[mcp_servers.gr]\ncommand = "y"\n\n[mcp_servers.gr.env]\nA = "1"\n\n[history]\npersistence = "none"\n`;
    const after = textOf(merged(toml, known, "gr", entry));
    expect(after).toContain('[history]\npersistence = "none"');
    expect(after).toContain("# keep");
    expect(after).not.toContain('command = "y"');
    expect(after).not.toContain('A = "1"');
  });

  it.each([
    ["that is none", "a = ["],
    ["in which all servers stand in one line", 'mcp_servers = { other = { command = "x" } }\n'],
  ])("%s is refused", (_what, text) => {
    expect(() => merged(toml, text, "gr", entry)).toThrow(UnreadableHostFile);
  });
});
