import { beforeAll, describe, expect, it } from "vitest";
import { capturedSets } from "../../bench/discovery/captured-sets.ts";
import { flatBm25 } from "../../bench/discovery/flat-bm25.ts";
import type { LabelledSet } from "../../bench/discovery/labelled-set.ts";
import { measure, type Ranker } from "../../bench/discovery/measure.ts";
import { ownSet } from "../../bench/discovery/own-set.ts";
import { createSearchIndex } from "../../router/discovery/search-index.ts";
import { describeCaptured } from "../support/captured/captured.ts";

const ours = ({ tools }: LabelledSet): Ranker => {
  const index = createSearchIndex(tools);
  return (query) => index.rank(query, () => true).map(({ tool }) => tool.name);
};
const untagged = (set: LabelledSet): LabelledSet => ({
  ...set,
  tools: set.tools.map((tool) => ({ ...tool, tags: [] })),
});

describe("questions about our own tools", () => {
  let own: LabelledSet;
  beforeAll(async () => {
    own = await ownSet();
  });

  it("are at least sixty, eight or more a source, each about a tool that exists", () => {
    const names = new Set(own.tools.map(({ name }) => name));
    expect(own.queries.length).toBeGreaterThanOrEqual(60);
    expect(own.queries.flatMap(({ expected }) => expected).filter((name) => !names.has(name))).toEqual([]);
    for (const namespace of ["kegg", "string", "uniprot", "pubmed", "tbdb", "corpus"]) {
      const about = own.queries.filter(({ expected }) => expected[0]?.startsWith(`${namespace}_`));
      expect(about.length, namespace).toBeGreaterThanOrEqual(8);
    }
  });

  it("find the right tool first nearly always, and among five always", () => {
    const { score, hits, queries } = measure(own, ours(own));
    expect(score).toBeGreaterThanOrEqual(9.5);
    expect(hits).toBe(queries);
  });
});

describeCaptured("questions about other people's tools", () => {
  const [fleet, live, ...others] = capturedSets() as [LabelledSet, LabelledSet, ...LabelledSet[]];

  it.each([
    ["with their tags", (set: LabelledSet) => set],
    ["without tags", untagged],
  ])("find the right one of 272 gene tools, %s", (_what, given) => {
    const set = given(fleet);
    const { score, hits } = measure(set, ours(set));
    expect(score).toBeGreaterThanOrEqual(8);
    expect(hits).toBeGreaterThanOrEqual(25);
  });

  it("find the first right tool of a task sooner than the engine alone", () => {
    expect(measure(live, ours(live)).score).toBeGreaterThan(measure(live, flatBm25(live)).score);
  });

  it.each(others.map((set) => [set.name, set] as const))(
    "lose no more than two in a hundred among %s",
    (_name, set) => {
      expect(measure(set, ours(set)).score).toBeGreaterThan(0.98 * measure(set, flatBm25(set)).score);
    },
  );
});
