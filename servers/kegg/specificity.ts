import { z } from "zod";

/**
 * A pathway with at least this share of the genome is `broad`: two genes that share it share a base rate. (KEGG's
 * overview maps of H37Rv hold 9% and 17%; the next one stays below 6%.)
 */
export const BROAD_FRACTION = 0.05;

/** A pathway of at most this many genes, and not broad, is `specific`. */
export const SPECIFIC_SIZE = 50;

export const Specificity = z.enum(["broad", "moderate", "specific", "unknown"]);

/** Size of a pathway in genes, its share of the genome (4 decimals) and the class that follows from the exact share. */
export const SizeBlock = {
  size: z.int().nullable().describe("Genes of the organism in the pathway; null when KEGG's sizes were unavailable"),
  fraction: z.number().nullable().describe("size / genome size (locus tags), 4 decimals; null without either"),
  specificity: Specificity.describe(
    `broad: at least 5% of the genome; specific: else at most ${SPECIFIC_SIZE} genes; moderate: else; unknown: no size`,
  ),
};

export interface PathwaySize {
  readonly size: number | null;
  readonly fraction: number | null;
  readonly specificity: z.infer<typeof Specificity>;
}

/** Classes a pathway by its size and the genome size, both in genes; either may be unknown. */
export function measurePathway(size: number | null, genomeSize: number | null): PathwaySize {
  if (size === null || genomeSize === null || genomeSize === 0) return { size, fraction: null, specificity: "unknown" };
  const share = size / genomeSize;
  const fraction = Math.round(share * 10_000) / 10_000;
  if (share >= BROAD_FRACTION) return { size, fraction, specificity: "broad" };
  return { size, fraction, specificity: size <= SPECIFIC_SIZE ? "specific" : "moderate" };
}
