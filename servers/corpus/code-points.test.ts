import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePointLength, codePointPrefix, compareCodePoints, hasLoneSurrogate, utf16Offset } from "./code-points.ts";

const text = fc.string({ unit: "binary" });

describe("code points", () => {
  it("are counted and cut as an array of characters would be", () => {
    fc.assert(
      fc.property(text, fc.nat(20), (value, count) => {
        const characters = Array.from(value);
        expect(codePointLength(value)).toBe(characters.length);
        expect(codePointPrefix(value, count)).toBe(characters.slice(0, count).join(""));
        expect(utf16Offset(value, count)).toBe(
          count <= characters.length ? characters.slice(0, count).join("").length : null,
        );
      }),
    );
  });

  it("order texts as their UTF-8 bytes do", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      {
        examples: [
          ["\uffee", "\u{1d6fc}"],
          ["a\u{1d6fc}", "a\u{1d6fd}"],
          ["a", "ab"],
        ],
      },
    );
  });

  it("find half of a surrogate pair, and none in a whole one", () => {
    expect(["a\ud835", "\udc00b", "\ud835\ud835\udefc"].map(hasLoneSurrogate)).toEqual([true, true, true]);
    expect(["", "abc", "\u{1d6fc}"].map(hasLoneSurrogate)).toEqual([false, false, false]);
  });
});
