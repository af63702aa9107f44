import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { ConfigError } from "./config-problem.ts";
import { parseConfig } from "./parse-config.ts";

const config = (text: string) =>
  parseConfig({ file: "servers.yaml", text, dotenv: null, environment: {}, embeddable: ["kegg"] });

const complaint = (text: string): string => {
  try {
    config(text);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "(accepted)";
};

const entry = (...lines: string[]) => ["servers:", "  kegg:", ...lines.map((line) => `    ${line}`), ""].join("\n");
const tens = (name: string) => Array(10).fill(name).join(",");

describe("a servers.yaml that nobody meant", () => {
  it.each([
    ["nothing at all", "", /:1 \(document\): servers is missing/],
    ["a list", "- a\n", /:1 \(document\): expected key: value pairs/],
    ["a reference without an anchor", "servers: *x\n", /:1 \(document\): a reference/],
    [
      "references that multiply",
      `a: &a [${tens("x")}]\nb: &b [${tens("*a")}]\nc: [${tens("*b")}]\nservers: {}\n`,
      /:1 \(document\): a reference/,
    ],
    [
      "a namespace that JavaScript would lose",
      "servers:\n  __proto__:\n    embed: kegg\n",
      /:2 servers\.__proto__: not a/,
    ],
    ["a number for a namespace", "servers:\n  1:\n    embed: kegg\n", /:2 servers\.1: not a namespace/],
    ["an entry without content", "servers:\n  kegg:\n", /:2 servers\.kegg: expected key: value pairs/],
    [
      "a number beyond all limits",
      entry("embed: kegg", "timeout_ms: 1e99"),
      /^\S+:4 \S+timeout_ms: expected at most 3600000;.*$/,
    ],
    ["a port beyond all limits", "router:\n  port: 1e99\nservers: {}\n", /:2 router\.port: expected at most/],
    ["a command in one text", entry("command: node x.js"), /:3 servers\.kegg\.command: expected a list/],
    ["a command without a program", entry("command: []"), /:3 servers\.kegg\.command: expected something/],
    ["a variable with a hyphen", entry("url_env: KEGG-URL"), /:3 .*: not the name of an environment variable/],
    [
      "a password that is no URL yet",
      entry("url: me:hunter2@host"),
      /^(?!.*hunter2).*:3 servers\.kegg\.url: not a URL/,
    ],
  ])("that is %s is refused with line, key and cure", (_, text, message) => {
    expect(complaint(text)).toMatch(message);
    expect(
      complaint(text)
        .split("\n")
        .every((line) => line.includes("; ")),
    ).toBe(true);
  });

  it("does not colour or fill the terminal with its keys", () => {
    const message = complaint(entry("embed: kegg", '"\\e[31mred": 1', `${"k".repeat(900)}: 1`));
    expect(message).not.toContain("\u001b");
    expect(message.length).toBeLessThan(500);
  });
});

describe("a key that is accepted and does nothing", () => {
  it.each([
    ["scopes", entry("embed: kegg", "scopes: [kegg:read]"), /servers\.kegg\.scopes has no effect: .*everyone/],
    [
      "max_result_bytes of a built-in source",
      entry("embed: kegg", "max_result_bytes: 2048"),
      /max_result_bytes has no/,
    ],
    ["token_env of a built-in source", entry("embed: kegg", "token_env: KEGG_TOKEN"), /token_env has no effect/],
  ])("is said aloud: %s", (_, text, message) => {
    expect(config(text).warnings.join("\n")).toMatch(message);
  });

  it("is silent where the key works", () => {
    expect(config(entry("url: http://h/mcp", "concurrency: 2", "max_result_bytes: 2048")).warnings).toEqual([]);
  });
});

it("explains a URL without its query, where some services want a key", () => {
  const { explained, sources } = config(entry("url: https://h/mcp?api_key=hunter2"));
  expect(JSON.stringify(explained)).not.toContain("hunter2");
  expect(sources[0]!.link).toEqual({ kind: "url", url: "https://h/mcp?api_key=hunter2" });
});

it.each([
  ["off", null],
  ["OFF", null],
  ["~/kept", `${homedir()}/kept`],
])("keeps the catalogue where the answers are kept: %s", (written, folder) => {
  const environment = { GENE_ROUTER_CACHE_DIR: written };
  const { settings } = parseConfig({ file: "f", text: "servers: {}", dotenv: null, environment });
  expect(settings.cacheDir).toBe(folder);
});
