import { z } from "zod";

/** STRING's evidence channels but text mining, and the row field that each comes from. The map is fixed. */
export const CHANNEL_FIELDS = {
  neighborhood: "nscore",
  fusion: "fscore",
  cooccurrence: "pscore",
  coexpression: "ascore",
  experimental: "escore",
  database: "dscore",
} as const;

export type Channel = keyof typeof CHANNEL_FIELDS;

export const CHANNELS = Object.keys(CHANNEL_FIELDS) as readonly Channel[];

/** Held apart from the other channels: it counts the papers that a literature search would find again. */
export const TEXTMINING_FIELD = "tscore";

/** A confidence of 0–1 as STRING gave it; null = not given, which is not 0. */
const ChannelScore = z.number().min(0).max(1).nullable();

/** Scores of one pair of proteins, as every record of an interaction carries them. */
export const scoreShape = {
  combined_score: z.number().min(0).max(1).describe("STRING's combined score, 0-1, as given"),
  channels: z
    .strictObject(
      Object.fromEntries(CHANNELS.map((channel) => [channel, ChannelScore])) as Record<Channel, typeof ChannelScore>,
    )
    .describe("Channels without text mining, 0-1; null = not given"),
  textmining_score: ChannelScore.describe("Text mining channel, 0-1; null = not given"),
  max_non_textmining_score: ChannelScore.describe("Highest given channel without text mining; null when none is given"),
  evidence_beyond_textmining: z
    .boolean()
    .nullable()
    .describe(
      "Whether another channel than text mining reaches 0.4; null = a channel is not given and none reaches it",
    ),
};

const ScoreBlock = z.strictObject(scoreShape);
export type ScoreBlock = z.infer<typeof ScoreBlock>;
