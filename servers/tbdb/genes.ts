import { ACCESSIONS, GENE_ALIASES } from "./aliases.ts";
import type { AnnotatedGene, Annotation } from "./annotation.ts";
import { createStretchIndex } from "./stretch-index.ts";

export interface Gene {
  readonly locusTag: string;
  readonly symbol: string | null;
  readonly synonyms: readonly string[];
  /** Feature type of the annotation. */
  readonly type: string;
  readonly isCoding: boolean;
  /** 1-based, inclusive. */
  readonly start: number;
  readonly end: number;
  readonly strand: "+" | "-";
}

export type MatchedBy = "qualified_id" | "locus_tag" | "symbol" | "synonym";

export type GeneMatch =
  | { readonly matchedBy: MatchedBy; readonly genes: readonly Gene[] }
  | { readonly matchedBy: "none"; readonly genes: readonly [] };

export interface GeneIndex {
  readonly genomeLength: number;
  readonly genes: readonly Gene[];
  /**
   * Genes of exactly this name: qualified id, locus tag, symbol, synonym, in that order, each as written and then
   * without case. The first step with hits decides; no letter is ever dropped from a locus tag.
   */
  resolve(name: string): GeneMatch;
  /** Genes that hold a 1-based position, or any position of a stretch, by start. */
  overlapping(from: number, to?: number): readonly Gene[];
}

/** The identity index of one annotation: every gene name passes it before any other file is read. */
export function createGeneIndex(annotation: Annotation): GeneIndex {
  const genes = annotation.genes.map(withAliases).sort((a, b) => a.start - b.start || a.end - b.end);
  const overlapping = createStretchIndex(genes, ({ start, end }) => ({ from: start, to: end }));
  const steps: readonly (readonly [MatchedBy, NameTable])[] = [
    ["qualified_id", tableOf(genes, qualifiedIdsOf)],
    ["locus_tag", tableOf(genes, (gene) => [gene.locusTag])],
    ["symbol", tableOf(genes, (gene) => (gene.symbol === null ? [] : [gene.symbol]))],
    ["synonym", tableOf(genes, (gene) => gene.synonyms)],
  ];

  return {
    genomeLength: annotation.genomeLength,
    genes,
    resolve(name) {
      for (const [matchedBy, table] of steps) {
        const hits = table.exact.get(name) ?? table.folded.get(name.toLowerCase());
        if (hits !== undefined) return { matchedBy, genes: hits };
      }
      return { matchedBy: "none", genes: [] };
    },
    overlapping: (from, to = from) => overlapping(from, to),
  };
}

function withAliases({ id, name, ...feature }: AnnotatedGene): Gene {
  // Annotations differ in what they take for an RNA gene's id: its locus tag, a name of the database, or one of their own.
  const alias = GENE_ALIASES.find(
    ({ locusTag, symbol, synonyms }) =>
      locusTag === id || (symbol !== undefined && (symbol === name || symbol === id || synonyms.includes(id))),
  );
  const locusTag = alias?.locusTag ?? id;
  const symbol = name ?? alias?.symbol ?? null;
  const accession = ACCESSIONS[locusTag];
  const others = [alias?.symbol, ...(alias?.synonyms ?? []), id, accession].filter((other) => other !== undefined);
  const synonyms = [...new Set(others)].filter((other) => other !== symbol && other !== locusTag);
  return { locusTag, symbol, synonyms, ...feature };
}

const qualifiedIdsOf = ({ locusTag }: Gene): string[] => [`mtu:${locusTag}`, `83332.${locusTag}`, `gene:${locusTag}`];

interface NameTable {
  readonly exact: ReadonlyMap<string, readonly Gene[]>;
  readonly folded: ReadonlyMap<string, readonly Gene[]>;
}

function tableOf(genes: readonly Gene[], namesOf: (gene: Gene) => readonly string[]): NameTable {
  const exact = new Map<string, Gene[]>();
  const folded = new Map<string, Gene[]>();
  for (const gene of genes) {
    for (const name of namesOf(gene)) {
      add(exact, name, gene);
      add(folded, name.toLowerCase(), gene);
    }
  }
  return { exact, folded };
}

function add(table: Map<string, Gene[]>, name: string, gene: Gene): void {
  const held = table.get(name);
  if (held === undefined) table.set(name, [gene]);
  else if (!held.includes(gene)) held.push(gene);
}

/** Shape of a UniProt accession, to tell an unknown accession from an unknown name. */
export const looksLikeAccession = (name: string): boolean =>
  /^(?:[OPQ]\d[A-Z0-9]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z0-9]{2}\d){1,2})$/.test(name);
