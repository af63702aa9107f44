import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseLine, normaliseText, prefixOf, shownValue } from "./text.ts";

describe("the text normaliser t1", () => {
  it.each([
    ["tabs and line breaks", "a\tb\r\nc", "a b c", 0],
    ["a paragraph border", "title\n\n  abstract", "title\n\nabstract", 0],
    ["three blank lines", "a\n \n\n\nb", "a\n\nb", 0],
    ["NEL and no-break space", "a\u0085b\u00a0c", "a b c", 0],
    ["bidirectional controls", "a\u202Eb\u2066c", "abc", 2],
    ["tag characters", "a\u{E0041}b", "ab", 1],
    ["C0 and C1 controls", "a\u0000\u001b[31mb\u009b", "a[31mb", 3],
  ])("handles %s", (_name, input, text, removed) => {
    expect(normaliseText(input)).toEqual({ text, removed });
  });

  it("is idempotent and never lengthens", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (input) => {
        const once = normaliseText(input).text;
        expect(normaliseText(once)).toEqual({ text: once, removed: 0 });
        expect(once.length).toBeLessThanOrEqual(input.length);
      }),
    );
  });

  it("collapses a line to one line", () => {
    expect(normaliseLine("a\n\nb")).toBe("a b");
  });
});

it("cuts only on code-point borders", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(50), (text, length) => {
      const cut = prefixOf(text, length);
      expect(text.startsWith(cut)).toBe(true);
      // A lone half of a surrogate pair is of category Cs.
      expect(/\p{Cs}/u.test(cut)).toBe(/\p{Cs}/u.test(text));
    }),
  );
});

it("shows a refused value short and without controls", () => {
  expect(shownValue(`x\u0007${"y".repeat(500)}`)).toBe(`x${"y".repeat(199)}`);
  expect(shownValue({ a: 1 })).toBe('{"a":1}');
});
