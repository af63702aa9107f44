import type { LabelledSet } from "./labelled-set.ts";

/** Names, best first. */
export type Ranker = (query: string) => readonly string[];

export interface Figures {
  /** Mean of 1/rank of the first right tool among five, times 10. */
  readonly score: number;
  /** Questions with a right tool among the first five. */
  readonly hits: number;
  /** Questions with a right tool first. */
  readonly first: number;
  /** Mean share of the right tools that stand among the first five. */
  readonly recall: number;
  readonly queries: number;
}

const DEPTH = 5;

export function measure({ queries }: LabelledSet, rank: Ranker): Figures {
  const rows = queries.map(({ query, expected }) => {
    const top = rank(query).slice(0, DEPTH);
    const place = top.findIndex((name) => expected.includes(name)) + 1;
    const found = top.filter((name) => expected.includes(name)).length;
    return { place, recall: found / Math.min(expected.length, DEPTH) };
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / rows.length;
  return {
    score: round(10 * mean(rows.map(({ place }) => (place > 0 ? 1 / place : 0)))),
    hits: rows.filter(({ place }) => place > 0).length,
    first: rows.filter(({ place }) => place === 1).length,
    recall: round(mean(rows.map(({ recall }) => recall))),
    queries: rows.length,
  };
}

/** The questions that a search fails, with the place of the first right tool (0: not among the first twenty). */
export function misses({ queries }: LabelledSet, rank: Ranker): { query: string; place: number; first: string }[] {
  return queries.flatMap(({ query, expected }) => {
    const names = rank(query).slice(0, 20);
    const place = names.findIndex((name) => expected.includes(name)) + 1;
    return place === 1 ? [] : [{ query, place, first: names[0] ?? "" }];
  });
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
