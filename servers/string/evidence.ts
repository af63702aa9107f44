import { CHANNELS, type Channel, type ScoreBlock } from "./channels.ts";
import type { InteractionRow } from "./parse.ts";
import { MEDIUM_CONFIDENCE, reaches } from "./score.ts";

/** The scores of one row as a record carries them. The combined score is STRING's own and never recomputed. */
export function scoreBlockOf(row: InteractionRow): ScoreBlock {
  const given = CHANNELS.map((channel: Channel) => row.channels[channel]).filter((score) => score !== null);
  return {
    combined_score: row.score,
    channels: row.channels,
    textmining_score: row.textmining,
    max_non_textmining_score: given.length === 0 ? null : Math.max(...given),
    evidence_beyond_textmining: beyondTextmining(given, CHANNELS.length),
  };
}

/** True as soon as one channel suffices; false only if all are known; else null. */
function beyondTextmining(given: readonly number[], channels: number): boolean | null {
  if (given.some((score) => reaches(score, MEDIUM_CONFIDENCE))) return true;
  return given.length === channels ? false : null;
}

/** Text mining is at least medium and every other channel is known to be below it. */
export const restsOnTextmining = (block: ScoreBlock): boolean =>
  block.textmining_score !== null &&
  reaches(block.textmining_score, MEDIUM_CONFIDENCE) &&
  block.evidence_beyond_textmining === false;
