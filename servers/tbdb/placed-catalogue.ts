import type { Catalogue } from "./catalogue.ts";
import { termsOfRule } from "./consequences.ts";
import type { Gene, GeneIndex } from "./genes.ts";
import { parseHgvs } from "./hgvs.ts";
import { forwardSubstitution, genomeChange, type Stretch, stretchOf } from "./position.ts";
import { parseRangeRule } from "./range-rules.ts";
import { geneNamed, groupVariants, rowsOfGene, type Variant } from "./variants.ts";

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
  readonly placed: readonly PlacedVariant[];
  /** Locus tag → variants without a position: consequence rules and unreadable mutations. */
  readonly unplaced: ReadonlyMap<string, number>;
}

/** Every variant of the catalogue on the genome; those that have no place are counted by gene. */
export function placeCatalogue(catalogue: Catalogue, genes: GeneIndex): PlacedCatalogue {
  const placed: PlacedVariant[] = [];
  const unplaced = new Map<string, number>();
  for (const gene of catalogueGenes(catalogue, genes)) {
    const held = rowsOfGene(catalogue, genes, gene);
    if (held === null) continue;
    for (const variant of groupVariants(held.rows)) {
      const place = placeOf(gene, variant.mutation);
      if (place === null) unplaced.set(gene.locusTag, (unplaced.get(gene.locusTag) ?? 0) + 1);
      else placed.push({ gene, catalogueName: held.catalogueName, variant, ...place });
    }
  }
  return { placed, unplaced };
}

/** Genes that the catalogue speaks of and the annotation knows, each once, in file order. */
export const catalogueGenes = (catalogue: Catalogue, genes: GeneIndex): Gene[] => [
  ...new Set([...catalogue.byGene.keys()].flatMap((name) => geneNamed(genes, name) ?? [])),
];

type Place = Omit<PlacedVariant, "gene" | "catalogueName" | "variant">;

function placeOf(gene: Gene, mutation: string): Place | null {
  const startCodon = { scale: "p", start: 1, end: 1 } as const;
  if (termsOfRule(mutation).length === 1 && termsOfRule(mutation)[0] === "start_lost") {
    return { ...stretchOf(gene, startCodon), match: "codon", part: "start_loss", substitution: null, change: null };
  }
  const range = parseRangeRule(mutation);
  if (range !== null) {
    const match = range.scale === "p" ? "codon" : "base";
    return { ...stretchOf(gene, range), match, part: "inside", substitution: null, change: null };
  }
  const change = parseHgvs(mutation);
  if (change === null) return null;
  return {
    ...stretchOf(gene, change),
    match: change.scale === "p" ? "codon" : "base",
    part: change.scale === "p" && change.start === 1 ? "start_loss" : change.start < 0 ? "upstream" : "inside",
    substitution: forwardSubstitution(gene, change),
    change: genomeChange(gene, mutation),
  };
}
