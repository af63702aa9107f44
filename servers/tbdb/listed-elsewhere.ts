import type { Gene } from "./genes.ts";
import { parseHgvs } from "./hgvs.ts";
import type { PlacedCatalogue, PlacedVariant } from "./placed-catalogue.ts";
import { genomeChange, onCircle, stretchOf } from "./position.ts";
import { variantId } from "./variant-record.ts";

/**
 * Ids of variants by which another gene names a change of this one: the same bases in the other's numbering (`c.-15C>T`
 * of fabG1 is `c.-777C>T` of inhA), any change of the codon that the base lies in, or of a base of the codon asked for.
 */
export function listedElsewhere(
  { overlapping }: PlacedCatalogue,
  gene: Gene,
  mutation: string,
  genomeLength: number,
): string[] {
  const change = parseHgvs(mutation);
  if (change === null || change.start !== change.end) return [];
  const others = onCircle(stretchOf(gene, change), genomeLength).flatMap((stretch) => {
    const own = genomeChange(gene, change, stretch);
    const isSame = (other: PlacedVariant): boolean =>
      own === null
        ? other.substitution !== null && other.from >= stretch.from && other.to <= stretch.to
        : other.change === own || (change.kind === "substitution" && other.match === "codon");
    return overlapping(stretch.from, stretch.to).filter((other) => other.gene !== gene && isSame(other));
  });
  return [
    ...new Set(others.map(({ catalogueName, variant }) => variantId(catalogueName, variant.mutation, variant.drug))),
  ].sort();
}
