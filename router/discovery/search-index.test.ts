import { describe, expect, it } from "vitest";
import type { CatalogueTool } from "../catalog/catalogue.ts";
import { createSearchIndex } from "./search-index.ts";

const tool = (name: string, description = "", schema: object = {}, tags: string[] = []): CatalogueTool => ({
  name,
  namespace: name.slice(0, name.indexOf("_")),
  sourceName: name.slice(name.indexOf("_") + 1),
  definition: { name, description, inputSchema: { type: "object", ...schema } },
  pinned: false,
  tags,
  mirrors: false,
  scopes: [],
});

const TOOLS = [
  tool("kegg_get_pathways", "Lists the pathways of one gene.", {
    properties: { gene: { type: "string", description: "Symbol" } },
  }),
  tool("tbdb_get_resistance_variants", "Catalogued mutations that make bacteria survive a drug.", {
    properties: { drug: { enum: ["rifampicin", "isoniazid"] } },
  }),
  tool("string_get_partners", "Proteins that interact with a protein."),
  tool("uniprot_get_protein", "One protein entry: names, function, sequence.", {}, ["enzyme"]),
  tool("pubmed_get_abstracts_for_gene", "Abstracts of papers that mention a gene."),
];

const all = () => true;
const names = (query: string, tools = TOOLS) =>
  createSearchIndex(tools)
    .rank(query, all)
    .map(({ tool: { name } }) => name);

describe("the search index", () => {
  it.each([
    ["by the words of the name", "pathways of katG", "kegg_get_pathways"],
    ["by a value of an enum", "isoniazid", "tbdb_get_resistance_variants"],
    ["by a tag", "enzyme", "uniprot_get_protein"],
    ["by the namespace", "tbdb", "tbdb_get_resistance_variants"],
    ["by a synonym", "articles about katG", "pubmed_get_abstracts_for_gene"],
    ["by another form of the word", "interacting", "string_get_partners"],
    ["by the whole name", "uniprot_get_protein", "uniprot_get_protein"],
  ])("finds a tool %s", (_, query, expected) => {
    expect(names(query)[0]).toBe(expected);
  });

  it("says which word was found where", () => {
    const [best] = createSearchIndex(TOOLS).rank("Resistance rifampicin unheardof", all);
    expect(best?.matched).toEqual({ resistance: "name", rifampicin: "values" });
  });

  it("prefers the tool that holds more of the words", () => {
    const tools = [tool("a_w", "pathway pathway pathway"), tool("a_x", "pathway of a gene"), tool("a_y", "other")];
    expect(names("pathway gene", tools)[0]).toBe("a_x");
  });

  it("prefers the name that the query says whole", () => {
    const tools = [tool("a_get_panel", "of genes"), tool("a_get_panel_lines", "of genes"), tool("a_x", "other")];
    expect(names("get panel of genes", tools)[0]).toBe("a_get_panel");
  });

  it("listens when the query names a source", () => {
    const tools = [
      tool("kegg_x", "pathways of a gene"),
      tool("atlas_x", "pathways of a gene, as in kegg"),
      tool("a_y", "other"),
    ];
    expect(names("pathways in kegg", tools)[0]).toBe("kegg_x");
  });

  it("looks for an identifier as one thing, not for its letters", () => {
    const tools = [tool("a_markers", "rpo, b"), tool("a_partners", "proteins that interact"), tool("a_y", "other")];
    expect(names("proteins that interact with rpoB", tools)[0]).toBe("a_partners");
  });

  it("breaks ties by name, however the query is ordered", () => {
    const tools = [tool("a_z", "red blue"), tool("a_y", "red blue"), tool("a_x", "red blue"), tool("a_w", "green")];
    expect(names("red blue", tools)).toEqual(["a_x", "a_y", "a_z"]);
    expect(names("blue red", tools)).toEqual(["a_x", "a_y", "a_z"]);
  });

  it.each([0, 1, 2])("works with %d tools, fewer than the engine takes", (count) => {
    const tools = TOOLS.slice(0, count);
    expect(names("pathways", tools)).toEqual(count > 0 ? ["kegg_get_pathways"] : []);
  });

  it.each(["constructor", "__proto__", "valueOf", "hasOwnProperty", "…", "   ", "of the", "\u0000"])(
    "survives the query %j",
    (query) => {
      expect(names(query)).toEqual([]);
    },
  );

  it("indexes words that are properties of every object", () => {
    expect(names("constructor", [...TOOLS, tool("a_constructor")])).toEqual(["a_constructor"]);
  });

  it("filters before it hands out", () => {
    const ranked = createSearchIndex(TOOLS).rank("get", ({ namespace }) => namespace === "kegg");
    expect(ranked.map(({ tool: { name } }) => name)).toEqual(["kegg_get_pathways"]);
  });
});
