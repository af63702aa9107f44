import type { CatalogueRow } from "./catalogue.ts";
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
export function selectVariants(rows: readonly CatalogueRow[], gene: Gene, question: VariantQuestion): VariantAnswer {
  const asked = question.mutation === null ? null : askedMutation(question.mutation, gene);
  const kept = rows.filter(
    (row) =>
      (question.drug === null || isSameDrug(row.drug, question.drug)) && (question.sources === "all" || isFromWho(row)),
  );
  const named = groupVariants(kept).flatMap((variant) => matchOf(variant, asked));
  const matches = named.filter(({ variant }) => hasGrade(variant, question.grades));
  return { matches, otherGrades: named.length - matches.length };
}

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
