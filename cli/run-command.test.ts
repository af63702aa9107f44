import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../tests/support/run-cli.ts";

const DEMO = resolve(import.meta.dirname, "../fixtures/demo");
const scratch = mkdtempSync(join(tmpdir(), "gene-router-cli-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const COMMANDS = [
  "serve",
  "stdio",
  "list-tools",
  "search",
  "call",
  "validate",
  "drift",
  "pin",
  "config",
  "schema",
  "docs",
];

describe("the command line", () => {
  it.each(COMMANDS)("explains %s and offers --json", async (name) => {
    const { out, code } = await runCli([name, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: gene-router ${name}`);
    expect(out).toContain("--json");
  });

  it("calls a tool and prints its envelope as JSON", async () => {
    const { out, code } = await runCli(["call", "kegg_get_pathways", '{"gene":"katG"}', "--json", "--replay", DEMO]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ envelope: "1", outcome: "found", source: "kegg" });
  });

  it("calls a tool and prints what a person wants to see, without control characters", async () => {
    const { out, code } = await runCli(["call", "tbdb_get_lineage_markers", '{"gene":"katG"}', "--replay", DEMO]);
    expect(code).toBe(0);
    expect(out).toMatch(/^none_on_record: 0 of 0 records/);
    expect(out).toMatch(/note {2}[a-z_]+: /);
  });

  it("exits with 1 when the answer is a failure", async () => {
    const { out, code } = await runCli(["call", "kegg_get_pathways", "{}", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ outcome: "bad_input" });
  });

  it.each([
    ["an unknown tool", ["call", "kegg_get_pathwayz"], /kegg_get_pathways/],
    ["arguments that are no object", ["call", "kegg_get_pathways", "[1]"], /JSON object/],
    ["an unknown command", ["frobnicate"], /unknown command/],
    ["an unknown option", ["validate", "--frobnicate"], /unknown option/],
    ["an unknown source", ["serve", "nope", "--stdio"], /kegg, string/],
    ["a source without transport", ["serve", "kegg"], /--stdio, or --http PORT/],
    ["a port that is none", ["serve", "kegg", "--http", "99999"], /0 to 65535/],
    ["a servers.yaml that is missing", ["list-tools", "--servers", join(scratch, "none.yaml")], /none\.yaml/],
    ["a namespace that is not served", ["list-tools", "--namespace", "nope"], /kegg, string/],
    [
      "a recording that is missing",
      ["call", "kegg_get_pathways", "--replay", join(scratch, "none")],
      /GENE_ROUTER_UPSTREAM/,
    ],
  ])("exits with 2 for %s and says what to do", async (_name, argv, message) => {
    const { err, code } = await runCli(argv);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it("names a bad variable and never its value", async () => {
    const { err, code } = await runCli(["validate"], { GENE_ROUTER_MEMORY_MB: "hunter2" });
    expect(code).toBe(2);
    expect(err).toContain("GENE_ROUTER_MEMORY_MB");
    expect(err).not.toContain("hunter2");
  });

  it("names a setting that does not exist, and checks every value before anything starts", async () => {
    const { out } = await runCli(["validate"], { GENE_ROUTER_KEG_TERMS: "academic" });
    expect(out).toContain("GENE_ROUTER_KEG_TERMS is no setting");
    for (const name of ["GENE_ROUTER_KEGG_TERMS", "GENE_ROUTER_LOG_LEVEL", "GENE_ROUTER_TEXT"]) {
      const { err, code } = await runCli(["validate"], { [name]: "loud" });
      expect([code, err]).toEqual([2, expect.stringContaining(name)]);
    }
  });

  it("lists the tools of one source with their cost", async () => {
    const { out } = await runCli(["list-tools", "--namespace", "kegg", "--json"]);
    const rows = JSON.parse(out) as { name: string; tokens: number; pinned: boolean }[];
    expect(rows.every(({ name }) => name.startsWith("kegg_"))).toBe(true);
    expect(rows.find(({ name }) => name === "kegg_get_pathways")).toMatchObject({ pinned: true });
  });

  it("finds a tool by what it does, and suggests when nothing matches", async () => {
    expect((await runCli(["search", "papers", "about", "a", "gene"])).out).toContain("pubmed_get_abstracts_for_gene");
    const nothing = await runCli(["search", "qqqqzzzz", "--json"]);
    expect(JSON.parse(nothing.out)).toMatchObject({ hits: [], suggestions: expect.any(Array) });
  });

  it("validates, and says line, key and cure for what is wrong", async () => {
    expect((await runCli(["validate"])).out).toMatch(/^valid: 6 sources/m);
    const file = join(scratch, "servers.yaml");
    writeFileSync(file, "servers:\n  kegg:\n    url: kegg:3001\n    colour: red\n");
    const { err, code } = await runCli(["validate", "--servers", file]);
    expect(code).toBe(2);
    expect(err).toMatch(/servers\.yaml:3 servers\.kegg\.url: .*http:\/\/kegg:3001\/mcp/);
    expect(err).toMatch(/servers\.yaml:4 servers\.kegg\.colour/);
    const asJson = await runCli(["validate", "--servers", file, "--json"]);
    expect(JSON.parse(asJson.out)).toMatchObject({ ok: false, problems: expect.any(Array) });
  });

  it("shows every setting with its origin, secrets masked", async () => {
    const { out } = await runCli(["config", "--json"], { NCBI_API_KEY: "s3cr3t", GENE_ROUTER_PORT: "8100" });
    expect(out).not.toContain("s3cr3t");
    const rows = JSON.parse(out) as { key: string; value: unknown; origin: string; from: string | null }[];
    expect(rows.find(({ from }) => from === "NCBI_API_KEY")).toMatchObject({ value: "(set)", origin: "environment" });
    expect(rows.find(({ from }) => from === "GENE_ROUTER_PORT")).toMatchObject({ value: 8100, origin: "environment" });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it("prints the schema of servers.yaml", async () => {
    expect(JSON.parse((await runCli(["schema", "servers"])).out)).toHaveProperty("properties.servers");
    expect((await runCli(["schema", "nope"])).code).toBe(2);
  });
});
