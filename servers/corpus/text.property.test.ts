import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCaseFolding } from "./case-folding.ts";
import { chunkCount, chunksOf } from "./chunks.ts";
import { codePointLength, codePointPrefix, compareCodePoints, hasLoneSurrogate, utf16Offset } from "./code-points.ts";
import { createWordTokeniser } from "./evidence/word-tokens.ts";
import { rejoin } from "./rejoin.ts";
import { createTokeniser } from "./tokens.ts";

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string());
const letters = [..."abcxyz", "é", "β", "𝛼", "😀", "-", ".", "5"];
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 5 });
const gap = fc.constantFrom(" ", " ", " ", "\n\n", "\u2003", "\n");
/** Texts of many words, often so few different ones that whole stretches repeat. */
const longText = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 1, max: 700 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
    fc.array(gap, { minLength: 1, maxLength: 7 }),
  )
  .map(([words, count, order, gaps]) =>
    Array.from({ length: count }, (_, at) => words[order[at % order.length]! % words.length]!).reduce(
      (text, next, at) => text + gaps[at % gaps.length]! + next,
    ),
  );

describe("code points", () => {
  it("are counted, cut and found as an array of characters would be, lone halves included", () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, count) => {
        const points = Array.from(text);
        expect(codePointLength(text)).toBe(points.length);
        expect(codePointPrefix(text, count)).toBe(points.slice(0, count).join(""));
        expect(utf16Offset(text, count)).toBe(count <= points.length ? points.slice(0, count).join("").length : null);
        expect(hasLoneSurrogate(text)).toBe(Buffer.from(text).toString() !== text);
      }),
      { numRuns: 500 },
    );
  });

  it("are an order: that of UTF-8 bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe("passages", () => {
  it("are 180 words at most, share 40 with the next, and leave nothing out", () => {
    fc.assert(
      fc.property(longText, (text) => {
        const words = text.match(/\S+/gu)!;
        const passages = chunksOf(text).map(({ start, end }) => text.slice(start, end).match(/\S+/gu)!);
        expect(passages).toHaveLength(chunkCount(words.length));
        expect(passages).toHaveLength(words.length <= 180 ? 1 : Math.ceil((words.length - 180) / 140) + 1);
        for (const [at, passage] of passages.entries()) {
          expect(passage).toEqual(words.slice(at * 140, at * 140 + 180));
          expect(at === passages.length - 1 || passage.length === 180).toBe(true);
        }
      }),
    );
  });

  it("are rejoined to the very text that they were cut from, however it repeats itself", () => {
    fc.assert(
      fc.property(longText, (text) => {
        const chunks = chunksOf(text);
        const pieces = chunks.map(({ start, end }, index) => ({ text: text.slice(start, end), index }));
        const { text: whole, ranges } = rejoin(pieces);
        expect(whole).toBe(text);
        expect(ranges).toEqual(chunks.map(({ start, end }) => ({ start, end })));
      }),
    );
  });

  it("of any kind are substrings of what they are rejoined to, at their ranges", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, fc.nat(6)), { maxLength: 6 }), (parts) => {
        const pieces = parts.map(([text, index]) => ({ text, index }));
        const { text, ranges } = rejoin(pieces);
        expect(ranges.map(({ start, end }) => text.slice(start, end))).toEqual(pieces.map((piece) => piece.text));
      }),
    );
  });
});

describe("tokens", () => {
  const fold = createCaseFolding();
  const wordTokens = createWordTokeniser();
  const { tokensOf, wordsOf } = createTokeniser();

  it("of folded text are the tokens: folding twice changes nothing", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(wordTokens(fold(text))).toEqual(wordTokens(text));
      }),
      { numRuns: 500 },
    );
  });

  it("casefold-word2/1 are runs of letters, numbers and underscores of two code points or more", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of wordTokens(text)) expect(token).toMatch(/^[\p{L}\p{N}_]{2,}$/u);
        expect(wordTokens(text)).toEqual(fold(text).match(/[\p{L}\p{N}_]{2,}/gu) ?? []);
      }),
      { numRuns: 500 },
    );
  });

  it("bio/1 do not depend on what was read before, and leave words with digits whole", () => {
    fc.assert(
      fc.property(anyText, fc.stringMatching(/^[a-z]{1,6}[0-9]{1,4}[a-z]{0,2}$/), (text, name) => {
        expect(tokensOf(text)).toEqual(createTokeniser().tokensOf(text));
        expect(tokensOf(`${name}`)).toEqual([name]);
        expect(wordsOf(`${name} ${name.toUpperCase()}`)).toEqual([{ word: name, token: name }]);
      }),
    );
  });
});
