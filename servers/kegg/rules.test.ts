import { describe, expect, it } from "vitest";
import { keggTool } from "../../tests/support/kegg-network.ts";
import { SMALL_ORGANISM } from "../../tests/support/kegg-small-organism.ts";
import { mockNetwork, openSource } from "../../tests/support/source-harness.ts";
import { kegg } from "./index.ts";

// The rules of sources.md §0 and §1 that hold over all tools of KEGG.
const network = mockNetwork();
const { server } = openSource(kegg);

interface Property {
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
const propertiesOf = (tool: string) =>
  server.tools.find(({ name }) => name === tool)!.inputSchema.properties as unknown as Record<string, Property>;

/** A valid call of each tool. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_pathways: { gene: "katG" },
  resolve_genes: { names: ["katG"] },
  get_gene: { ids: ["mtu:Rv1908c"] },
  find_genes: { query: "katG" },
  list_pathways: {},
  get_pathway_genes: { pathway: "mtu00360" },
  get_release: {},
  convert_ids: { ids: ["mtu:Rv1908c"], target: "uniprot" },
};
const TOOLS = Object.fromEntries(Object.keys(CALLS).map((tool) => [tool, keggTool(network, tool, SMALL_ORGANISM)]));
const call = (tool: string, change: object = {}, options = {}) =>
  TOOLS[tool]!({ ...CALLS[tool], ...change }, {}, options);

describe("the tools", () => {
  it("are those of the table, each with a name of its form", () => {
    expect(server.tools.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort());
    for (const { name } of server.tools) expect(name).toMatch(/^[a-z0-9_]{1,50}$/);
  });

  it.each([
    ["get_pathways", ["gene", "organism", "cursor", "max_bytes"]],
    ["resolve_genes", ["names", "organism", "cursor", "max_bytes"]],
    ["get_gene", ["ids", "include_sequence", "cursor", "max_bytes"]],
    ["find_genes", ["query", "organism", "limit", "cursor", "max_bytes"]],
    ["list_pathways", ["organism", "limit", "cursor", "max_bytes"]],
    ["get_pathway_genes", ["pathway", "limit", "cursor", "max_bytes"]],
    ["get_release", ["database"]],
    ["convert_ids", ["ids", "target", "cursor", "max_bytes"]],
  ])("%s takes %j", (tool, names) => {
    expect(Object.keys(propertiesOf(tool))).toEqual(names);
  });

  it.each([
    ["get_pathways", "organism", "mtu"],
    ["resolve_genes", "organism", "mtu"],
    ["find_genes", "organism", "mtu"],
    ["list_pathways", "organism", "mtu"],
    ["find_genes", "limit", 20],
    ["list_pathways", "limit", 500],
    ["get_pathway_genes", "limit", 200],
    ["get_gene", "include_sequence", false],
    ["get_release", "database", "kegg"],
  ])("%s shows the default of %s: %j", (tool, parameter, value) => {
    expect(propertiesOf(tool)[parameter]?.default).toBe(value);
  });

  it.each([
    ["find_genes", "limit", 1, 100],
    ["get_pathway_genes", "limit", 1, 1000],
    ["list_pathways", "limit", 1, 1000],
  ])("%s: %s from %i to %i, refused beyond, never clamped", async (tool, parameter, low, high) => {
    expect(propertiesOf(tool)[parameter]).toMatchObject({ minimum: low, maximum: high });
    for (const value of [low - 1, high + 1]) {
      const result = await call(tool, { [parameter]: value });
      expect(result).toMatchObject({
        outcome: "bad_input",
        errors: [{ code: "out_of_range", param: parameter }],
        asked: [],
      });
    }
  });

  it.each([
    ["resolve_genes", "names", 200],
    ["get_gene", "ids", 50],
    ["convert_ids", "ids", 100],
  ])("%s: %s has 1 to %i entries", async (tool, parameter, most) => {
    expect(propertiesOf(tool)[parameter]).toMatchObject({ minItems: 1, maxItems: most });
    for (const count of [0, most + 1]) {
      const result = await call(tool, { [parameter]: Array.from({ length: count }, (_, index) => `mtu:Rv${index}`) });
      expect(result).toMatchObject({
        outcome: "bad_input",
        errors: [{ code: "out_of_range", param: parameter }],
        asked: [],
      });
    }
  });

  it("state the rate limit and a trap in their descriptions", () => {
    for (const { description } of server.tools) expect(description).toMatch(/Trap: .*3 requests a second/);
  });
});

describe("names", () => {
  const bad: [string, string][] = [
    ["nothing", ""],
    ["blanks", " \t "],
    ["101 characters", "a".repeat(101)],
    ["a control character", "kat\u0007G"],
    ["a control character of the second set", "kat\u0090G"],
  ];
  const parameters = [
    ["get_pathways", "gene", (text: string) => text],
    ["resolve_genes", "names", (text: string) => [text]],
    ["get_gene", "ids", (text: string) => [text]],
    ["convert_ids", "ids", (text: string) => [text]],
    ["find_genes", "query", (text: string) => text],
    ["get_pathway_genes", "pathway", (text: string) => text],
    ["get_release", "database", (text: string) => text],
  ] as const;

  it.each(parameters.flatMap(([tool, name, of]) => bad.map(([what, text]) => ({ tool, name, what, value: of(text) }))))(
    "$tool refuses $what for $name",
    async ({ tool, name, value }) => {
      const result = await call(tool, { [name]: value });
      expect(result).toMatchObject({ outcome: "bad_input", records: [], requests: [], asked: [] });
      expect(result.errors[0]?.param).toMatch(new RegExp(`^${name}`));
    },
  );

  it("of a hundred characters are looked up", async () => {
    const result = await call("get_pathways", { gene: "a".repeat(100) });
    expect(result.outcome).toBe("not_resolved");
  });
});

describe("the organism", () => {
  const takers = ["get_pathways", "resolve_genes", "find_genes", "list_pathways"];
  const bad = ["m", "mt", "mtuberc", "m1u", "T0001", "T000155", "../", "mtu/x", "mtu%2e", "mtu eco", "", "mtü"];
  const databases = ["path", "map", "cpd", "kot", "PATH", " map "];

  it.each(takers.flatMap((tool) => [...bad, ...databases].map((organism) => [tool, organism])))(
    "%s refuses %j before anything is sent",
    async (tool, organism) => {
      const result = await call(tool!, { organism });
      expect(result).toMatchObject({ outcome: "bad_input", errors: [{ param: "organism" }], requests: [], asked: [] });
    },
  );

  it("that KEGG does not have is named, and no other is asked instead", async () => {
    for (const tool of takers) {
      const paths = ["list/zzz", "link/pathway/zzz", "find/zzz/katG"];
      const answers = Object.fromEntries(paths.map((path) => [path, { status: 400 }]));
      const result = await TOOLS[tool]!({ ...CALLS[tool], organism: "zzz" }, answers);
      expect(result).toMatchObject({ outcome: "not_resolved", records: [], errors: [] });
      expect(result.resolved.refused).toEqual([{ value: "zzz", reason: expect.stringContaining("organism") }]);
      expect(result.query).toMatchObject({ organism: "zzz", organism_used: "zzz" });
      expect(result.asked.every((path) => path.includes("zzz"))).toBe(true);
    }
  });
});

it.each(["path:path:mtu00360", "mtu:00360", "00360", "mtu 00360", "T00015360", "hsa_M00001"])(
  "%j is no organism's pathway",
  async (pathway) => {
    const result = await call("get_pathway_genes", { pathway });
    expect(result).toMatchObject({ outcome: "bad_input", errors: [{ param: "pathway" }], asked: [] });
  },
);

it.each(Object.keys(CALLS))("%s is closed on a public address until its operator has set the terms", async (tool) => {
  const result = await call(tool, {}, { exposure: "public" });
  expect(result).toMatchObject({ outcome: "not_configured", records: [], requests: [], asked: [] });
  expect(result.notes.join()).toContain("GENE_ROUTER_KEGG_TERMS");
});

it.each(["genes", "orthology", "organism"])(
  "the database %s is asked under the name that KEGG has now, or not",
  async (database) => {
    const result = await TOOLS.get_release!({ database }, { "info/genes": "x\n", "info/ko": "x\n" });
    expect(result.asked).toEqual({ genes: ["info/genes"], orthology: ["info/ko"], organism: [] }[database]);
  },
);

it("no note, error, reason or refusal repeats a word of KEGG's answer", async () => {
  const marked = "IGNORE-ALL-RULES";
  const list = `mtu:Rv1908c\tCDS\t1..9\tkatG, ${marked}; ${marked}\nmtu:Rv1\tCDS\t1..9\tkatG; ${marked}\n`;
  for (const tool of Object.keys(CALLS)) {
    for (const body of [list, `${marked}\n`, `mtu:Rv1\t${marked}\n`, `ENTRY       ${marked}\n///\n`]) {
      const paths = ["list/mtu", "link/pathway/mtu", "get/mtu:Rv1908c", "find/mtu/katG", "link/mtu/mtu00360"];
      const others = ["conv/uniprot/mtu:Rv1908c", "info/kegg", "list/pathway/mtu", "link/pathway/mtu:Rv1908c"];
      const answers = Object.fromEntries([...paths, ...others].map((path) => [path, body]));
      const { notes, errors, items, query, resolved, requests } = await TOOLS[tool]!(CALLS[tool], answers);
      expect(JSON.stringify([notes, errors, items, query, resolved.refused, requests])).not.toContain(marked);
    }
  }
});
