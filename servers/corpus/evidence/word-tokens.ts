import { createCaseFolding } from "../case-folding.ts";

export const WORD_TOKENS = "casefold-word2/1";

// The same runs in ASCII text, where the engine needs no Unicode tables.
const ASCII_ONLY = /^[\x00-\x7f]*$/;
const ASCII_WORDS = /[a-z0-9_]{2,}/g;
const WORDS = /[\p{L}\p{N}_]{2,}/gu;

/**
 * Tokens `casefold-word2/1`: full Unicode case folding, then maximal runs of letters, numbers and underscore of at least
 * two code points. No stemming, no stop words, no normalisation: a combining mark ends a run.
 */
export function createWordTokeniser(): (text: string) => string[] {
  const fold = createCaseFolding();
  return (text) => {
    const folded = fold(text);
    return folded.match(ASCII_ONLY.test(folded) ? ASCII_WORDS : WORDS) ?? [];
  };
}
