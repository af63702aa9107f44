import type { CatalogueTool } from "../../router/catalog/catalogue.ts";
import { createSearchIndex } from "../../router/discovery/search-index.ts";
import type { LabelledSet } from "./labelled-set.ts";

export interface SpeedRow {
  readonly tools: number;
  readonly build_ms: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly queries: number;
}

const LARGE = 5_000;
const ROUNDS = 5;

/** Time of a query inside the process, over the tools of all sets: 272 of them, and 5,000 (copies in other namespaces). */
export function searchSpeed(sets: readonly LabelledSet[]): SpeedRow[] {
  const all = sets.flatMap(({ tools }) => tools);
  const queries = sets.flatMap(({ queries }) => queries.slice(0, 50).map(({ query }) => query));
  return [272, LARGE].map((size) => {
    const tools = Array.from({ length: size }, (_, number) =>
      copyOf(all[number % all.length]!, Math.floor(number / all.length)),
    );
    const started = performance.now();
    const index = createSearchIndex(tools);
    const build = performance.now() - started;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const query of queries) {
        const began = performance.now();
        index.rank(query, () => true);
        times.push(performance.now() - began);
      }
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(times[Math.floor(times.length * share)]! * 1000) / 1000;
    return { tools: size, build_ms: Math.round(build), p50_ms: at(0.5), p95_ms: at(0.95), queries: times.length };
  });
}

function copyOf(tool: CatalogueTool, copy: number): CatalogueTool {
  if (copy === 0) return tool;
  const namespace = `${tool.namespace}${copy}`;
  return { ...tool, namespace, name: `${namespace}_${tool.sourceName}` };
}
