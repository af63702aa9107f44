import type { Catalogue } from "./catalogue.ts";
import { type GeneVerdict, judgeGene } from "./gene-status.ts";
import type { Gene, GeneIndex } from "./genes.ts";
import { type GeneRows, geneNamed } from "./variants.ts";

/** The catalogue's rows on one gene, under every name that the file gives it, and what they say of it. */
export interface AssessedGene extends GeneRows {
  /** Null: the annotation knows no gene of this name, or several. */
  readonly gene: Gene | null;
  /** Judged when first asked for, once. */
  readonly verdict: GeneVerdict;
}

export interface AssessedCatalogue {
  /** In file order. A name that means no single gene stands for itself. */
  readonly genes: readonly AssessedGene[];
  /** Null: the gene has no row, it was never assessed. */
  of(gene: Gene): AssessedGene | null;
}

/** Names to genes, over the whole catalogue. */
export function assessCatalogue(catalogue: Catalogue, index: GeneIndex): AssessedCatalogue {
  const names = new Map<Gene | string, string[]>();
  for (const name of catalogue.byGene.keys()) {
    const gene = geneNamed(index, name) ?? name;
    names.set(gene, [...(names.get(gene) ?? []), name]);
  }
  const genes = [...names].map(([gene, own]) => {
    const [first = "", ...others] = own;
    const rows = catalogue.byGene.get(first) ?? [];
    const all = others.length === 0 ? rows : own.flatMap((name) => catalogue.byGene.get(name) ?? []);
    return assessedGene({ gene: typeof gene === "string" ? null : gene, names: own, catalogueName: first, rows: all });
  });
  const byGene = new Map(genes.map((assessed) => [assessed.gene, assessed]));
  return { genes, of: (gene) => byGene.get(gene) ?? null };
}

function assessedGene(facts: Omit<AssessedGene, "verdict">): AssessedGene {
  let verdict: GeneVerdict | null = null;
  return {
    ...facts,
    get verdict() {
      verdict ??= judgeGene(facts.rows);
      return verdict;
    },
  };
}
