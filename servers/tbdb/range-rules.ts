import { consequencesOf, netLength } from "./consequences.ts";
import { type Change, parseHgvs } from "./hgvs.ts";

/** `missense_variant_p.426_452`: one consequence anywhere in a stretch of codons (`p`) or bases (`c`, `n`); `_p.450`: in one. */
export interface RangeRule {
  readonly consequence: string;
  readonly scale: Change["scale"];
  readonly start: number;
  readonly end: number;
}

const RANGE_RULE = /^([a-z][a-z_]*)_([pcn])\.(-?\d{1,7})(?:_(-?\d{1,7}))?$/;

/** A consequence rule of the catalogue that holds in a stretch of its gene; null when the text is none. */
export function parseRangeRule(mutation: string): RangeRule | null {
  const [, consequence, scale, startText, endText] = RANGE_RULE.exec(mutation.trim()) ?? [];
  const [start, end] = [Number(startText), Number(endText ?? startText)];
  if (consequence === undefined || !start || !end || end < start) return null;
  return { consequence, scale: scale as Change["scale"], start, end };
}

/**
 * Does a rule cover a mutation, as far as its description tells? An indel is not split into conservative and disruptive,
 * which needs the sequence: both rules cover it.
 */
export function rangeRuleCovers(rule: RangeRule, mutation: string, codingLength: number | null): boolean {
  const change = parseHgvs(mutation);
  if (change === null) return false;
  const [start, end] = placeOn(rule.scale, change, codingLength);
  if (start === null || end === null || start > rule.end || end < rule.start) return false;
  const lof: ReadonlySet<string> = consequencesOf(mutation, codingLength);
  return lof.has(rule.consequence) || (lof.size === 0 && consequenceOf(change) === simplified(rule.consequence));
}

/** First and last codon or base of a change in a rule's numbering; a base has a codon only inside the gene. */
function placeOn(
  scale: Change["scale"],
  change: Change,
  codingLength: number | null,
): readonly [number | null, number | null] {
  if (change.scale === scale) return [change.start, change.end];
  const isInside = codingLength !== null && change.start >= 1 && change.end <= codingLength;
  if (scale !== "p" || change.scale !== "c" || !isInside) return [null, null];
  return [Math.ceil(change.start / 3), Math.ceil(change.end / 3)];
}

const simplified = (consequence: string): string => consequence.replace(/^(?:conservative|disruptive)_/, "");

/** What a change does to the protein when it neither breaks the frame nor ends or starts it; null when it does not say. */
function consequenceOf(change: Change): string | null {
  if (change.kind === "synonymous") return "synonymous_variant";
  if (change.kind === "deletion") return "inframe_deletion";
  if (change.kind === "insertion" || change.kind === "duplication") return "inframe_insertion";
  if (change.scale === "p" && change.kind === "substitution") return "missense_variant";
  if (change.scale !== "c" || change.kind !== "delins") return null;
  const net = netLength(change);
  return net === 0 ? null : net < 0 ? "inframe_deletion" : "inframe_insertion";
}
