import { isSameDrug } from "./drugs.ts";
import type { Gene } from "./genes.ts";
import type { Grade } from "./grades.ts";
import { isFromWho } from "./licences.ts";
import {
  type AskedMutation,
  askedMutation,
  groupVariants,
  isAssociatedVariant,
  matchMutation,
  type Variant,
} from "./variants.ts";

export interface VariantQuestion {
  readonly drug: string | null;
  readonly mutation: string | null;
  readonly grades: "associated" | "all" | readonly Grade[];
  readonly sources: "all" | "who";
}

export interface VariantMatch {
  readonly variant: Variant;
  /** The record is a consequence rule that covers the mutation asked for. */
  readonly byRule: boolean;
}

export interface VariantAnswer {
  readonly matches: readonly VariantMatch[];
  /** Variants that match drug, mutation and sources, but not the grades asked for. */
  readonly otherGrades: number;
}

/**
 * The variants of a gene that a question selects. `sources: who` leaves out rows of other origin before anything is
 * judged; grades then select whole variants, so rows that disagree stay together.
 */
export function selectVariants(variants: readonly Variant[], gene: Gene, question: VariantQuestion): VariantAnswer {
  const { drug, mutation, sources } = question;
  const asked = mutation === null ? null : askedMutation(mutation, gene);
  const kept = drug === null ? variants : variants.filter((variant) => isSameDrug(variant.drug, drug));
  const named = (sources === "who" ? fromWho(kept) : kept).flatMap((variant) => matchOf(variant, asked));
  const matches = named.filter(({ variant }) => hasGrade(variant, question.grades));
  return { matches, otherGrades: named.length - matches.length };
}

/** Variants by their rows from WHO alone: without the others a variant may have another grade, and another place. */
const fromWho = (variants: readonly Variant[]): Variant[] =>
  groupVariants(variants.flatMap(({ rows }) => rows.filter(isFromWho)));

function matchOf(variant: Variant, asked: AskedMutation | null): VariantMatch[] {
  if (asked === null) return [{ variant, byRule: false }];
  const match = matchMutation(variant, asked);
  return match === null ? [] : [{ variant, byRule: match === "by_rule" }];
}

function hasGrade(variant: Variant, grades: VariantQuestion["grades"]): boolean {
  if (grades === "all") return true;
  if (grades === "associated") return isAssociatedVariant(variant);
  return variant.rows.some(({ grade }) => grade !== null && grades.includes(grade));
}
