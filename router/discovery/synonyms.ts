import { tokensOf } from "./words.ts";

/** Words that scientists use for one another when they look for a tool. Each group is declared once. */
const GROUPS: readonly (readonly string[])[] = [
  ["gene", "locus", "orf"],
  ["protein", "gene product"],
  ["variant", "mutation", "polymorphism", "snp"],
  ["paper", "article", "abstract", "publication", "published", "literature", "study"],
  ["structure", "pdb", "fold"],
  ["drug", "antibiotic", "compound", "medicine"],
  ["resistance", "resistant"],
  ["partner", "interaction", "interactor", "binding"],
  ["pathway", "metabolism", "map"],
  ["disease", "disorder", "condition", "phenotype"],
  ["organism", "species", "taxon", "strain"],
  ["sequence", "fasta"],
  ["function", "role", "annotation"],
  ["convert", "map", "translate", "crossref"],
  ["search", "find", "lookup"],
  ["citation", "reference", "pmid"],
  ["expression", "transcript", "rna"],
  ["ortholog", "homolog", "orthology"],
  ["network", "edge", "graph"],
  ["corpus", "collection"],
  ["passage", "sentence", "excerpt", "quote"],
  ["lineage", "phylogenetic", "clade"],
  ["identifier", "id", "accession"],
  ["release", "version"],
  ["evidence", "support"],
];

/** Token → the tokens that may stand for it. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

export function declaredSynonyms(): Synonyms {
  const table = new Map<string, Set<string>>();
  for (const group of GROUPS) {
    const tokens = [...new Set(group.flatMap(tokensOf))];
    for (const token of tokens) {
      const others = table.get(token) ?? new Set();
      for (const other of tokens) if (other !== token) others.add(other);
      table.set(token, others);
    }
  }
  return new Map([...table].map(([token, others]) => [token, [...others]]));
}
