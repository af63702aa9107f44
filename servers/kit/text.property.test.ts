import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harmless, harmlessCopy, normaliseLine, normaliseText, prefixOf, shownValue } from "./text.ts";

// The same texts in every run.
fc.configureGlobal({ seed: 8_141 });

/** The classes that a quotable text must not hold, one code point at a time, from the specification (envelope §4). */
function isRemoved(codePoint: number): boolean {
  if (codePoint === 0x85 || (codePoint >= 0x09 && codePoint <= 0x0d)) return false; // White space of a reader.
  if (codePoint <= 0x1f || (codePoint >= 0x7f && codePoint <= 0x9f)) return true;
  if (codePoint === 0x061c || codePoint === 0x200e || codePoint === 0x200f) return true;
  if ((codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069)) return true;
  return codePoint >= 0xe0000 && codePoint <= 0xe007f;
}

const SPACES = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
  0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** `t1` as a reader of the specification would write it: one pass over code points, nothing clever. */
function naive(text: string): { text: string; removed: number } {
  const kept: number[] = [];
  let removed = 0;
  const given = [...text].map((character) => character.codePointAt(0) as number);
  const isHalf = (codePoint: number) => codePoint >= 0xd800 && codePoint <= 0xdfff;
  for (const [index, codePoint] of given.entries()) {
    if (isRemoved(codePoint)) removed += 1;
    else if (codePoint === 0x0d && given[index + 1] === 0x0a) continue;
    else kept.push(codePoint === 0x0d ? 0x0a : isHalf(codePoint) ? 0xfffd : codePoint);
  }
  let out = "";
  for (let at = 0; at < kept.length; ) {
    if (!SPACES.has(kept[at] as number)) {
      out += String.fromCodePoint(kept[at] as number);
      at += 1;
      continue;
    }
    let lineFeeds = 0;
    let isBlankLine = false;
    for (; at < kept.length && SPACES.has(kept[at] as number); at += 1) {
      if (kept[at] === 0x0a) {
        lineFeeds += 1;
        isBlankLine ||= lineFeeds > 1;
      }
    }
    out += isBlankLine ? "\n\n" : " ";
  }
  return { text: out.replace(/^[ \n]+|[ \n]+$/g, ""), removed };
}

const pieces = fc.oneof(
  fc.constantFrom(..."ab \n\r\t\v\f\u0085\u00a0\u2028\ufeff\u3000".split("")),
  fc.constantFrom("\r\n", "\n\n", "\n \n", "\r\r", "\r\u0000\n", "\n\u202e\n"),
  fc.constantFrom(
    "\u0000",
    "\u001b[31m",
    "\u007f",
    "\u009b",
    "\u202e",
    "\u2066",
    "\u200f",
    "\u061c",
    "\u{e0041}",
    "\u{e007f}",
  ),
  fc.constantFrom("\ud800", "\udc00", "\udb40", "\udc41", "\ud83d", "\ude00"),
  fc.constantFrom("\u200b", "\u200d", "\u2060", "\u0301", "\u{1f9ec}", "\u{10ffff}", "\ufffe"),
  fc.string({ unit: "binary", maxLength: 5 }),
);
/** Texts in which everything that matters stands beside everything else. */
const hostile = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));

describe("the text normaliser t1", () => {
  it("does what the specification says, one code point at a time", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(normaliseText(text)).toEqual(naive(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("removes every character of the named classes and counts it, and no other", () => {
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += codePoint < 0x3000 || codePoint >= 0xe0000 ? 1 : 97) {
      const { text, removed } = normaliseText(`a${String.fromCodePoint(codePoint)}b`);
      const expected = isRemoved(codePoint) ? 1 : 0;
      if (removed !== expected || (removed === 1) !== (text === "ab")) expect.fail(`U+${codePoint.toString(16)}`);
      if (codePoint === 0xe0fff) break;
    }
  });

  it("is idempotent, never longer, and leaves nothing of what it removes", () => {
    fc.assert(
      fc.property(hostile, (given) => {
        const { text } = normaliseText(given);
        expect(normaliseText(text)).toEqual({ text, removed: 0 });
        expect(text.length).toBeLessThanOrEqual(given.length);
        expect([...text].some((character) => isRemoved(character.codePointAt(0) as number))).toBe(false);
        expect(text).not.toMatch(/\p{Cs}/u);
        expect(text).not.toMatch(/^\s|\s$|[^\S \n]| {2}| \n|\n |\n{3}|(?<!\n)\n(?!\n)/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("finds nothing more once two normalised texts stand in one", () => {
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const joined = `${normaliseText(a).text}\n\n${normaliseText(b).text}`;
        expect(normaliseText(joined)).toEqual({ text: joined.trim(), removed: 0 });
      }),
    );
  });

  it("takes megabytes of what is slowest", () => {
    // A pattern that looks back or ahead without bound would need hours here: the suite's own limit is the judge.
    for (const piece of [" ", "\n", "\n ", " \r", "\u0000", "\ud800", "\u202e\n", "a ", "\r\n\t"]) {
      const length = Math.floor(1_000_000 / piece.length);
      const { text, removed } = normaliseText(`a${piece.repeat(length)}b`);
      expect(text.length + removed).toBeGreaterThan(0);
      expect(text.startsWith("a") && text.endsWith("b")).toBe(true);
    }
  });

  it("makes one line of any text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(normaliseLine(text)).not.toMatch(/[\n\r\u2028\u2029]| {2}/);
      }),
    );
  });
});

describe("a harmless text", () => {
  it("differs from the text only by what is removed", () => {
    fc.assert(
      fc.property(hostile, (given) => {
        const expected = [...given]
          .map((character) => character.codePointAt(0) as number)
          .filter((codePoint) => !isRemoved(codePoint))
          .map((codePoint) => String.fromCodePoint(codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint));
        expect(harmless(given)).toBe(expected.join(""));
        expect(harmless(harmless(given))).toBe(harmless(given));
      }),
      { numRuns: 2_000 },
    );
  });

  it("may stand anywhere in a value, whose form stays the same", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(JSON.parse(JSON.stringify(harmlessCopy(value)))).toEqual(
          JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === "string" ? harmless(inner) : inner)),
        );
      }),
    );
  });
});

describe("a cut", () => {
  it("is a prefix, as long as it may be, that ends between two characters", () => {
    fc.assert(
      fc.property(hostile, fc.nat(60), (text, length) => {
        const cut = prefixOf(text, length);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length - 1));
        expect([...cut].join("") + [...text.slice(cut.length)].join("")).toBe(text);
        expect([...text].slice(0, [...cut].length).join("")).toBe(cut);
      }),
    );
  });
});

it("shows any refused value in at most 200 harmless characters on one line", () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.jsonValue(), fc.string({ minLength: 150, maxLength: 400 })), (value) => {
      const shown = shownValue(value);
      expect(shown.length).toBeLessThanOrEqual(200);
      expect(normaliseLine(shown)).toBe(shown.trim());
    }),
  );
});
