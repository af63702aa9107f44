import { PUBLICATIONS } from "./categories.ts";
import type { IdentityRow } from "./parse.ts";
import type { TermRow } from "./parse-enrichment.ts";
import { byCodePoint, parseStringId } from "./string-id.ts";

export interface TermsWithin {
  /** By FDR, then p, then category and term; each term of a category once. */
  readonly kept: readonly TermRow[];
  /** Terms before any filter. */
  readonly received: number;
  readonly byCategory: Readonly<Record<string, number>>;
  readonly overMaxFdr: number;
  readonly publicationsLeftOut: number;
}

/** Counts first, then filters by category (none given: all but publications) and by false discovery rate. */
export function termsWithin(
  rows: readonly TermRow[],
  filter: { readonly categories: readonly string[]; readonly maxFdr: number },
): TermsWithin {
  // STRING may send a term twice; it is one term, at its strongest.
  const strongest = new Map(
    rows
      .toSorted(byStrength)
      .toReversed()
      .map((row) => [`${row.category}:${row.term}`, row]),
  );
  const terms = [...strongest.values()];
  const counts = new Map<string, number>();
  for (const { category } of terms) counts.set(category, (counts.get(category) ?? 0) + 1);
  const isShown = ({ category }: TermRow): boolean =>
    filter.categories.length === 0 ? category !== PUBLICATIONS : filter.categories.includes(category);
  const shown = terms.filter(isShown);
  const within = shown.filter((row) => row.fdr <= filter.maxFdr).sort(byStrength);
  return {
    kept: within,
    received: terms.length,
    byCategory: Object.fromEntries([...counts].sort(([a], [b]) => byCodePoint(a, b))),
    overMaxFdr: shown.length - within.length,
    publicationsLeftOut: filter.categories.length === 0 ? (counts.get(PUBLICATIONS) ?? 0) : 0,
  };
}

const byStrength = (a: TermRow, b: TermRow): number =>
  a.fdr - b.fdr || a.pValue - b.pValue || byCodePoint(a.category, b.category) || byCodePoint(a.term, b.term);

/** Whether a protein bears a term. Members come as they were asked, that is as ids; failing that, names are compared. */
export function bears({ members, memberNames }: TermRow, { id, tag, preferredName }: IdentityRow): boolean {
  if (members.some((member) => parseStringId(member) !== null)) return members.includes(id);
  return [...members, ...memberNames].some((name) => name === tag || name === preferredName);
}
