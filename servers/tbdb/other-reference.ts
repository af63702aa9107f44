import { type Change, parseHgvs } from "./hgvs.ts";
import type { Variant } from "./variants.ts";

/** What a change says stands at its first codon or base; null when it does not say. */
const stated = ({ scale, before }: Change): string | null => before.slice(0, scale === "p" ? 3 : 1) || null;

/**
 * Does the catalogue state another residue or base where the mutation is placed? Then it is numbered on another
 * reference (Ser531 of E. coli's rpoB is Ser450 here), and its absence says nothing.
 *
 * @param variants all of the gene, whatever the question
 */
export function isOnOtherReference(mutation: string, variants: readonly Variant[]): boolean {
  const asked = parseHgvs(mutation);
  const own = asked === null ? null : stated(asked);
  if (asked === null || own === null) return false;
  const others = variants.flatMap(({ change }) =>
    change !== null && change.scale === asked.scale && change.start === asked.start ? (stated(change) ?? []) : [],
  );
  return others.length > 0 && !others.includes(own);
}
