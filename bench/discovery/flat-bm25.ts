import bm25 from "wink-bm25-text-search";
import { toolFields } from "../../router/discovery/tool-fields.ts";
import { tokensOf } from "../../router/discovery/words.ts";
import type { LabelledSet } from "./labelled-set.ts";
import type { Ranker } from "./measure.ts";

/** The baseline: the whole of a tool as one text, ranked by the engine alone. */
export function flatBm25({ tools }: LabelledSet): Ranker {
  const engine = bm25();
  engine.defineConfig({ fldWeights: { text: 1 } });
  engine.definePrepTasks([(input) => input.split(" ").filter((token) => token !== "")]);
  tools.forEach((tool, number) => {
    engine.addDoc({ text: tokensOf(Object.values(toolFields(tool)).join(" ")).join(" ") }, String(number));
  });
  engine.consolidate();
  return (query) =>
    engine.search(tokensOf(query).join(" "), tools.length).map(([number]) => tools[Number(number)]!.name);
}
