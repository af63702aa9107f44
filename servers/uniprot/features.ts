import type { RawFeature } from "./raw-entry.ts";

/** Feature types of UniProtKB: https://www.uniprot.org/help/sequence_annotation. */
export const FEATURE_TYPES = [
  "Active site",
  "Alternative sequence",
  "Beta strand",
  "Binding site",
  "Chain",
  "Coiled coil",
  "Compositional bias",
  "Cross-link",
  "DNA binding",
  "Disulfide bond",
  "Domain",
  "Glycosylation",
  "Helix",
  "Initiator methionine",
  "Intramembrane",
  "Lipidation",
  "Modified residue",
  "Motif",
  "Mutagenesis",
  "Natural variant",
  "Non-adjacent residues",
  "Non-standard residue",
  "Non-terminal residue",
  "Peptide",
  "Propeptide",
  "Region",
  "Repeat",
  "Sequence conflict",
  "Sequence uncertainty",
  "Signal",
  "Site",
  "Topological domain",
  "Transit peptide",
  "Transmembrane",
  "Turn",
  "Zinc finger",
] as const;

export interface Position {
  /** 1-based residue; null when unknown. */
  readonly value: number | null;
  /** EXACT, OUTSIDE (beyond the given residue), UNSURE or UNKNOWN, as given. */
  readonly modifier: string;
}

/** Both ends of a feature; a missing one is unknown. */
export function rangeOf(feature: RawFeature): { start: Position; end: Position } {
  const position = (given: { value?: number | null; modifier?: string | null } | null | undefined): Position => ({
    value: given?.value ?? null,
    modifier: given?.modifier ?? (given?.value == null ? "UNKNOWN" : "EXACT"),
  });
  return { start: position(feature.location?.start), end: position(feature.location?.end) };
}

/** Position in UniProt's own notation: `12`, `<12` or `>12` (outside), `?12` (unsure), `?` (unknown). */
export function positionText({ value, modifier }: Position, end: "start" | "end"): string {
  if (value === null) return "?";
  if (modifier === "OUTSIDE") return `${end === "start" ? "<" : ">"}${value}`;
  return modifier === "EXACT" ? String(value) : `?${value}`;
}

/**
 * `{acc}:{type}:{start}-{end}` for each feature. Several of one type at one place are told apart by their feature id,
 * or, without one, by their place in the entry.
 */
export function featureIds(accession: string, features: readonly RawFeature[]): string[] {
  const plain = features.map((feature) => {
    const { start, end } = rangeOf(feature);
    return `${accession}:${feature.type}:${positionText(start, "start")}-${positionText(end, "end")}`;
  });
  const used = new Map<string, number>();
  return plain.map((id, index) => {
    if (plain.indexOf(id) === plain.lastIndexOf(id)) return id;
    const featureId = features[index]?.featureId;
    const own = featureId && /^[A-Z]{2,5}_\d{1,12}$/.test(featureId) ? `${id}:${featureId}` : id;
    const times = (used.get(own) ?? 0) + 1;
    used.set(own, times);
    return own === id ? `${id}:${times}` : times === 1 ? own : `${own}:${times}`;
  });
}
