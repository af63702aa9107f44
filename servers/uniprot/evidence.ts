import type { RawEvidence } from "./raw-entry.ts";

/**
 * How a statement is known, by Evidence and Conclusion Ontology code: https://www.uniprot.org/help/evidences. Strongest
 * first; the order is the order in which tiers are listed.
 */
const TIER_OF_CODE = {
  "ECO:0000269": "experimental",
  "ECO:0000303": "author_statement",
  "ECO:0000305": "curator_inference",
  "ECO:0000250": "sequence_similarity",
  "ECO:0000255": "sequence_model",
  "ECO:0007744": "combinatorial",
  "ECO:0000256": "automatic",
  "ECO:0000259": "automatic",
  "ECO:0007829": "automatic",
  "ECO:0000312": "imported",
  "ECO:0000313": "imported",
} as const;

export const TIERS = [
  "experimental",
  "author_statement",
  "curator_inference",
  "sequence_similarity",
  "sequence_model",
  "combinatorial",
  "automatic",
  "imported",
  "unknown",
  "unstated",
] as const;

export type Tier = (typeof TIERS)[number];

export interface Evidence {
  /** Codes as given, each once, by code point. */
  readonly evidence_codes: string[];
  /** Tiers of those codes, strongest first; `["unstated"]` when no evidence is given. */
  readonly tiers: Tier[];
  /** Experimental evidence with a manual assertion (ECO:0000269) is among them. */
  readonly experimental: boolean;
  /** PubMed ids named as evidence, each once, by code point. */
  readonly supporting_pmids: string[];
}

export const tierOf = (code: string): Tier =>
  Object.hasOwn(TIER_OF_CODE, code) ? TIER_OF_CODE[code as keyof typeof TIER_OF_CODE] : "unknown";

/** The evidence attached to one statement, its raw codes beside their tiers. */
export function parseEvidence(evidences: readonly RawEvidence[]): Evidence {
  const codes = distinctSorted(evidences.map((evidence) => evidence.evidenceCode?.trim() ?? ""));
  const tiers = new Set(codes.map(tierOf));
  return {
    evidence_codes: codes,
    tiers: codes.length === 0 ? ["unstated"] : TIERS.filter((tier) => tiers.has(tier)),
    experimental: tiers.has("experimental"),
    supporting_pmids: distinctSorted(
      evidences.map((evidence) => (evidence.source === "PubMed" ? pmidOf(evidence.id) : "")),
    ),
  };
}

const pmidOf = (id: string | number | null | undefined): string => {
  const text = String(id ?? "");
  return /^[1-9]\d{0,8}$/.test(text) ? text : "";
};

const distinctSorted = (values: readonly string[]): string[] =>
  [...new Set(values)].filter((value) => value !== "").sort();
