import { expect, it } from "vitest";
import { parseRelease } from "./release.ts";

it.each([
  [
    "the whole of KEGG",
    "kegg             Kyoto Encyclopedia\nkegg             Release 110.0+/05-23, May 24\n                 Laboratories\n                 pathway     1,020,000 entries\n",
    { release: "110.0+/05-23", date: "May 24", entries: 1_020_000 },
  ],
  [
    "an organism",
    "T00015           A mycobacterium\nmtu              Release 118.0, Apr 26\n                 4,008 entries\n",
    { release: "118.0", date: "Apr 26", entries: 4008 },
  ],
  ["a release without date", "ko  Release 99.1\n", { release: "99.1", date: null, entries: null }],
  ["text without any", "Welcome\n", { release: null, date: null, entries: null }],
])("reads %s", (_name, text, expected) => {
  expect(parseRelease(text)).toEqual(expected);
});
