import type { AssessedCatalogue } from "./assessed-catalogue.ts";
import type { CatalogueRow } from "./catalogue.ts";
import { countGrades, isAssociatedVariant, type Variant } from "./variants.ts";

/** What the catalogue as a whole says of one drug. */
export interface AssessedDrug {
  /** Locus tags with an associated variant; a name that the annotation does not know stands as written. */
  readonly genes: readonly string[];
  readonly assessedGenes: readonly string[];
  readonly variants: number;
  readonly associatedVariants: number;
  readonly gradingCounts: Readonly<Record<string, number>>;
  /** In file order; at least one. */
  readonly rows: readonly CatalogueRow[];
}

/** Every drug that the catalogue has a row on, by its name there. */
export function assessDrugs({ genes }: AssessedCatalogue): ReadonlyMap<string, AssessedDrug> {
  const byDrug = new Map<string, Map<string, Variant[]>>();
  for (const { gene, catalogueName, verdict } of genes) {
    const locus = gene?.locusTag ?? catalogueName;
    for (const variant of verdict.variants) {
      const loci = byDrug.get(variant.drug) ?? new Map<string, Variant[]>();
      byDrug.set(variant.drug, loci);
      const held = loci.get(locus);
      if (held === undefined) loci.set(locus, [variant]);
      else held.push(variant);
    }
  }
  return new Map([...byDrug].map(([drug, loci]) => [drug, assessedDrug(loci)]));
}

function assessedDrug(loci: ReadonlyMap<string, readonly Variant[]>): AssessedDrug {
  const variants = [...loci.values()].flat();
  const rows = variants.flatMap((variant) => variant.rows).sort((a, b) => a.line - b.line);
  return {
    genes: [...loci].flatMap(([locus, own]) => (own.some(isAssociatedVariant) ? [locus] : [])).sort(),
    assessedGenes: [...loci.keys()].sort(),
    variants: variants.length,
    associatedVariants: variants.filter(isAssociatedVariant).length,
    gradingCounts: countGrades(rows),
    rows,
  };
}
