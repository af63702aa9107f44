import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../tests/support/run-cli.ts";
import { HOST_NAMES } from "../hosts/hosts.ts";

describe("gene-router install", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "install-"));
  });
  afterEach(() => rmSync(home, { recursive: true }));
  const install = (...args: string[]) => runCli(["install", ...args], { HOME: home });

  it("prints what each host wants, and writes nothing", async () => {
    const { out, code } = await install("print");
    expect(code).toBe(0);
    for (const title of ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex"]) expect(out).toContain(title);
    expect(readdirSync(home)).toEqual([]);
  });

  it.each(["claude", "cursor", "vscode", "codex"])(
    "writes into %s's file, keeps the file before, and does nothing twice",
    async (host) => {
      const first = JSON.parse((await install(host, "--write", "--json")).out);
      expect(first).toMatchObject({ change: "added", backup: null });
      expect(readFileSync(first.file, "utf8")).toContain("http://127.0.0.1:8000/mcp");
      expect(statSync(first.file).mode & 0o777).toBe(0o600);
      const again = JSON.parse((await install(host, "--write", "--json")).out);
      expect(again).toMatchObject({ change: "none", backup: null });
      const other = JSON.parse((await install(host, "--write", "--stdio", "--json")).out);
      expect(other.change).toBe("replaced");
      expect(readFileSync(other.backup, "utf8")).toContain("http://127.0.0.1:8000/mcp");
      expect(readFileSync(other.file, "utf8")).toContain("stdio");
    },
  );

  it("shows what would change and writes nothing", async () => {
    const { out, code } = await install("cursor", "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain('+       "url": "http://127.0.0.1:8000/mcp"');
    expect(readdirSync(home)).toEqual([]);
  });

  it("lets Claude Desktop start the router, by whole paths", async () => {
    const { file } = JSON.parse((await install("claude-desktop", "--write", "--json")).out);
    const { command, args } = JSON.parse(readFileSync(file, "utf8")).mcpServers["gene-router"];
    expect(command).toBe(process.execPath);
    expect(args).toEqual([expect.stringMatching(/^\/.*gene-router\.mjs$/), "stdio"]);
  });

  it("names an address that can be called where every address is bound", async () => {
    const { out } = await runCli(["install", "cursor"], {
      HOME: home,
      GENE_ROUTER_HOST: "0.0.0.0",
      GENE_ROUTER_ALLOW_INSECURE: "1",
    });
    expect(out).toContain("http://127.0.0.1:8000/mcp");
  });

  it("leaves a file that it cannot read as it is", async () => {
    mkdirSync(join(home, ".cursor"));
    const file = join(home, ".cursor", "mcp.json");
    writeFileSync(file, "{ broken");
    const { err, code } = await install("cursor", "--write");
    expect(code).toBe(2);
    expect(err).toContain("nothing was changed");
    expect(readFileSync(file, "utf8")).toBe("{ broken");
    expect(readdirSync(join(home, ".cursor"))).toEqual(["mcp.json"]);
  });

  it("follows a link to where the file is kept", async () => {
    mkdirSync(join(home, ".cursor"));
    writeFileSync(join(home, "kept.json"), "{}");
    symlinkSync(join(home, "kept.json"), join(home, ".cursor", "mcp.json"));
    await install("cursor", "--write");
    expect(readFileSync(join(home, "kept.json"), "utf8")).toContain("gene-router");
  });

  it("writes the public URL where one is set, and no secret", async () => {
    const { out } = await runCli(["install", "cursor"], {
      HOME: home,
      GENE_ROUTER_PUBLIC_URL: "https://genes.example.org/mcp",
      NCBI_API_KEY: "canary",
    });
    expect(out).toContain("https://genes.example.org/mcp");
    expect(out).not.toContain("canary");
  });

  it.each([
    ["an unknown host", ["emacs"], HOST_NAMES.join(", ")],
    ["a name that objects have", ["constructor"], HOST_NAMES.join(", ")],
    ["print with --write", ["print", "--write"], "--write needs one host"],
    ["a bad name", ["cursor", "--name", "a b"], "--name"],
    ["a bad URL", ["cursor", "--url", "genes"], "--url"],
    ["a token itself", ["cursor", "--token-env", "ey.J9"], "never the token"],
    ["a token over stdio", ["cursor", "--stdio", "--token-env", "T"], "goes with a URL"],
    ["a URL with a password", ["cursor", "--url", "https://a:b@c/mcp"], "without credentials"],
    ["a URL for Claude Desktop", ["claude-desktop", "--write", "--url", "https://c/mcp"], "Connectors"],
    ["Claude Desktop in a folder", ["claude-desktop", "--write", "--project"], "no file for a folder"],
    ["both ways", ["cursor", "--stdio", "--url", "http://a/mcp"], "exclude each other"],
  ])("refuses %s", async (_what, args, message) => {
    const { err, code } = await install(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
