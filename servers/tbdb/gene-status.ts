import { z } from "zod";
import type { CatalogueRow } from "./catalogue.ts";
import { isSameDrug } from "./drugs.ts";
import {
  countGrades,
  groupVariants,
  isAssociatedVariant,
  isReadableVariant,
  sortedDrugs,
  type Variant,
} from "./variants.ts";

export const GENE_STATUS = ["associated", "assessed_none_associated", "absent"] as const;
export const DRUG_STATUS = ["associated", "assessed_none_associated", "not_assessed"] as const;

export type GeneStatus = (typeof GENE_STATUS)[number];
export type DrugStatus = (typeof DRUG_STATUS)[number];

export const GradingCounts = z
  .record(z.string(), z.int())
  .describe("Source rows per grade; `unknown` counts wordings that are no grade");

/** What the catalogue as a whole says of a gene, whatever a question filters. */
export interface GeneVerdict {
  readonly status: GeneStatus;
  /** All variants, best grade first. */
  readonly variants: readonly Variant[];
  readonly associatedVariants: number;
  /** Drugs with an associated variant. */
  readonly drugs: readonly string[];
  readonly assessedDrugs: readonly string[];
  readonly gradingCounts: Readonly<Record<string, number>>;
  readonly unreadableMutations: number;
}

/** No row at all = never assessed, which is not a negative. */
export function judgeGene(rows: readonly CatalogueRow[]): GeneVerdict {
  const variants = groupVariants(rows);
  const associated = variants.filter(isAssociatedVariant);
  return {
    status: rows.length === 0 ? "absent" : associated.length > 0 ? "associated" : "assessed_none_associated",
    variants,
    associatedVariants: associated.length,
    drugs: sortedDrugs(associated),
    assessedDrugs: sortedDrugs(variants),
    gradingCounts: countGrades(rows),
    unreadableMutations: new Set(variants.filter((one) => !isReadableVariant(one)).map(({ mutation }) => mutation))
      .size,
  };
}

export function drugStatusOf({ drugs, assessedDrugs }: GeneVerdict, drug: string): DrugStatus {
  const isAsked = (listed: string): boolean => isSameDrug(listed, drug);
  if (drugs.some(isAsked)) return "associated";
  return assessedDrugs.some(isAsked) ? "assessed_none_associated" : "not_assessed";
}
