import type { CatalogueRow } from "./catalogue.ts";
import { consequencesOf, type LofTerm, termsOfRule } from "./consequences.ts";
import type { Gene, GeneIndex } from "./genes.ts";
import { GRADES, type Grade, gradeRank, isAssociated } from "./grades.ts";
import { type Change, canonicalMutation, parseHgvs } from "./hgvs.ts";
import { parseRangeRule, rangeRuleCovers } from "./range-rules.ts";

/** All rows of the catalogue on one mutation of one gene and one drug. */
export interface Variant {
  readonly mutation: string;
  readonly drug: string;
  /** In file order; rows that disagree are all kept and none of them wins. */
  readonly rows: readonly CatalogueRow[];
  /** The mutation as HGVS; null when it is a consequence rule, or text that cannot be read. */
  readonly change: Change | null;
}

/** Rows of one gene under every name that the file gives it (`Rv0678` and `mmpR5`). */
export interface GeneRows {
  /** In file order; at least one. */
  readonly names: readonly string[];
  readonly catalogueName: string;
  readonly rows: readonly CatalogueRow[];
}

/** The gene that a name of the catalogue means; null when the annotation knows none, or several, of this name. */
export function geneNamed(genes: GeneIndex, name: string): Gene | null {
  const [gene = null, ...others] = genes.resolve(name).genes;
  return others.length === 0 ? gene : null;
}

/** One variant per mutation and drug: best grade first, then by drug and mutation in code-point order. */
export function groupVariants(rows: readonly CatalogueRow[]): Variant[] {
  const groups = new Map<string, CatalogueRow[]>();
  for (const row of rows) {
    const key = `${row.mutation}\u0000${row.drug}`;
    const held = groups.get(key);
    if (held === undefined) groups.set(key, [row]);
    else held.push(row);
  }
  return [...groups.values()]
    .map((group) => ({ rank: bestRank(group), variant: variantOf(group) }))
    .sort(
      ({ rank, variant: a }, { rank: otherRank, variant: b }) =>
        rank - otherRank || order(a.drug, b.drug) || order(a.mutation, b.mutation),
    )
    .map(({ variant }) => variant);
}

function variantOf(rows: readonly CatalogueRow[]): Variant {
  const { mutation, drug } = rows[0]!;
  return { mutation, drug, rows, change: parseHgvs(mutation) };
}

/** The best grade that a row states, by its place in the order of grades. */
export const bestRank = (rows: readonly CatalogueRow[]): number =>
  Math.min(...rows.map(({ grade }) => gradeRank(grade)));
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `associated` = either associated grade in any row. */
export const isAssociatedVariant = ({ rows }: Pick<Variant, "rows">): boolean =>
  rows.some(({ grade }) => isAssociated(grade));

/** Do the rows state different grades? An unknown wording differs from every grade. */
export const hasGradeConflict = ({ rows }: Pick<Variant, "rows">): boolean =>
  new Set(rows.map(({ grade }) => grade)).size > 1;

/** Is it a consequence rule of the catalogue instead of a mutation? */
export const isRule = (mutation: string): boolean =>
  termsOfRule(mutation).length > 0 || parseRangeRule(mutation) !== null;

/** Can a mutation be read, as HGVS or as a consequence rule? */
export const isReadable = (mutation: string): boolean => parseHgvs(mutation) !== null || isRule(mutation);

/** The same of a variant, whose mutation has been read already. */
export const isReadableVariant = ({ change, mutation }: Pick<Variant, "change" | "mutation">): boolean =>
  change !== null || isRule(mutation);

/** Source rows for each grade; `unknown` counts wordings that are no grade. */
export function countGrades(rows: readonly CatalogueRow[]): Record<Grade | "unknown", number> {
  const counts = Object.fromEntries([...GRADES, "unknown"].map((grade) => [grade, 0])) as Record<
    Grade | "unknown",
    number
  >;
  for (const { grade } of rows) counts[grade ?? "unknown"] += 1;
  return counts;
}

export const sortedDrugs = (variants: readonly Pick<Variant, "drug">[]): string[] =>
  [...new Set(variants.map(({ drug }) => drug))].sort();

/** A mutation as it is asked for. */
export interface AskedMutation {
  readonly text: string;
  readonly canonical: string;
  readonly consequences: ReadonlySet<LofTerm>;
  /** Bases from start to stop; null for an RNA gene. */
  readonly codingLength: number | null;
}

export function askedMutation(text: string, gene: Gene): AskedMutation {
  const codingLength = gene.isCoding ? gene.end - gene.start + 1 : null;
  return {
    text,
    canonical: canonicalMutation(text),
    consequences: consequencesOf(text, codingLength),
    codingLength,
  };
}

/** Is a variant the mutation asked for, or a consequence rule that covers it? */
export function matchMutation(variant: Variant, asked: AskedMutation): "exact" | "by_rule" | null {
  const { mutation, change, rows } = variant;
  if ((change?.canonical ?? canonicalMutation(mutation)) === asked.canonical) return "exact";
  const written = rows.flatMap(({ originalMutation }) =>
    originalMutation === mutation ? [] : (originalMutation ?? []),
  );
  if (written.some((text) => parseHgvs(text)?.canonical === asked.canonical)) return "exact";
  if (termsOfRule(variant.mutation).some((term) => asked.consequences.has(term))) return "by_rule";
  const range = parseRangeRule(variant.mutation);
  return range !== null && rangeRuleCovers(range, asked.text, asked.codingLength) ? "by_rule" : null;
}
