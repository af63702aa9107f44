import type { Tool } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../config/parse-config.ts";
import { buildCatalogue, type CataloguePart } from "./catalogue.ts";
import type { SourceDefinition } from "./definition.ts";

const tool = (name: string, changes: Partial<Tool> = {}): Tool => ({
  name,
  inputSchema: { type: "object" },
  ...changes,
});

const definition = (changes: Partial<SourceDefinition> = {}): SourceDefinition => ({
  serverInfo: { name: "x", version: "1" },
  instructions: null,
  capabilities: { tools: {} },
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  malformed: [],
  ttlMs: 1000,
  cacheScope: "public",
  ...changes,
});

const parts = (servers: Record<string, object>, definitions: Record<string, SourceDefinition>): CataloguePart[] =>
  parseConfig({ file: "f", text: JSON.stringify({ servers }), dotenv: null, environment: {} }).sources.map(
    (source) => ({
      source,
      definition: definitions[source.namespace]!,
    }),
  );

const one = (tools: Tool[], entry: object = {}) =>
  buildCatalogue(parts({ kegg: { embed: "kegg", ...entry } }, { kegg: definition({ tools }) }), {
    transparent: false,
    reserved: ["search_tools", "call_tool"],
  });

describe("the catalogue", () => {
  it("names tools by namespace and leaf, sorted, whatever the order of sources and tools", () => {
    const definitions = { b: definition({ tools: [tool("two"), tool("one")] }), a: definition({ tools: [tool("x")] }) };
    const options = { transparent: false, reserved: [] };
    const there = buildCatalogue(parts({ b: { embed: "b" }, a: { embed: "a" } }, definitions), options);
    const back = buildCatalogue(parts({ a: { embed: "a" }, b: { embed: "b" } }, definitions), options);
    expect(there.tools.map(({ name }) => name)).toEqual(["a_x", "b_one", "b_two"]);
    expect(there.fingerprint).toBe(back.fingerprint);
  });

  it("changes nothing of a definition but its name and a harmless draft-07 stamp", () => {
    const raw = tool("a", {
      title: "A",
      description: "does a",
      inputSchema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: { q: { type: "string" } },
      },
      outputSchema: { type: "object", properties: { z: {}, a: {} } },
      annotations: { readOnlyHint: true },
      icons: [{ src: "https://example.org/i.png" }],
      execution: { taskSupport: "forbidden" },
      _meta: { x: 1 },
    });
    const [served] = one([raw]).tools;
    expect(served?.definition).toEqual({
      ...raw,
      name: "kegg_a",
      inputSchema: { type: "object", properties: { q: { type: "string" } } },
    });
    expect(served?.sourceName).toBe("a");
  });

  it.each([
    ["a hyphen", "get-pathways"],
    ["capitals", "getPathways"],
    ["a dot", "get.pathways"],
    ["too many letters", "x".repeat(60)],
    ["an accent", "é"],
  ])("leaves out a leaf with %s, reports it and serves the rest", (_, leaf) => {
    const { tools, problems } = one([tool(leaf), tool("fine")]);
    expect(tools.map(({ name }) => name)).toEqual(["kegg_fine"]);
    expect(problems).toMatchObject([{ namespace: "kegg", problem: "bad_name" }]);
    expect(problems[0]?.name).toMatch(/^[A-Za-z0-9_.?-]{1,64}$/);
  });

  it("maps a bad leaf by an explicit rename only", () => {
    const { tools, problems } = one([tool("get-pathways")], { tools: { rename: { "get-pathways": "get_pathways" } } });
    expect(tools).toMatchObject([{ name: "kegg_get_pathways", sourceName: "get-pathways" }]);
    expect(problems).toEqual([]);
  });

  it("serves the first of two leaves that collide after renaming, and reports the other", () => {
    const { tools, problems } = one([tool("b"), tool("a")], { tools: { rename: { b: "a" } } });
    expect(tools).toMatchObject([{ name: "kegg_a", sourceName: "a" }]);
    expect(problems).toMatchObject([{ name: "b", problem: "collision" }]);
  });

  it("keeps its own names for itself", () => {
    const catalogue = buildCatalogue(
      parts({ search: { embed: "s" } }, { search: definition({ tools: [tool("tools")] }) }),
      {
        transparent: false,
        reserved: ["search_tools"],
      },
    );
    expect(catalogue.tools).toEqual([]);
    expect(catalogue.problems).toMatchObject([{ problem: "collision" }]);
  });

  it("serves what is allowed and not denied", () => {
    const { tools } = one([tool("get_a"), tool("get_b"), tool("set_a")], {
      tools: { allow: ["get_*"], deny: ["*_b"] },
    });
    expect(tools.map(({ name }) => name)).toEqual(["kegg_get_a"]);
  });

  it("pins entry points by the leaf that is shown, and reports one that does not exist", () => {
    const { tools, problems } = one([tool("a"), tool("b")], { entrypoints: ["a", "nowhere"] });
    expect(tools.map(({ name, pinned }) => [name, pinned])).toEqual([
      ["kegg_a", true],
      ["kegg_b", false],
    ]);
    expect(problems).toMatchObject([{ name: "nowhere", problem: "unknown_entrypoint" }]);
  });

  it("does not serve a tool with an illegal header", () => {
    const illegal = tool("a", {
      inputSchema: {
        type: "object",
        properties: { n: { type: "number", "x-mcp-header": "N" } },
      } as Tool["inputSchema"],
    });
    expect(one([illegal])).toMatchObject({ tools: [], problems: [{ name: "a", problem: "illegal_header" }] });
  });

  it("takes the least of the cache hints, and keeps private what is private anywhere", () => {
    const build = (a: Partial<SourceDefinition>, b: Partial<SourceDefinition>) =>
      buildCatalogue(parts({ a: { embed: "a" }, b: { embed: "b" } }, { a: definition(a), b: definition(b) }), {
        transparent: false,
        reserved: [],
      });
    expect(build({ ttlMs: 5000 }, { ttlMs: 200 })).toMatchObject({ ttlMs: 200, cacheScope: "public" });
    expect(build({ ttlMs: 0 }, { cacheScope: "private" })).toMatchObject({ ttlMs: 0, cacheScope: "private" });
  });

  it("puts the namespace in front of a URI that two sources offer, and leaves others as they are", () => {
    const shared = [{ uri: "test://same", name: "same" }];
    const { resources } = buildCatalogue(
      parts(
        { a: { embed: "a" }, b: { embed: "b" } },
        {
          a: definition({ resources: [...shared, { uri: "test://mine", name: "mine" }] }),
          b: definition({ resources: shared }),
        },
      ),
      { transparent: false, reserved: [] },
    );
    expect(resources.map(({ definition: { uri, name } }) => [uri, name])).toEqual([
      ["a+test://same", "a_same"],
      ["b+test://same", "b_same"],
      ["test://mine", "a_mine"],
    ]);
  });

  it("shows one source as it is when it is transparent", () => {
    const { tools, prompts } = buildCatalogue(
      parts(
        { a: { embed: "a" } },
        { a: definition({ tools: [tool("json_schema-2020.12")], prompts: [{ name: "P" }] }) },
      ),
      { transparent: true, reserved: [] },
    );
    expect([tools[0]?.name, prompts[0]?.name]).toEqual(["json_schema-2020.12", "P"]);
  });
});
