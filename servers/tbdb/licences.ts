import type { Licence } from "../kit/envelope/envelope.ts";
import type { CatalogueRow } from "./catalogue.ts";

export const LGPL = "lgpl-3.0";
export const WHO = "who-cc-by-nc-sa-3.0-igo";

export const licences = {
  [LGPL]: {
    name: "GNU Lesser General Public License v3.0",
    url: "https://github.com/jodyphelan/tbdb/blob/master/LICENSE",
    attribution: "tbdb, the TB-Profiler library (Phelan and others), https://github.com/jodyphelan/tbdb",
    terms: "copyleft",
    redistribute: true,
  },
  [WHO]: {
    name: "Creative Commons Attribution-NonCommercial-ShareAlike 3.0 IGO",
    url: "https://creativecommons.org/licenses/by-nc-sa/3.0/igo/",
    attribution:
      "World Health Organization, Catalogue of mutations in Mycobacterium tuberculosis complex and their association " +
      "with drug resistance, as carried by tbdb. Terms conflict: the publication is CC BY-NC-SA 3.0 IGO, WHO's data " +
      "repository names ODC-By; the stricter one is applied here.",
    terms: "share_alike_noncommercial",
    redistribute: true,
  },
} as const satisfies Record<string, Licence>;

/**
 * Does a row come from the WHO catalogue? Where the layout does not say, a graded row does: the grades are WHO's, and
 * the stricter terms are the safe reading.
 */
export const isFromWho = (row: CatalogueRow): boolean =>
  row.source === null ? row.grade !== "ungraded" : /\bwho\b|world health/i.test(row.source);

/** Terms of a record by the origin of its own rows; one row from WHO is enough. */
export const licenceOf = (rows: readonly CatalogueRow[]): typeof LGPL | typeof WHO =>
  rows.some(isFromWho) ? WHO : LGPL;
