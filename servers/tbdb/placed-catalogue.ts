import type { AssessedCatalogue } from "./assessed-catalogue.ts";
import { termsOfRule } from "./consequences.ts";
import type { Gene } from "./genes.ts";
import { forwardSubstitution, genomeChange, type Stretch, stretchOf } from "./position.ts";
import { parseRangeRule } from "./range-rules.ts";
import { createStretchIndex, type StretchIndex } from "./stretch-index.ts";
import type { Variant } from "./variants.ts";

export interface PlacedVariant extends Stretch {
  readonly gene: Gene;
  readonly catalogueName: string;
  readonly variant: Variant;
  /** `p.` variants are found by codon, others by base. */
  readonly match: "codon" | "base";
  readonly part: "start_loss" | "inside" | "upstream";
  /** A single-base change on the forward strand. */
  readonly substitution: { readonly ref: string; readonly alt: string } | null;
  /** Equal for two names of one change; null where the description does not state the bases. */
  readonly change: string | null;
}

export interface PlacedCatalogue {
  /** Every variant that has a place. */
  readonly placed: readonly PlacedVariant[];
  readonly overlapping: StretchIndex<PlacedVariant>;
  /** Locus tag → variants without a position: consequence rules and unreadable mutations. */
  readonly unplaced: ReadonlyMap<string, number>;
}

/** Every variant of the catalogue on the genome; those that have no place are counted by gene. */
export function placeCatalogue({ genes }: AssessedCatalogue): PlacedCatalogue {
  const placed: PlacedVariant[] = [];
  const unplaced = new Map<string, number>();
  for (const { gene, catalogueName, verdict } of genes) {
    if (gene === null) continue;
    for (const variant of verdict.variants) {
      const place = placeOf(gene, variant);
      if (place === null) unplaced.set(gene.locusTag, (unplaced.get(gene.locusTag) ?? 0) + 1);
      else placed.push({ gene, catalogueName, variant, ...place });
    }
  }
  return { placed, unplaced, overlapping: createStretchIndex(placed, (one) => one) };
}

type Place = Omit<PlacedVariant, "gene" | "catalogueName" | "variant">;

function placeOf(gene: Gene, { mutation, change }: Variant): Place | null {
  if (change !== null) {
    return {
      ...stretchOf(gene, change),
      match: change.scale === "p" ? "codon" : "base",
      part: change.scale === "p" && change.start === 1 ? "start_loss" : change.start < 0 ? "upstream" : "inside",
      substitution: forwardSubstitution(gene, change),
      change: genomeChange(gene, change),
    };
  }
  const terms = termsOfRule(mutation);
  if (terms.length === 1 && terms[0] === "start_lost") {
    const startCodon = { scale: "p", start: 1, end: 1 } as const;
    return { ...stretchOf(gene, startCodon), match: "codon", part: "start_loss", substitution: null, change: null };
  }
  const range = parseRangeRule(mutation);
  if (range === null) return null;
  const match = range.scale === "p" ? "codon" : "base";
  return { ...stretchOf(gene, range), match, part: "inside", substitution: null, change: null };
}
