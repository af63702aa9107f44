import fc from "fast-check";
import { expect, it } from "vitest";
import type { CatalogueTool } from "../catalog/catalogue.ts";
import { createSearchIndex } from "./search-index.ts";

const WORDS = [
  "gene",
  "protein",
  "get_pathways",
  "katG",
  "H37Rv",
  "p53",
  "α-synuclein",
  "constructor",
  "__proto__",
  "変異",
  "map",
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(" ")),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const tool = fc.record({
  leaf: fc.constantFrom("get_gene", "find", "list_pathways", "x"),
  description: text,
  title: text,
});
const catalogue = fc.array(tool, { maxLength: 8 }).map((tools) =>
  tools.map(
    ({ leaf, description, title }, number): CatalogueTool => ({
      name: `n${number}_${leaf}`,
      namespace: `n${number}`,
      sourceName: leaf,
      definition: { name: `n${number}_${leaf}`, title, description, inputSchema: { type: "object" } },
      pinned: false,
      tags: [],
      mirrors: false,
      scopes: [],
    }),
  ),
);

it("answers any text with finite scores, best first, each tool once", () => {
  fc.assert(
    fc.property(catalogue, text, (tools, query) => {
      const ranked = createSearchIndex(tools).rank(query, () => true);
      const scores = ranked.map(({ score }) => score);
      expect(scores.every((score) => Number.isFinite(score) && score > 0)).toBe(true);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(new Set(ranked.map(({ tool }) => tool.name)).size).toBe(ranked.length);
    }),
  );
});

it("does not depend on the order of the catalogue", () => {
  fc.assert(
    fc.property(catalogue, text, (tools, query) => {
      const names = (given: readonly CatalogueTool[]): string[] =>
        createSearchIndex(given)
          .rank(query, () => true)
          .map(({ tool, score }) => `${tool.name} ${score.toPrecision(9)}`);
      expect(names([...tools].reverse()).sort()).toEqual(names(tools).sort());
    }),
  );
});
