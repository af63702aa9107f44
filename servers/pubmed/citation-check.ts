import type { ArticleDetail } from "./detail.ts";
import type { Citation } from "./ecitmatch.ts";

export type Difference = "author" | "year";

/**
 * In what a matched record contradicts the citation. PubMed matches by journal, volume and page first, and lets author and
 * year disagree, so that a slip in one of the three gives another article. What either side leaves open is no difference.
 */
export function differencesOf(citation: Citation, { authors, year, dates }: ArticleDetail): Difference[] {
  const differences: Difference[] = [];
  const author = folded(citation.author);
  const names = authors
    .map((entry) => folded("collective" in entry ? entry.collective : (entry.last_name ?? "")))
    .filter((name) => name !== "");
  if (author !== "" && names.length > 0 && !names.some((name) => isSame(author, name))) differences.push("author");
  // An article may come out online in one year and in print in the next.
  const years = [year, dates.issue?.raw, dates.electronic?.raw].flatMap((text) => text?.match(/\d{4}/g) ?? []);
  if (/^\d{4}$/.test(citation.year) && years.length > 0 && !years.includes(citation.year)) differences.push("year");
  return differences;
}

/** Lower-case words without marks and apostrophes; `ü`, `ue` and `u` are one, as citations spell them. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}'’`]/gu, "")
    .replace(/[øœ]/g, "o")
    .replace(/æ/g, "a")
    .replace(/ł/g, "l")
    .replace(/[đð]/g, "d")
    .replace(/ß/g, "ss")
    .replace(/([aou])e/g, "$1")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** `mann bj` names Mann, and `de la cruz` is named by De la Cruz Gomez. */
function isSame(given: string, name: string): boolean {
  const surname = given.replace(/(?: \p{L}{1,3})+$/u, "");
  return ` ${given} `.includes(` ${name} `) || ` ${name} `.includes(` ${surname} `);
}
