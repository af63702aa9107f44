import { type Change, parseHgvs, spanOf } from "./hgvs.ts";

/** What the catalogue means by loss of function; its rule rows carry one of these instead of an HGVS string. */
export const LOF_TERMS = [
  "transcript_ablation",
  "feature_ablation",
  "start_lost",
  "stop_gained",
  "frameshift_variant",
] as const;

export type LofTerm = (typeof LOF_TERMS)[number];

const LOF_NAMES: ReadonlySet<string> = new Set(["lof", "loss_of_function", "loss of function"]);
const ABLATION: readonly LofTerm[] = ["transcript_ablation", "feature_ablation"];

/** What other catalogues, and this one before it was graded, call a consequence. */
const OTHER_NAMES: ReadonlyMap<string, readonly LofTerm[]> = new Map([
  ["deletion", ABLATION],
  ["gene_deletion", ABLATION],
  ["large_deletion", ABLATION],
  ["frameshift", ["frameshift_variant"]],
  ["nonsense", ["stop_gained"]],
]);
const STOPS: ReadonlySet<string> = new Set(["TAA", "TAG", "TGA"]);

/** The consequences that a rule row (`feature_ablation`, `LoF`) stands for; none when the text is not such a rule. */
export function termsOfRule(mutation: string): readonly LofTerm[] {
  const name = mutation.trim().toLowerCase();
  if (LOF_NAMES.has(name)) return LOF_TERMS;
  return LOF_TERMS.filter((term) => term === name);
}

/**
 * The consequences of a mutation that follow from its description alone; a gene's sequence is not known here, so an
 * indel that happens to keep the frame or a start codon that another one replaces is not claimed.
 *
 * @param codingLength bases from start to stop of a protein-coding gene, or null for an RNA gene, which has no frame.
 */
export function consequencesOf(mutation: string, codingLength: number | null): ReadonlySet<LofTerm> {
  const named = OTHER_NAMES.get(mutation.trim().toLowerCase()) ?? termsOfRule(mutation);
  if (named.length > 0) return new Set(named);
  const change = parseHgvs(mutation);
  if (change === null) return new Set();
  return new Set(change.scale === "p" ? proteinTerms(change) : nucleotideTerms(change, codingLength));
}

function proteinTerms(change: Change): LofTerm[] {
  const terms: LofTerm[] = [];
  if (change.kind === "frameshift") terms.push("frameshift_variant");
  if (change.after.includes("*") && !change.before.startsWith("*") && change.kind !== "extension") {
    terms.push("stop_gained");
  }
  const keepsStart = change.kind === "synonymous" || change.kind === "insertion" || change.kind === "duplication";
  if (change.start === 1 && change.before.startsWith("Met") && change.after !== "Met" && !keepsStart) {
    terms.push("start_lost");
  }
  return terms;
}

function nucleotideTerms(change: Change, codingLength: number | null): LofTerm[] {
  if (change.scale === "n" || codingLength === null) return [];
  const removes = change.kind === "deletion" || change.kind === "delins";
  if (removes && change.start <= 1 && change.end >= codingLength) return [...ABLATION];
  const terms: LofTerm[] = [];
  const substitutesStart = change.kind === "substitution" && change.start >= 2 && change.end <= 3;
  if ((change.kind === "deletion" && change.start <= 3 && change.end >= 1) || substitutesStart)
    terms.push("start_lost");
  const inside = change.start >= 1 && change.end <= codingLength;
  if (inside && netLength(change) % 3 !== 0) terms.push("frameshift_variant");
  if (inside && change.end < codingLength - 2 && writesStop(change)) terms.push("stop_gained");
  return terms;
}

/** Whole codons replaced by whole codons, a stop among them: what stood there before does not matter. */
function writesStop({ kind, start, after }: Change): boolean {
  if (kind !== "delins" || start % 3 !== 1 || after.length % 3 !== 0) return false;
  return (after.match(/.{3}/g) ?? []).some((codon) => STOPS.has(codon));
}

/** Bases gained (or lost, negative); what is not stated follows from the stretch. */
export function netLength(change: Change): number {
  switch (change.kind) {
    case "insertion":
      return change.after.length;
    case "duplication":
      return change.after.length || spanOf(change);
    case "deletion":
      return -spanOf(change);
    case "delins":
      return change.after.length - spanOf(change);
    case "substitution":
      return change.after.length - change.before.length;
    default:
      return 0;
  }
}
