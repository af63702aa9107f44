import { expect, it } from "vitest";
import { measurePathway } from "./specificity.ts";

it.each([
  [698, 4008, 0.1742, "broad"],
  [373, 4008, 0.0931, "broad"],
  [11, 4008, 0.0027, "specific"],
  [5, 100, 0.05, "broad"],
  [50, 1001, 0.05, "specific"],
  [51, 4008, 0.0127, "moderate"],
  [50, 4008, 0.0125, "specific"],
] as const)("classes %i of %i genes", (size, genome, fraction, specificity) => {
  expect(measurePathway(size, genome)).toEqual({ size, fraction, specificity });
});

it.each([
  ["a genome size", 11, null],
  ["a pathway size", null, 4008],
  ["both", null, null],
])("knows nothing without %s", (_name, size, genome) => {
  expect(measurePathway(size, genome)).toEqual({ size, fraction: null, specificity: "unknown" });
});
