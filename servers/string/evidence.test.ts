import { describe, expect, it } from "vitest";
import type { Channel } from "./channels.ts";
import { restsOnTextmining, scoreBlockOf } from "./evidence.ts";
import type { InteractionRow } from "./parse.ts";

const ZERO = { neighborhood: 0, fusion: 0, cooccurrence: 0, coexpression: 0, experimental: 0, database: 0 };

const block = (channels: Partial<Record<Channel, number | null>>, textmining: number | null = 0.9) => {
  const row: InteractionRow = {
    a: { id: "83332.Rv1908c", name: "katG" },
    b: { id: "83332.Rv1909c", name: "furA" },
    score: 0.95,
    channels: { ...ZERO, ...channels },
    textmining,
  };
  const scores = scoreBlockOf(row);
  return { ...scores, flagged: restsOnTextmining(scores) };
};

describe("evidence beyond text mining", () => {
  it.each([
    ["another channel at 0.4", { database: 0.4 }, true],
    ["another channel that rounds to 0.4", { database: 0.3995 }, true],
    ["another channel just below 0.4", { database: 0.399 }, false],
    ["noise above zero in every channel", { neighborhood: 0.096, coexpression: 0.044 }, false],
    ["nothing but zeros", {}, false],
    ["a channel not given and another at 0.4", { experimental: null, database: 0.5 }, true],
    ["a channel not given and none at 0.4", { experimental: null, database: 0.3 }, null],
  ])("with %s is %j", (_case, channels, expected) => {
    expect(block(channels).evidence_beyond_textmining).toBe(expected);
  });

  it("names the highest given channel and leaves text mining out", () => {
    expect(block({ neighborhood: 0.096, coexpression: 0.082, experimental: null }).max_non_textmining_score).toBe(
      0.096,
    );
  });

  it("has no highest channel when none is given", () => {
    const none = Object.fromEntries(Object.keys(ZERO).map((channel) => [channel, null]));
    expect(block(none)).toMatchObject({ max_non_textmining_score: null, evidence_beyond_textmining: null });
  });

  it("keeps STRING's combined score as it came", () => {
    expect(block({ database: 0.9 }, 0.1).combined_score).toBe(0.95);
  });
});

describe("a pair that rests on text mining", () => {
  it.each([
    ["text mining at 0.4 and the rest below", {}, 0.4, true],
    ["text mining below 0.4 and the rest below", { database: 0.39 }, 0.399, false],
    ["text mining high and another channel at 0.4", { neighborhood: 0.4 }, 0.96, false],
    ["text mining high and noise elsewhere", { neighborhood: 0.096 }, 0.965, true],
    ["text mining high and a channel not given", { fusion: null }, 0.965, false],
    ["text mining not given", {}, null, false],
  ])("%s: %j → %j", (_case, channels, textmining, expected) => {
    expect(block(channels, textmining).flagged).toBe(expected);
  });
});
