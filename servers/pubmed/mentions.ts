/**
 * Which terms a text names: as whole words, without case, white space in a term matching any. A word ends where
 * neither side is a letter, digit or underscore, so `Rv1908` is not named by "Rv1908c"; a term that ends in `*`, which
 * is PubMed's truncation, is named by any word that begins so.
 *
 * @returns the terms found, in the order given, each once
 */
export const mentionsOf = (terms: readonly string[], text: string): string[] =>
  [...new Set(terms)].filter((term) => isNamed(term, text));

function isNamed(term: string, text: string): boolean {
  const isTruncated = term.trimEnd().endsWith("*");
  const words = term
    .replace(/\*\s*$/u, "")
    .trim()
    .split(/\s+/u)
    .map(escaped)
    .join("\\s+");
  if (words === "") return false;
  const end = isTruncated ? "" : "(?![\\p{L}\\p{N}_])";
  return new RegExp(`(?<![\\p{L}\\p{N}_])${words}${end}`, "iu").test(text);
}

// A hyphen stays bare: with the flag `u` its escape is a syntax error.
const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
