import type { AssessedCatalogue } from "./assessed-catalogue.ts";
import { termsOfRule } from "./consequences.ts";
import type { Gene } from "./genes.ts";
import { AFTER_STOP } from "./hgvs.ts";
import { forwardSubstitution, genomeChange, onCircle, stretchOf } from "./position.ts";
import { parseRangeRule } from "./range-rules.ts";
import { createStretchIndex, type Stretch, type StretchIndex } from "./stretch-index.ts";
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

/**
 * Every variant of the catalogue on the genome; those that have no place are counted by gene.
 *
 * @param genomeLength base pairs of the circular chromosome
 */
export function placeCatalogue({ genes }: AssessedCatalogue, genomeLength: number): PlacedCatalogue {
  const placed: PlacedVariant[] = [];
  const unplaced = new Map<string, number>();
  for (const { gene, catalogueName, verdict } of genes) {
    if (gene === null) continue;
    for (const variant of verdict.variants) {
      const stretch = placeOf(gene, variant);
      if (stretch === null) unplaced.set(gene.locusTag, (unplaced.get(gene.locusTag) ?? 0) + 1);
      else
        for (const { from, to } of onCircle(stretch, genomeLength))
          placed.push({ gene, catalogueName, variant, from, to, ...kindOf(gene, variant, { from, to }) });
    }
  }
  return { placed, unplaced, overlapping: createStretchIndex(placed, (one) => one) };
}

/** The start codon is what a lost start is about, wherever the change that loses it lies. */
const START_CODON = { scale: "p", start: 1, end: 1 } as const;

const isLostStart = (mutation: string): boolean => {
  const terms = termsOfRule(mutation);
  return terms.length === 1 && terms[0] === "start_lost";
};

/** Bases that a variant covers, not yet on the circle; null for what has no place, or a number that its gene does not have. */
function placeOf(gene: Gene, { mutation, change }: Variant): Stretch | null {
  const place = change ?? (isLostStart(mutation) ? START_CODON : parseRangeRule(mutation));
  if (place === null) return null;
  const firstBase = place.scale === "p" ? 3 * place.start - 2 : place.start;
  const isBehind = firstBase > gene.end - gene.start + 1 && firstBase < AFTER_STOP;
  return isBehind ? null : stretchOf(gene, place);
}

function kindOf(
  gene: Gene,
  { mutation, change }: Variant,
  stretch: Stretch,
): Pick<PlacedVariant, "match" | "part" | "substitution" | "change"> {
  if (change === null) {
    const isStart = isLostStart(mutation);
    const match = isStart || parseRangeRule(mutation)?.scale === "p" ? "codon" : "base";
    return { match, part: isStart ? "start_loss" : "inside", substitution: null, change: null };
  }
  const isProtein = change.scale === "p";
  return {
    match: isProtein ? "codon" : "base",
    part: isProtein && change.start === 1 ? "start_loss" : change.start < 0 ? "upstream" : "inside",
    substitution: forwardSubstitution(gene, change),
    change: genomeChange(gene, change, stretch),
  };
}
