import { Fault } from "../kit/fault.ts";
import type { IdentityRow } from "./parse.ts";

/**
 * Sorts the rows of one answer to the names asked.
 *
 * A row belongs to the name that it echoes (STRING may change its case or spacing). Without an echo its position
 * counts. A row that echoes something else counts for the name at its position only if its own id or name is that name.
 *
 * @throws Fault `unparsable` for a row that answers none of the names
 */
export function offersByName(
  names: readonly string[],
  rows: readonly IdentityRow[],
): ReadonlyMap<string, readonly IdentityRow[]> {
  const offers = new Map<string, IdentityRow[]>(names.map((name) => [name, []]));
  const byFolded = new Map<string, string[]>();
  for (const name of names) byFolded.set(folded(name), [...(byFolded.get(folded(name)) ?? []), name]);

  for (const [index, row] of rows.entries()) {
    const targets = targetsOf(row);
    if (targets.length === 0) {
      throw new Fault("unparsable", `Row ${index + 1} of STRING's answer belongs to no name that was asked`);
    }
    for (const name of targets) offers.get(name)!.push(row);
  }
  // Names that differ in case alone are one question to STRING: an answer to one of them answers all.
  for (const name of names.filter((each) => offers.get(each)!.length === 0)) {
    const twin = byFolded.get(folded(name))!.find((other) => offers.get(other)!.length > 0);
    if (twin !== undefined) offers.set(name, offers.get(twin)!);
  }
  return offers;

  function targetsOf(row: IdentityRow): readonly string[] {
    const placed = row.queryIndex === null ? undefined : names[row.queryIndex];
    if (row.queryItem === null) return placed !== undefined ? [placed] : names.length === 1 ? names : [];
    if (offers.has(row.queryItem)) return [row.queryItem];
    const same = byFolded.get(folded(row.queryItem));
    if (same !== undefined) return same;
    return placed !== undefined && spellingsOf(row).includes(folded(placed)) ? [placed] : [];
  }
}

const folded = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
const spellingsOf = (row: IdentityRow): readonly string[] => [row.id, row.tag, row.preferredName ?? ""].map(folded);
