import { stemmer } from "stemmer";
import { createCaseFolding } from "./case-folding.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Name of the token definition below; an index is valid only for the definition that it was built with. */
export const TOKENS = "bio/1";

const HYPHEN = /[-\u2010\u2011]/u;
const WORD = /[\p{L}\p{N}\p{M}_]+(?:[-\u2010\u2011][\p{L}\p{N}\p{M}_]+)*/gu;
const POSSESSIVE = /['\u2019]s(?![\p{L}\p{N}_])/gu;
const NON_ASCII = /[^\x00-\x7f]/;
const DIGIT = /\p{N}/u;
/** Porter's rules are about English spelling; other scripts pass unchanged. */
const LATIN_WORD = /^[a-z]+$/;

/** A word of a text as it is searched: what it reads, and what it is matched by. */
interface Word {
  /** Folded, unstemmed. */
  readonly word: string;
  readonly token: string;
}

export interface Tokeniser {
  /** Tokens in text order; a hyphenated word gives itself and then its parts. */
  tokensOf(text: string): string[];
  /** Words without the hyphenated wholes, each once: what a reader would call the words of a query. */
  wordsOf(text: string): Word[];
}

/**
 * Tokens `bio/1`: compatibility-normalised and case-folded words; a hyphenated word as a whole and as its parts; English
 * stop words dropped; Porter stem only on words without digits, so that `p53`, `H37Rv` and `Rv1908c` stay whole; Greek
 * letters kept.
 */
export function createTokeniser(): Tokeniser {
  const fold = createCaseFolding();
  const stems = new Map<string, string>();
  const stemOf = (word: string): string => {
    if (!LATIN_WORD.test(word)) return word;
    const kept = stems.get(word);
    if (kept !== undefined) return kept;
    const stem = stemmer(word);
    if (stems.size < MAX_STEMS) stems.set(word, stem);
    return stem;
  };
  // Folding may decompose, so that the compatibility form is taken before and after; ASCII is its own.
  const folded = (text: string): string =>
    NON_ASCII.test(text) ? fold(text.normalize("NFKC")).normalize("NFKC") : fold(text);
  const foldedWords = (text: string): string[] => folded(text).replace(POSSESSIVE, "").match(WORD) ?? [];
  const partsOf = (word: string): string[] => word.split(HYPHEN).filter((part) => !STOP_WORDS.has(part));

  return {
    tokensOf(text) {
      const tokens: string[] = [];
      for (const word of foldedWords(text)) {
        if (!HYPHEN.test(word)) {
          if (!STOP_WORDS.has(word)) tokens.push(stemOf(word));
          continue;
        }
        const whole = word.split(HYPHEN);
        tokens.push((DIGIT.test(word) ? whole : whole.map(stemOf)).join("-"));
        for (const part of partsOf(word)) tokens.push(stemOf(part));
      }
      return tokens;
    },
    wordsOf(text) {
      const words = new Set(foldedWords(text).flatMap(partsOf));
      return [...words].map((word) => ({ word, token: stemOf(word) }));
    },
  };
}

/** Bound of the stem cache: the words of a large corpus, but not of every query ever sent. */
const MAX_STEMS = 200_000;
