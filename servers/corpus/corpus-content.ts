/** What is known of a paper's standing; the closed list of the pubmed source. */
export const PUBLICATION_STATES = [
  "retracted",
  "expression_of_concern",
  "corrected",
  "republished",
  "updated",
  "none_known",
] as const;

interface Notice {
  readonly kind: string;
  readonly pmid: string | null;
  readonly ref: string | null;
  readonly raw: string | null;
}

export interface PublicationState {
  readonly states: readonly (typeof PUBLICATION_STATES)[number][];
  readonly notices: readonly Notice[];
  /** The record is itself a notice about another paper. */
  readonly is_notice: boolean;
}

/** One searchable stretch of a paper's text. */
export interface Passage {
  readonly id: string;
  readonly pmid: string;
  readonly index: number;
  /** UTF-16 range in the paper's text. */
  readonly start: number;
  readonly end: number;
  /** Genes that the stretch names, where the artefact says so. */
  readonly genesNamed: readonly string[] | null;
}

export interface Paper {
  readonly pmid: string;
  readonly title: string | null;
  /** The whole stored text, normalised: what quotes are checked in. */
  readonly text: string;
  /** Characters that normalising removed. */
  readonly removed: number;
  /** Four digits, as printed. */
  readonly year: string | null;
  readonly journal: string | null;
  readonly doi: string | null;
  readonly pmcid: string | null;
  readonly inPmc: boolean;
  /** Null: not determined. */
  readonly state: PublicationState | null;
  readonly mentions: readonly string[];
  /** Genes of the build queries that returned the paper; says nothing of its text. */
  readonly queriedFor: readonly string[];
  /** By index. */
  readonly passages: readonly Passage[];
}

export interface CorpusContent {
  readonly format: "gene-router.corpus/1" | "passages";
  readonly tag: string | null;
  readonly organism: string | null;
  readonly taxon: string | null;
  /** As queried, in input order. */
  readonly genes: readonly string[];
  /** Gene → accepted spellings. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** By PMID as a number. */
  readonly papers: readonly Paper[];
}

/** The file is not a corpus artefact, or a damaged one. */
export class ArtefactError extends Error {
  /** From 1. */
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.name = "ArtefactError";
    this.line = line;
  }
}
