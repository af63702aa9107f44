import { readFileSync } from "node:fs";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ConfigError } from "./config-problem.ts";
import { type ConfigInputs, parseConfig } from "./parse-config.ts";
import { serversJsonSchema } from "./server-entry.ts";

const config = (text: string, rest: Partial<ConfigInputs> = {}) =>
  parseConfig({ file: "servers.yaml", text, dotenv: null, environment: {}, ...rest });

const complaint = (text: string, rest: Partial<ConfigInputs> = {}): string => {
  try {
    config(text, rest);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "(accepted)";
};

const shipped = readFileSync(new URL("../../servers.yaml", import.meta.url), "utf8");

describe("servers.yaml", () => {
  it.each([
    [
      "a host without scheme",
      "servers:\n  kegg:\n    url: kegg:3001\n",
      'servers.yaml:3 servers.kegg.url: not a URL ("kegg:3001"); write http://kegg:3001/mcp',
    ],
    [
      "a word for a URL",
      "servers:\n  kegg:\n    url: ???\n",
      'servers.yaml:3 servers.kegg.url: not a URL ("???"); write https://host/mcp',
    ],
    [
      "another scheme",
      "servers:\n  kegg:\n    url: ftp://h/mcp\n",
      "servers.yaml:3 servers.kegg.url: expected an http or https URL; write https://host/mcp",
    ],
    [
      "a password in a URL, without showing it",
      "servers:\n  kegg:\n    url: https://me:secret@h/mcp\n",
      "servers.yaml:3 servers.kegg.url: a URL must not hold credentials; put the token into a variable and name it in token_env",
    ],
    [
      "an unknown key",
      "servers:\n  kegg:\n    embed: kegg\n    nmae: x\n",
      "servers.yaml:4 servers.kegg.nmae: unknown key; remove it or correct its spelling",
    ],
    [
      "an unknown key at the top",
      "servers: {}\nsources: {}\n",
      "servers.yaml:2 sources: unknown key; remove it or correct its spelling",
    ],
    [
      "a namespace twice",
      "servers:\n  kegg:\n    embed: kegg\n  kegg:\n    embed: kegg\n",
      "servers.yaml:4 servers.kegg: a key stands twice in one map; keep one of the two",
    ],
    [
      "a namespace with an underscore",
      "servers:\n  my_kegg:\n    embed: kegg\n",
      "servers.yaml:2 servers.my_kegg: not a namespace (expected ^[a-z][a-z0-9]{0,15}$); use lower-case letters and digits",
    ],
    [
      "two links",
      "servers:\n  kegg:\n    embed: kegg\n    url: http://h/mcp\n",
      "servers.yaml:2 servers.kegg: expected one of embed, url, command, found embed and url; keep one of them",
    ],
    [
      "no link",
      "servers:\n  kegg:\n    tags: [x]\n",
      "servers.yaml:2 servers.kegg: expected one of embed, url, command; write embed: kegg",
    ],
    [
      "a text for a number",
      "servers:\n  kegg:\n    embed: kegg\n    timeout_ms: soon\n",
      "servers.yaml:4 servers.kegg.timeout_ms: expected a number; write a number without quotes",
    ],
    [
      "a number out of range",
      "servers:\n  kegg:\n    embed: kegg\n    concurrency: 0\n",
      "servers.yaml:4 servers.kegg.concurrency: expected at least 1; write 1 or more",
    ],
    [
      "a text for a list",
      "servers:\n  kegg:\n    embed: kegg\n    tags: gene\n",
      "servers.yaml:4 servers.kegg.tags: expected a list; write [first, second]",
    ],
    [
      "a list item of the wrong type",
      "servers:\n  kegg:\n    embed: kegg\n    tags:\n      - gene\n      - 5\n",
      "servers.yaml:6 servers.kegg.tags.1: expected a text; write text",
    ],
    [
      "a rename to a bad leaf",
      "servers:\n  kegg:\n    embed: kegg\n    tools:\n      rename:\n        a: A-b\n",
      "servers.yaml:6 servers.kegg.tools.rename.a: not a valid name here; use lower-case letters, digits and underscores",
    ],
    [
      "no servers",
      "router:\n  port: 1\n",
      "servers.yaml:1 (document): servers is missing; write servers: and one entry a source below it",
    ],
    [
      "an empty file",
      "",
      "servers.yaml:1 (document): servers is missing; write servers: and one entry a source below it",
    ],
  ])("refuses %s with its line and the cure", (_, text, expected) => {
    expect(complaint(text)).toBe(expected);
  });

  it("names every problem at once, in the order of their lines", () => {
    const problems = complaint("servers:\n  a:\n    url: x y\n  b:\n    embed: b\n    url: http://h/mcp\n").split("\n");
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain("servers.yaml:3 servers.a.url");
    expect(problems[1]).toContain("servers.yaml:4 servers.b");
  });

  it("refuses broken syntax with its line", () => {
    expect(complaint("servers:\n  kegg: [embed\n")).toMatch(/^servers\.yaml:3 \(document\): .+; .+/);
  });

  it("gives every entry its defaults", () => {
    const [source] = config("servers: { kegg: { embed: kegg } }").sources;
    expect(source).toMatchObject({
      namespace: "kegg",
      link: { kind: "embed", source: "kegg" },
      token: null,
      tags: [],
      required: false,
      timeoutMs: 60_000,
      concurrency: 16,
      maxResultBytes: 4 * 1024 * 1024,
      tools: { allow: null, deny: [], rename: {} },
    });
  });

  it("keeps a disabled entry out, and says so", () => {
    const { sources, skipped } = config("servers: { kegg: { embed: kegg, enabled: false } }");
    expect(sources).toEqual([]);
    expect(skipped).toEqual([{ namespace: "kegg", reason: "disabled" }]);
  });

  it("is shipped with the six sources and seven entry points", () => {
    const { sources, warnings } = config(shipped);
    expect(sources.map(({ namespace }) => namespace)).toEqual([
      "kegg",
      "string",
      "uniprot",
      "pubmed",
      "tbdb",
      "corpus",
    ]);
    expect(sources.every(({ link, namespace }) => link.kind === "embed" && link.source === namespace)).toBe(true);
    expect(sources.flatMap(({ namespace, entrypoints }) => entrypoints.map((leaf) => `${namespace}_${leaf}`))).toEqual([
      "kegg_get_pathways",
      "string_get_partners",
      "uniprot_get_protein",
      "pubmed_get_abstracts_for_gene",
      "tbdb_get_lineage_markers",
      "tbdb_get_resistance_variants",
      "corpus_search",
    ]);
    expect(warnings).toEqual([]);
  });

  it("publishes a JSON Schema that accepts the shipped file and refuses an unknown key", () => {
    const validate = new AjvJsonSchemaValidator().getValidator(serversJsonSchema() as never);
    expect(validate(parse(shipped))).toMatchObject({ valid: true });
    expect(validate({ servers: { kegg: { embed: "kegg", nmae: 1 } } })).toMatchObject({ valid: false });
  });
});

describe("values from several places", () => {
  const text =
    "router: { port: 7000, surface: all }\nservers: { kegg: { url: http://file/mcp, url_env: KEGG_MCP, token_env: KEGG_TOKEN } }\n";
  const originOf = (result: ReturnType<typeof config>, key: string) =>
    result.explained.findLast((value) => value.key === key);

  it.each([
    ["default", "servers: {}", {}, 8000],
    ["file", text, {}, 7000],
    [".env", text, { dotenv: "GENE_ROUTER_PORT=7001\n" }, 7001],
    ["environment", text, { dotenv: "GENE_ROUTER_PORT=7001\n", environment: { GENE_ROUTER_PORT: "7002" } }, 7002],
    [
      "flag",
      text,
      { dotenv: "GENE_ROUTER_PORT=7001\n", environment: { GENE_ROUTER_PORT: "7002" }, flags: { port: "7003" } },
      7003,
    ],
  ])("takes a setting from %s", (origin, yaml, rest, port) => {
    const result = config(yaml, rest);
    expect(result.settings.port).toBe(port);
    expect(originOf(result, "port")).toMatchObject({ value: port, origin });
  });

  it("takes a URL from the variable before the file, from .env too", () => {
    expect(config(text).sources[0]?.link).toEqual({ kind: "url", url: "http://file/mcp" });
    expect(config(text, { dotenv: "KEGG_MCP=http://dotenv/mcp" }).sources[0]?.link).toEqual({
      kind: "url",
      url: "http://dotenv/mcp",
    });
    const both = config(text, { dotenv: "KEGG_MCP=http://dotenv/mcp", environment: { KEGG_MCP: "http://env/mcp" } });
    expect(both.sources[0]?.link).toEqual({ kind: "url", url: "http://env/mcp" });
    expect(originOf(both, "servers.kegg.url")).toMatchObject({
      value: "http://env/mcp",
      origin: "environment",
      from: "KEGG_MCP",
    });
  });

  it("takes a blank variable as unset", () => {
    expect(config(text, { environment: { KEGG_MCP: "  ", GENE_ROUTER_PORT: "" } }).settings.port).toBe(7000);
  });

  it("masks a token wherever it is explained", () => {
    const result = config(text, { environment: { KEGG_TOKEN: "s3cret" } });
    expect(result.sources[0]?.token).toBe("s3cret");
    expect(originOf(result, "servers.kegg.token")).toMatchObject({
      value: "(set)",
      origin: "environment",
      from: "KEGG_TOKEN",
    });
    expect(JSON.stringify(result.explained)).not.toContain("s3cret");
  });

  it("skips a source that has no URL with a warning, and serves the others", () => {
    const { sources, skipped, warnings } = config("servers: { a: { url_env: A_MCP }, b: { embed: b } }");
    expect(sources.map(({ namespace }) => namespace)).toEqual(["b"]);
    expect(skipped).toEqual([{ namespace: "a", reason: "no_url" }]);
    expect(warnings).toEqual(["a is not served: A_MCP is not set"]);
  });

  it("lets sources read their own settings from .env, below the environment", () => {
    const { environment } = config("servers: {}", { dotenv: "NCBI_EMAIL=a@b\nX=1", environment: { X: "2" } });
    expect(environment).toMatchObject({ NCBI_EMAIL: "a@b", X: "2" });
  });

  it.each([
    [
      "a bad URL in a variable, without showing it",
      { environment: { KEGG_MCP: "hunter2" } },
      /^environment KEGG_MCP: kegg: not an http or https URL/,
    ],
    [
      "a bad number in a variable",
      { environment: { GENE_ROUTER_PORT: "99999" } },
      /^environment GENE_ROUTER_PORT: expected a whole number from 0 to 65535/,
    ],
    ["a bad flag", { flags: { surface: "some" } }, /^flag --surface: expected one of search, all, transparent/],
    [
      "every host",
      { environment: { GENE_ROUTER_ALLOWED_HOSTS: "*" } },
      /GENE_ROUTER_ALLOWED_HOSTS: expected names without \*/,
    ],
    [
      "every origin",
      { environment: { GENE_ROUTER_ALLOWED_ORIGINS: "*.example.org" } },
      /GENE_ROUTER_ALLOWED_ORIGINS: expected names without \*/,
    ],
    [
      "an open address without authentication",
      { environment: { GENE_ROUTER_HOST: "0.0.0.0" } },
      /GENE_ROUTER_HOST: .*; bind 127\.0\.0\.1, or set GENE_ROUTER_AUTH=oauth .*GENE_ROUTER_ALLOW_INSECURE=1/,
    ],
    [
      "a bad setting in the file",
      {},
      /^servers\.yaml:1 router\.port: expected a whole number/,
      "router: { port: 70000 }\nservers: {}\n",
    ],
    [
      "two sources without namespaces",
      { environment: { GENE_ROUTER_SURFACE: "transparent" } },
      /found 2;/,
      "servers: { a: { embed: a }, b: { embed: b } }",
    ],
  ])("refuses %s", (_, rest, expected, yaml = text) => {
    const message = complaint(yaml, rest);
    expect(message).toMatch(expected);
    expect(message).not.toContain("hunter2");
  });

  it("binds an open address when told that something else authenticates", () => {
    expect(
      config("servers: {}", { environment: { GENE_ROUTER_HOST: "0.0.0.0", GENE_ROUTER_ALLOW_INSECURE: "1" } }).settings
        .host,
    ).toBe("0.0.0.0");
  });
});
