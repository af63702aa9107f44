import { describe, expect, it } from "vitest";
import { markedWords, shown } from "./word-diff.ts";

describe("two texts side by side", () => {
  it.each([
    ["a b c", "a x c", "a [-b-] c", "a {+x+} c"],
    ["a c", "a b c", "a c", "a {+b +}c"],
    ["a b c", "a c", "a [-b -]c", "a c"],
    ["", "a b", "", "{+a b+}"],
    ["gene", "gene\u200B", "[-gene-]", "{+geneU+200B+}"],
    ["a b", "a\u00A0b", "a[- -]b", "a{+U+00A0+}b"],
    ["a b", "a\n\nb", "a[- -]b", "a{+\\n\\n+}b"],
    ["code", "cоde", "[-code-]", "{+cU+043Ede+}"],
    ["one two three", "zero two four", "[-one-] two [-three-]", "{+zero+} two {+four+}"],
  ])("%j → %j", (before, after, left, right) => {
    expect(markedWords(before, after)).toEqual({ before: left, after: right });
  });

  it("marks the whole middle of texts that are too long to compare", () => {
    const words = (word: string): string => Array.from({ length: 3_000 }, (_, at) => `${word}${at}`).join(" ");
    const { after } = markedWords(`a ${words("x")} b`, `a ${words("y")} b`);
    expect(after.startsWith("a {+y0 y1")).toBe(true);
    expect(after.endsWith("y2999+} b")).toBe(true);
  });
});

it("shows text on one line of visible characters, and its own backslashes doubled", () => {
  expect(shown("a\\n\tb\u001B[31m\u{E0041}\u2028")).toBe("a\\\\n\\tbU+001B[31mU+E0041U+2028");
});
