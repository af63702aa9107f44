/** Rank constant of reciprocal rank fusion: damps the first ranks, so that no arm decides alone (Cormack et al., 2009). */
const RANK_CONSTANT = 60;

export const ARMS = ["lexical", "dense"] as const;
export type Arm = (typeof ARMS)[number];

/** A passage as one arm ranked it. Ranks start at 1. */
export interface ArmHit {
  readonly passage_id: string;
  readonly pmid: string;
  /** Position among the passages of its paper, from 0. */
  readonly chunk_index: number;
  readonly score: number;
  readonly rank: number;
}

export type ArmRanks = Readonly<Record<Arm, number | null>>;

export interface FusedHit {
  readonly passage_id: string;
  readonly pmid: string;
  readonly chunk_index: number;
  readonly score: number;
  readonly ranks: ArmRanks;
}

/** Σ 1/(60 + rank) over the arms that returned the document; a missing arm adds nothing. */
export const fusedScore = (ranks: ArmRanks): number =>
  ARMS.reduce((sum, arm) => (ranks[arm] === null ? sum : sum + 1 / (RANK_CONSTANT + ranks[arm])), 0);

/**
 * One ranking from the arms that ran. Two arms are fused on ranks alone, never on scores; one arm keeps its own order
 * and scores. A passage that an arm returns twice counts at its best rank. Ties: PMID as a number, then chunk index.
 */
export function fuse(arms: Readonly<Partial<Record<Arm, readonly ArmHit[]>>>): FusedHit[] {
  const ran = ARMS.filter((arm) => (arms[arm]?.length ?? 0) > 0);
  const fused = new Map<string, { hit: ArmHit; ranks: Record<Arm, number | null> }>();
  for (const arm of ran) {
    for (const hit of arms[arm] ?? []) {
      const entry = fused.get(hit.passage_id) ?? { hit, ranks: { lexical: null, dense: null } };
      fused.set(hit.passage_id, entry);
      const before = entry.ranks[arm];
      if (before !== null && before <= hit.rank) continue;
      entry.ranks[arm] = hit.rank;
      entry.hit = hit;
    }
  }
  const alone = ran.length === 1;
  return [...fused.values()]
    .map(({ hit, ranks }) => ({
      passage_id: hit.passage_id,
      pmid: hit.pmid,
      chunk_index: hit.chunk_index,
      score: alone ? hit.score : fusedScore(ranks),
      ranks,
    }))
    .sort((a, b) => b.score - a.score || Number(a.pmid) - Number(b.pmid) || a.chunk_index - b.chunk_index);
}

/** Passages grouped by paper in rank order: the best passage of each. */
export function bestPassagePerPaper(hits: readonly FusedHit[]): FusedHit[] {
  const seen = new Set<string>();
  return hits.filter(({ pmid }) => !seen.has(pmid) && seen.add(pmid));
}
