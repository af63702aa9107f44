import { SHORT_ENGLISH_WORDS } from "./short-english-words.ts";

/** Genes of a corpus with the spellings that were accepted for them. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

/**
 * Which genes a text names: word-bounded match of an accepted spelling, without case; neither neighbour may be a
 * letter, a digit or an underscore. A spelling of up to four letters that is also an English word ("cat", "Map")
 * counts only in its own case.
 */
export interface GeneNaming {
  /** Genes named, in the order of the corpus's gene list. */
  genesIn(text: string): string[];
  /** The same with the spellings found, as accepted. */
  namedVia(text: string): Map<string, string[]>;
  /** Is this very word, as a gene or spelling, in the text? */
  holds(text: string, name: string): boolean;
}

export function createGeneNaming(aliases: Aliases): GeneNaming {
  const genes = [...aliases].map(([gene, spellings]) => ({
    gene,
    spellings: [...new Set([gene, ...spellings])]
      .filter((spelling) => spelling !== "")
      .map((spelling) => ({ spelling, pattern: patternOf(spelling) })),
  }));
  const namedVia = (text: string): Map<string, string[]> => {
    const named = new Map<string, string[]>();
    for (const { gene, spellings } of genes) {
      const via = spellings.filter(({ pattern }) => pattern.test(text)).map(({ spelling }) => spelling);
      if (via.length > 0) named.set(gene, via);
    }
    return named;
  };
  return {
    namedVia,
    genesIn: (text) => [...namedVia(text).keys()],
    holds: (text, name) => name !== "" && patternOf(name).test(text),
  };
}

function patternOf(spelling: string): RegExp {
  const literal = spelling.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const isEnglish = spelling.length <= 4 && SHORT_ENGLISH_WORDS.has(spelling.toLowerCase());
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?![\\p{L}\\p{N}_])`, isEnglish ? "u" : "iu");
}
