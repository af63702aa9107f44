import { describe, expect, it } from "vitest";
import { reaches, requiredScore, thousandths } from "./score.ts";

describe("the score scale", () => {
  it.each([
    [0, 0],
    [0.4, 400],
    [0.7, 700],
    [0.979, 979],
    [0.3994, 399],
    [0.3995, 400],
    [0.29, 290],
    [1, 1000],
  ])("takes the fraction %d for %d thousandths", (fraction, expected) => {
    expect(thousandths(fraction)).toBe(expected);
  });

  it("has no gap at the border that binary fractions would tear", () => {
    for (let threshold = 0; threshold <= 1000; threshold += 1) {
      expect(reaches(threshold / 1000, threshold)).toBe(true);
      expect(reaches((threshold - 1) / 1000, threshold)).toBe(false);
    }
  });

  it.each([0, 100, 150, 400, 700, 999, 1000])("takes %d as a threshold", (value) => {
    expect(requiredScore(700).parse(value)).toBe(value);
  });

  it.each([0.4, 0.7, 0.999, 1, 50, 99, 150.5])("refuses %d, naming the scale", (value) => {
    const result = requiredScore(700).safeParse(value);
    expect(result.error?.issues.map((issue) => issue.message)).toEqual([
      expect.stringMatching(/whole number, 0 or from 100 to 1000/),
    ]);
  });

  it.each([-1, 1001, 99999])("refuses %d as out of range", (value) => {
    expect(requiredScore(700).safeParse(value).success).toBe(false);
  });
});
