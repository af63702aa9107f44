import { expect, it } from "vitest";
import { baseOfIsoformId, isAccession } from "./accession.ts";

it.each(["P9WIE5", "Q0PDW9", "A0A089QRB9", "I6Y4D2", "P2RY11"])("takes %s for an accession", (text) => {
  expect(isAccession(text)).toBe(true);
});

it.each(["p9wie5", "P9WIE", "P9WIE55", "Rv1908c", "katG", "P05067-4", " P9WIE5", "../x", ""])(
  "does not take %j for an accession",
  (text) => {
    expect(isAccession(text)).toBe(false);
  },
);

it.each([
  ["P05067-4", "P05067"],
  ["A0A089QRB9-12", "A0A089QRB9"],
  ["P05067", null],
  ["P05067-0", null],
  ["katG-1", null],
])("finds the base of %s", (text, base) => {
  expect(baseOfIsoformId(text)).toBe(base);
});
