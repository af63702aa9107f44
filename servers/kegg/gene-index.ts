import type { Gene } from "./parse/gene-list.ts";

/** How a name was matched: by an id with its organism, by the locus tag, or by one of the gene's symbols. */
export type MatchedBy = "qualified_id" | "locus_tag" | "symbol";

export interface Match {
  readonly matchedBy: MatchedBy;
  /** One gene, or several that none was chosen from. */
  readonly genes: readonly [Gene, ...Gene[]];
}

/** The genes of one organism by every exact name that KEGG gives them. */
export interface GeneIndex {
  /** Number of locus tags: the genome size against which pathways are measured. */
  readonly size: number;
  readonly byId: ReadonlyMap<string, Gene>;
  /** Locus tag, then symbol; each in the caller's spelling, then without case. The first step with hits decides. */
  find(name: string): Match | null;
  /** The genes with this locus tag, in the caller's spelling, else without case. */
  withLocusTag(locusTag: string): readonly Gene[];
}

type Names = ReadonlyMap<string, readonly Gene[]>;

function byName(genes: readonly Gene[], namesOf: (gene: Gene) => readonly string[]): Names {
  const index = new Map<string, Gene[]>();
  for (const gene of genes) {
    for (const name of new Set(namesOf(gene))) {
      const holders = index.get(name);
      if (holders) holders.push(gene);
      else index.set(name, [gene]);
    }
  }
  return index;
}

const withoutCase = (name: string): string => name.toLowerCase();

export function createGeneIndex(genes: readonly Gene[]): GeneIndex {
  const tags = byName(genes, (gene) => [gene.locusTag]);
  const tagsWithoutCase = byName(genes, (gene) => [withoutCase(gene.locusTag)]);
  const symbols = byName(genes, (gene) => gene.symbols);
  const symbolsWithoutCase = byName(genes, (gene) => gene.symbols.map(withoutCase));

  const withLocusTag = (locusTag: string): readonly Gene[] =>
    tags.get(locusTag) ?? tagsWithoutCase.get(withoutCase(locusTag)) ?? [];
  const withSymbol = (symbol: string): readonly Gene[] =>
    symbols.get(symbol) ?? symbolsWithoutCase.get(withoutCase(symbol)) ?? [];
  const match = (matchedBy: MatchedBy, [first, ...others]: readonly Gene[]): Match | null =>
    first === undefined ? null : { matchedBy, genes: [first, ...others] };

  return {
    size: genes.length,
    byId: new Map(genes.map((gene) => [gene.id, gene])),
    find: (name) => match("locus_tag", withLocusTag(name)) ?? match("symbol", withSymbol(name)),
    withLocusTag,
  };
}
