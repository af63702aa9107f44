import { expect, it } from "vitest";
import { mentionsOf } from "./mentions.ts";

it.each([
  ["katG", "Loss of KatG.", true],
  ["katG", "the katG-furA operon (katG)", true],
  ["katG", "katG315 and ykatG", false],
  ["Rv1908", "Rv1908c", false],
  ["Rv1908c", "gene Rv1908c,", true],
  ["Mycobacterium  tuberculosis", "in Mycobacterium tuberculosis", true],
  ["p.(E1*)", "the change p.(E1*) was", true],
  ["a.c", "abc", false],
  [" ", "anything", false],
])("%s is named by %s: %s", (term, text, named) => {
  expect(mentionsOf([term], text)).toEqual(named ? [term] : []);
});
