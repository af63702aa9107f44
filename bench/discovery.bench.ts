/** How well and how fast `search_tools` finds tools, against the engine alone over one flat text. */
import { createSearchIndex } from "../router/discovery/search-index.ts";
import { capturedSets } from "./discovery/captured-sets.ts";
import { flatBm25 } from "./discovery/flat-bm25.ts";
import type { LabelledSet } from "./discovery/labelled-set.ts";
import { type Figures, measure, misses, type Ranker } from "./discovery/measure.ts";
import { ownSet } from "./discovery/own-set.ts";
import { searchSpeed } from "./discovery/speed.ts";
import { machine, writeResult } from "./results.ts";

const sets = [await ownSet(), ...capturedSets()];
if (sets.length === 1)
  console.error("The labelled sets that lie beside the repository are absent; only our own tools are measured.");
const ranking = sets.flatMap(rowsOf);
console.table(ranking);
for (const set of sets.slice(0, 2)) {
  console.log(`Not found first among ${set.name}:`);
  console.table(misses(set, ours(set)));
}
const speed = searchSpeed(sets);
console.table(speed);
writeResult("discovery", { machine: machine(), ranking, speed });

function ours({ tools }: LabelledSet): Ranker {
  const index = createSearchIndex(tools);
  return (query) => index.rank(query, () => true).map(({ tool }) => tool.name);
}

type Row = { set: string; tools: number; method: string } & Figures;

function rowsOf(set: LabelledSet): Row[] {
  const row = (method: string, rank: Ranker, of: LabelledSet = set): Row => ({
    set: set.name,
    tools: set.tools.length,
    method,
    ...measure(of, rank),
  });
  const untagged = { ...set, tools: set.tools.map((tool) => ({ ...tool, tags: [] })) };
  return [
    row("flat BM25", flatBm25(set)),
    row("search_tools", ours(set)),
    ...(set.tools.some(({ tags }) => tags.length > 0) ? [row("search_tools, no tags", ours(untagged), untagged)] : []),
  ];
}
