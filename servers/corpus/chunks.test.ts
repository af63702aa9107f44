import { describe, expect, it } from "vitest";
import { chunkCount, chunksOf } from "./chunks.ts";

const textOf = (words: number): string => Array.from({ length: words }, (_, index) => `w${index}`).join(" ");

describe("chunks", () => {
  it.each([
    [0, 1],
    [1, 1],
    [180, 1],
    [181, 2],
    [320, 2],
    [321, 3],
    [460, 3],
    [461, 4],
    [1000, 7],
  ])("cuts %i words into %i passages", (words, passages) => {
    expect(chunkCount(words)).toBe(passages);
    expect(chunksOf(textOf(words))).toHaveLength(passages);
  });

  it("shares forty words between neighbours and ends at the last word", () => {
    const text = textOf(321);
    const passages = chunksOf(text).map(({ start, end }) => text.slice(start, end).split(" "));
    expect(passages.map((words) => [words[0], words.at(-1), words.length])).toEqual([
      ["w0", "w179", 180],
      ["w140", "w319", 180],
      ["w280", "w320", 41],
    ]);
  });

  it("counts a blank line as one border between words", () => {
    const text = `Title\n\n${textOf(179)}`;
    expect(chunksOf(text)).toEqual([{ start: 0, end: text.length }]);
  });
});
