import type { Marker } from "./barcode.ts";

/**
 * H37Rv itself belongs to lineage 4.9, so at positions that define these lineages the reference carries the lineage's
 * own allele: a strain of the lineage shows no variant there.
 */
const REFERENCE_LINEAGES: ReadonlySet<string> = new Set(["lineage4", "lineage4.9"]);

export const carriesReferenceAllele = (lineage: string): boolean => REFERENCE_LINEAGES.has(lineage);

export interface LineageIndex {
  readonly names: readonly string[];
  /** The lineage of exactly this name, as written or without case; null when there is none. */
  resolve(name: string): string | null;
  markersOf(lineage: string): readonly Marker[];
  /** How many positions support a lineage: a lineage that rests on one is a fragile call. */
  supportOf(lineage: string): number;
}

export function createLineageIndex(markers: readonly Marker[]): LineageIndex {
  const byLineage = new Map<string, Marker[]>();
  for (const marker of markers) {
    const held = byLineage.get(marker.lineage);
    if (held === undefined) byLineage.set(marker.lineage, [marker]);
    else held.push(marker);
  }
  const folded = new Map([...byLineage.keys()].map((name) => [name.toLowerCase(), name]));
  return {
    names: [...byLineage.keys()].sort(),
    resolve: (name) => (byLineage.has(name) ? name : (folded.get(name.toLowerCase()) ?? null)),
    markersOf: (lineage) => byLineage.get(lineage) ?? [],
    supportOf: (lineage) => byLineage.get(lineage)?.length ?? 0,
  };
}
