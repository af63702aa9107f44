import { stemmer } from "stemmer";

/** Words that say nothing about which tool is meant. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about all an and any are as at be been by can could do does for from give had has have how i if in into is it its like " +
    "look me my need of on one only or our please show so some such tell than that the their them then there these they this " +
    "those to up us want was we were what when where which who why will with would you your"
  ).split(" "),
);

const GREEK: Readonly<Record<string, string>> = {
  α: "alpha",
  β: "beta",
  γ: "gamma",
  δ: "delta",
  ε: "epsilon",
  κ: "kappa",
  λ: "lambda",
  μ: "mu",
  σ: "sigma",
  τ: "tau",
  ω: "omega",
};

/** One word of a text, in every form it is indexed and sought by. */
export interface Word {
  /** As written, folded to lower case: what a result shows as matched. */
  readonly text: string;
  /** The whole word as one token: stemmed, unless it holds a digit. */
  readonly whole: string;
  /** Tokens of its parts, when case, digits or underscores divide it. */
  readonly parts: readonly string[];
}

/** Accents off, compatibility forms resolved, Greek letters spelt out. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[α-ω]/g, (letter) => GREEK[letter] ?? letter);

/** Splits `get_pathways`, `pathwayId` and `H37Rv` where their writers would. */
function partsOf(word: string): string[] {
  return word
    .split(/_+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u)
    .filter((part) => part !== "");
}

/** A word with digits is an identifier: the stemmer would mangle it. Words of other scripts have no English stem. */
const tokenOf = (word: string): string => {
  const lower = word.toLowerCase();
  return /^[a-z]+$/.test(lower) ? stemmer(lower) : lower;
};

/** The words of a text, for index and query alike. Stop words are left out. */
export function wordsOf(text: string): Word[] {
  const words = folded(text).match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words
    .map((raw) => raw.replace(/^_+|_+$/g, ""))
    .filter((word) => word !== "" && !STOP_WORDS.has(word.toLowerCase()))
    .map((word) => {
      const parts = partsOf(word);
      return {
        text: word.toLowerCase(),
        whole: tokenOf(word.replaceAll("_", "")),
        parts: parts.length > 1 ? parts.filter((part) => !STOP_WORDS.has(part.toLowerCase())).map(tokenOf) : [],
      };
    });
}

/** Every token that a text is indexed by. */
export const tokensOf = (text: string): string[] => wordsOf(text).flatMap(({ whole, parts }) => [whole, ...parts]);
