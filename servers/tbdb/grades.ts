/**
 * What the catalogue says of a variant, as a closed set in the order of the WHO groups 1 to 5; `ungraded` is a row that
 * carries no grade at all. Only the first two mean "associated with resistance".
 */
export const GRADES = [
  "assoc_w_r",
  "assoc_w_r_interim",
  "uncertain",
  "not_assoc_w_r_interim",
  "not_assoc_w_r",
  "ungraded",
] as const;

export type Grade = (typeof GRADES)[number];

const WORDINGS: ReadonlyMap<string, Grade> = new Map([
  ["", "ungraded"],
  ["assoc w r", "assoc_w_r"],
  ["assoc w r - interim", "assoc_w_r_interim"],
  ["uncertain significance", "uncertain"],
  ["not assoc w r - interim", "not_assoc_w_r_interim"],
  ["not assoc w r", "not_assoc_w_r"],
]);

const NUMBER_BEFORE_WORDING = /^\d+\s*[).:-]?\s*(?=\p{L})/u;
const DASH = /\s*[-\u2010-\u2015]\s*/gu;

/**
 * The grade that a `confidence` cell states. Case, a leading group number ("1) ") and spacing do not matter.
 *
 * @returns null for any wording that is not in the set: never read as associated.
 */
export function parseGrade(confidence: string): Grade | null {
  const wording = confidence.trim().toLowerCase().replace(NUMBER_BEFORE_WORDING, "").replace(DASH, " - ");
  return WORDINGS.get(wording.replace(/\s+/g, " ")) ?? null;
}

export const isAssociated = (grade: Grade | null): boolean => grade === "assoc_w_r" || grade === "assoc_w_r_interim";

/** Position in the order of the groups; an unreadable grade comes last. */
export const gradeRank = (grade: Grade | null): number => (grade === null ? GRADES.length : GRADES.indexOf(grade));
