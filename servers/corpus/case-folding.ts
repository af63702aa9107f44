const NON_ASCII = /[^\x00-\x7f]/gu;
const ASCII_UPPER = /[A-Z]+/g;
const ASCII_ONLY = /^[\x00-\x7f]*$/;
// U+0131 folds only in Turkic; U+1E9E has no upper-case partner; the Cherokee letters fold upwards.
const CHEROKEE = /[\u13a0-\u13f5\u13f8-\u13fd\uab70-\uabbf]/u;

/**
 * Full Unicode case folding (CaseFolding.txt, statuses C and F), which `toLowerCase` is not: ß is ss, the micro sign is
 * the letter mu, ﬁ is fi, a final sigma is a sigma.
 */
export function createCaseFolding(): (text: string) => string {
  const known = new Map<string, string>();
  const foldOne = (character: string): string => {
    const kept = known.get(character);
    if (kept !== undefined) return kept;
    const folded = foldCharacter(character);
    known.set(character, folded);
    return folded;
  };
  return (text) =>
    ASCII_ONLY.test(text)
      ? text.toLowerCase()
      : text.replace(NON_ASCII, foldOne).replace(ASCII_UPPER, (run) => run.toLowerCase());
}

/** Lower case of the upper case, letter by letter: what CaseFolding.txt is derived from, but for the exceptions above. */
function foldCharacter(character: string): string {
  if (character === "\u0131") return character;
  if (character === "\u1e9e") return "ss";
  if (CHEROKEE.test(character)) return character.toUpperCase();
  return Array.from(character.toUpperCase(), (upper) => upper.toLowerCase()).join("");
}
