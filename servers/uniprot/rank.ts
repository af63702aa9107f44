import type { ActiveEntry, Entry, InactiveEntry } from "./parse-entry.ts";

/** Which kind of name equals the query. An ordered locus and an ORF name are one class. */
export type MatchKind = "primary_name" | "ordered_locus" | "orf_name" | "synonym";

export interface Match {
  readonly entry: ActiveEntry;
  readonly kind: MatchKind;
  /** The name as the entry spells it. */
  readonly name: string;
}

export interface Ranking {
  /** The best class only: reviewed entries first, then by accession. Empty when no name equals the query. */
  readonly best: readonly Match[];
  /** Entries with an equal name of a weaker class. */
  readonly weaker: number;
  /** Hits without an equal name: the service also finds names that merely contain the query. */
  readonly partial: number;
  readonly inactive: readonly InactiveEntry[];
}

/**
 * Hits of a name search by exact name: primary name, then ordered locus or ORF name, then synonym, each first
 * case-sensitively and then without case. The first step with hits decides.
 */
export function rankByName(entries: readonly Entry[], query: string): Ranking {
  const active = entries.filter((entry) => entry.status !== "inactive");
  const steps = active.map((entry) => ({ entry, found: firstStep(entry, query) }));
  const matched = steps.flatMap(({ entry, found }) => (found ? [{ entry, ...found }] : []));
  const bestStep = Math.min(...matched.map((match) => match.step));
  const best = matched.filter((match) => match.step === bestStep);
  return {
    best: best.map(({ entry, kind, name }) => ({ entry, kind, name })).sort(byReviewThenAccession),
    weaker: matched.length - best.length,
    partial: active.length - matched.length,
    inactive: entries.filter((entry) => entry.status === "inactive"),
  };
}

/**
 * The accession that a class of entries stands for: its only reviewed entry, else its only entry, else null.
 */
export function soleAccession(entries: readonly ActiveEntry[]): string | null {
  const reviewed = entries.filter((entry) => entry.status === "reviewed");
  const sole = reviewed.length === 1 ? reviewed[0] : entries.length === 1 ? entries[0] : undefined;
  return sole?.accession ?? null;
}

function firstStep(entry: ActiveEntry, query: string): { step: number; kind: MatchKind; name: string } | null {
  const { primary, orderedLoci, orfs, synonyms } = entry.genes;
  const classes: [MatchKind, readonly string[]][][] = [
    [["primary_name", primary]],
    [
      ["ordered_locus", orderedLoci],
      ["orf_name", orfs],
    ],
    [["synonym", synonyms]],
  ];
  const equals = [(name: string) => name === query, (name: string) => name.toLowerCase() === query.toLowerCase()];
  for (const [rank, kinds] of classes.entries()) {
    for (const [caseless, equal] of equals.entries()) {
      for (const [kind, names] of kinds) {
        const name = names.find(equal);
        if (name !== undefined) return { step: rank * 2 + caseless, kind, name };
      }
    }
  }
  return null;
}

const byReviewThenAccession = (a: Match, b: Match): number => {
  const review = Number(b.entry.status === "reviewed") - Number(a.entry.status === "reviewed");
  return review !== 0 ? review : a.entry.accession < b.entry.accession ? -1 : 1;
};
