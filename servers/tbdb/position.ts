import type { Gene } from "./genes.ts";
import { AFTER_STOP, type Change } from "./hgvs.ts";
import type { Stretch } from "./stretch-index.ts";

type Placeable = Pick<Gene, "start" | "end" | "strand">;

/**
 * Genome position of one base of a gene's own numbering. `c.-N` lies N bases before the coding start: start - N, or
 * end + N on the minus strand; there is no `c.0`. `c.*N` lies N bases behind the stop.
 */
export function genomePosition({ start, end, strand }: Placeable, base: number): number {
  const number = base > AFTER_STOP ? base - AFTER_STOP + (end - start + 1) : base;
  const steps = number > 0 ? number - 1 : number;
  return strand === "+" ? start + steps : end - steps;
}

/** A gene's own number for a genome position; negative before its start. The inverse of `genomePosition`. */
export function geneBase({ start, end, strand }: Placeable, position: number): number {
  const steps = strand === "+" ? position - start : end - position;
  return steps >= 0 ? steps + 1 : steps;
}

/** Where a change lies on the genome: its bases, or for `p.` all bases of its codons. */
export function stretchOf(gene: Placeable, change: Pick<Change, "scale" | "start" | "end">): Stretch {
  const [first, last] = change.scale === "p" ? [3 * change.start - 2, 3 * change.end] : [change.start, change.end];
  const [a, b] = [genomePosition(gene, first), genomePosition(gene, last)];
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/**
 * The chromosome is a circle: what lies before base 1 (upstream of dnaA, which starts there) or behind the last base
 * stands at the other end, and a stretch over that border is two.
 */
export function onCircle({ from, to }: Stretch, genomeLength: number): readonly Stretch[] {
  if (from < 1 && to >= 1)
    return [
      { from: from + genomeLength, to: genomeLength },
      { from: 1, to },
    ];
  if (from <= genomeLength && to > genomeLength)
    return [
      { from, to: genomeLength },
      { from: 1, to: to - genomeLength },
    ];
  const turns = from < 1 ? genomeLength : from > genomeLength ? -genomeLength : 0;
  return [{ from: from + turns, to: to + turns }];
}

const COMPLEMENT: Readonly<Record<string, string>> = { A: "T", C: "G", G: "C", T: "A" };

/** Bases of a gene's strand as the forward strand shows them. */
export const onForwardStrand = (bases: string, strand: "+" | "-"): string =>
  strand === "+"
    ? bases
    : [...bases]
        .reverse()
        .map((base) => COMPLEMENT[base] ?? base)
        .join("");

/** A single-base change as the forward strand shows it; null for anything else. */
export function forwardSubstitution(gene: Placeable, change: Change): { ref: string; alt: string } | null {
  if (change.scale === "p" || change.kind !== "substitution") return null;
  if (change.before.length !== 1 || change.after.length !== 1) return null;
  return { ref: onForwardStrand(change.before, gene.strand), alt: onForwardStrand(change.after, gene.strand) };
}

/**
 * One text for one change of bases on the genome, whichever gene it is described by; null where the description does not
 * state the bases (`p.`, a deletion's bases left out do not matter).
 */
export function genomeChange(
  gene: Placeable,
  change: Change,
  { from, to }: Stretch = stretchOf(gene, change),
): string | null {
  if (change.scale === "p") return null;
  const before = change.kind === "substitution" ? onForwardStrand(change.before, gene.strand) : "";
  const after = change.kind === "duplication" ? "" : onForwardStrand(change.after, gene.strand);
  return `${from}_${to} ${change.kind} ${before}>${after}`;
}
