import type { CatalogueTool } from "../../router/catalog/catalogue.ts";

/** One question, and the visible names of the tools that answer it. */
export interface Labelled {
  readonly query: string;
  readonly expected: readonly string[];
}

/** Tools and questions about them, for measuring a search. */
export interface LabelledSet {
  readonly name: string;
  readonly tools: readonly CatalogueTool[];
  readonly queries: readonly Labelled[];
}
