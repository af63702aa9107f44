import { Fault } from "../kit/fault.ts";
import type { HomologyRow } from "./parse-homology.ts";

/**
 * The best hit in each species asked, by bit score. A hit in another species was not asked for and is left out.
 *
 * @throws Fault `unparsable` for a row about another protein
 */
export function bestHits(
  rows: readonly HomologyRow[],
  id: string,
  species: readonly string[],
): ReadonlyMap<string, HomologyRow> {
  const hits = new Map<string, HomologyRow>();
  for (const [index, row] of rows.entries()) {
    if (row.of.id !== id) {
      throw new Fault("unparsable", `Row ${index + 1} of STRING's answer is about a protein that was not asked for`);
    }
    const known = hits.get(row.hit.species);
    const better = known === undefined || known.bitScore < row.bitScore;
    if (species.includes(row.hit.species) && row.hit.id !== id && better) hits.set(row.hit.species, row);
  }
  return hits;
}
