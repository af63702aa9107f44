import { createCaseFolding } from "../case-folding.ts";

export const WORD_TOKENS = "casefold-word2/1";

const WORDS = /[\p{L}\p{N}_]{2,}/gu;

/**
 * Tokens `casefold-word2/1`: full Unicode case folding, then maximal runs of letters, numbers and underscore of at least
 * two code points. No stemming, no stop words, no normalisation: a combining mark ends a run.
 */
export function createWordTokeniser(): (text: string) => string[] {
  const fold = createCaseFolding();
  return (text) => fold(text).match(WORDS) ?? [];
}
