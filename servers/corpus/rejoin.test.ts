import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunksOf } from "./chunks.ts";
import { rejoin } from "./rejoin.ts";

const piecesOf = (...texts: string[]) => texts.map((text, index) => ({ text, index }));

describe("rejoining passages", () => {
  it("gives back the text that was cut, and where each passage lies in it", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-cé𝛼]{1,2}$/u), { minLength: 1, maxLength: 700 }), (words) => {
        const text = words.join(" ");
        const chunks = chunksOf(text);
        const rejoined = rejoin(piecesOf(...chunks.map(({ start, end }) => text.slice(start, end))));
        expect(rejoined.text).toBe(text);
        expect(rejoined.ranges).toEqual(chunks);
      }),
      { numRuns: 40 },
    );
  });

  it("removes an overlap of another size when enough words prove it", () => {
    const { text } = rejoin(piecesOf("one two three four five six seven", "three four five six seven eight nine"));
    expect(text).toBe("one two three four five six seven eight nine");
  });

  it("puts a blank line where the words at the border agree only by chance", () => {
    const { text, ranges } = rejoin(piecesOf("found in M. tuberculosis", "M. tuberculosis was absent"));
    expect(text).toBe("found in M. tuberculosis\n\nM. tuberculosis was absent");
    expect(ranges[1]).toEqual({ start: 26, end: text.length });
  });

  it("never joins over a missing passage", () => {
    const { text } = rejoin([
      { text: "a b c d e f", index: 0 },
      { text: "b c d e f g", index: 2 },
    ]);
    expect(text).toBe("a b c d e f\n\nb c d e f g");
  });

  it("does not take the end of a longer word for an overlap", () => {
    expect(rejoin(piecesOf("xone two three four five", "one two three four five six")).text).toBe(
      "xone two three four five\n\none two three four five six",
    );
  });

  it("adds nothing for a last passage that lies inside the one before", () => {
    expect(rejoin(piecesOf("a b c d e f", "e f")).text).toBe("a b c d e f");
  });
});
