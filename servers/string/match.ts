import { normaliseLine } from "../kit/text.ts";
import type { IdentityRow } from "./parse.ts";
import { parseStringId } from "./string-id.ts";

export type MatchedBy = "string_id" | "locus_tag" | "preferred_name" | "synonym";

/** What STRING's offers for one name amount to. */
export type Match =
  | { readonly kind: "one"; readonly protein: IdentityRow; readonly matchedBy: MatchedBy }
  | { readonly kind: "several"; readonly proteins: readonly IdentityRow[]; readonly by: MatchedBy }
  /** `neighbour`: STRING offered a gene whose locus tag differs from the asked one by its final letter only. */
  | { readonly kind: "none"; readonly neighbour: IdentityRow | null };

const STEPS: readonly { by: MatchedBy; spelling: (row: IdentityRow) => string | null }[] = [
  { by: "string_id", spelling: (row) => row.id },
  { by: "locus_tag", spelling: (row) => row.tag },
  { by: "preferred_name", spelling: (row) => row.preferredName },
];

/**
 * Picks by exact name only: full id, part after the dot, preferred name, each as written and then without case; the
 * first step with hits decides. Failing that, a single offer is STRING's own synonym match; several are ambiguous.
 */
export function matchName(name: string, offered: readonly IdentityRow[]): Match {
  const rows = [...new Map(offered.map((row) => [row.id, row])).values()];
  for (const { by, spelling } of STEPS) {
    for (const fold of [(text: string) => text, (text: string) => text.toLowerCase()]) {
      const hits = rows.filter((row) => fold(spelling(row) ?? "") === fold(name));
      if (hits.length === 1) return { kind: "one", protein: hits[0]!, matchedBy: by };
      if (hits.length > 1) return { kind: "several", proteins: hits, by };
    }
  }
  if (rows.length > 1) return { kind: "several", proteins: rows, by: "synonym" };
  const [only] = rows;
  if (only === undefined) return { kind: "none", neighbour: null };
  if (isOtherGene(name, only)) return { kind: "none", neighbour: only };
  return { kind: "one", protein: only, matchedBy: "synonym" };
}

const LOCUS_TAG = /^([A-Za-z]+_?\d+)([A-Za-z]?)$/;

/** Two locus tags of one number that differ by the final letter are two genes (Rv0063 and Rv0063a), never synonyms. */
function isOtherGene(name: string, row: IdentityRow): boolean {
  const asked = LOCUS_TAG.exec(parseStringId(name)?.tag ?? name);
  const offered = LOCUS_TAG.exec(row.tag);
  return asked !== null && offered !== null && asked[1]!.toLowerCase() === offered[1]!.toLowerCase();
}

/** The name that a person knows the protein by; its id where STRING gives none. */
export const displayName = (preferredName: string | null, id: string): string =>
  normaliseLine(preferredName ?? "") || id;
