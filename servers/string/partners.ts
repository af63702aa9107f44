import { Fault } from "../kit/fault.ts";
import type { End, InteractionRow } from "./parse.ts";
import { thousandths } from "./score.ts";
import { byCodePoint } from "./string-id.ts";

const speciesOf = (id: string): string => id.slice(0, id.indexOf("."));

export interface Partner {
  readonly end: End;
  readonly row: InteractionRow;
}

/**
 * The partners of one protein: in each row the end that is not the protein, in whichever column, each partner once. A row
 * of the protein with itself names no partner. Order: combined score descending, then id.
 *
 * @throws Fault `unparsable` for a row in which the protein is neither end, or the other end is of another species
 */
export function partnersAmong(rows: readonly InteractionRow[], id: string): readonly Partner[] {
  const partners = new Map<string, Partner>();
  for (const [index, row] of rows.entries()) {
    if (row.a.id !== id && row.b.id !== id) {
      throw new Fault("unparsable", `Row ${index + 1} of STRING's answer is not about the protein that was asked for`);
    }
    if (row.a.id === row.b.id) continue;
    const end = row.a.id === id ? row.b : row.a;
    if (speciesOf(end.id) !== speciesOf(id)) {
      throw new Fault("unparsable", `Row ${index + 1} of STRING's answer joins the protein to one of another species`);
    }
    const known = partners.get(end.id);
    if (known === undefined || known.row.score < row.score) partners.set(end.id, { end, row });
  }
  return [...partners.values()].sort(
    (a, b) => thousandths(b.row.score) - thousandths(a.row.score) || byCodePoint(a.end.id, b.end.id),
  );
}
