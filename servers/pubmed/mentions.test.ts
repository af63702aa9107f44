import { describe, expect, it } from "vitest";
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
  ["HLA-A", "loss of HLA-A expression", true],
  ["HLA-A", "HLA-A2 binds", false],
  ["PE-PGRS*", "the pe-pgrs33 protein", true],
])("%s is named by %s: %s", (term, text, named) => {
  expect(mentionsOf([term], text)).toEqual(named ? [term] : []);
});

describe("a term of any printable characters", () => {
  const signs = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (sign) => sign !== "*",
  );

  it.each(signs)("is found with a %j inside", (sign) => {
    const term = `kat${sign}G`;
    expect(mentionsOf([term], `about ${term} here`)).toEqual([term]);
  });
});
