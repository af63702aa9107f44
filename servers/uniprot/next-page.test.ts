import { expect, it } from "vitest";
import { nextPage } from "./next-page.ts";

it.each([
  ["no header", undefined, null],
  ["a header without next", '<https://x.org/a>; rel="prev"', null],
  [
    "bare commas in the target",
    '<https://x.org/s?fields=id,name&cursor=1>; rel="next"',
    "https://x.org/s?fields=id,name&cursor=1",
  ],
  ["next among others", '<https://x.org/a,b>; rel="prev", <https://x.org/c,d>; rel="next"', "https://x.org/c,d"],
  ["another parameter first and no quotes", "<https://x.org/a>; title=t; rel=next", "https://x.org/a"],
  ["several relations", '<https://x.org/a>; rel="last next"', "https://x.org/a"],
  ["a relation that only begins so", '<https://x.org/a>; rel="nextish"', null],
])("reads a Link with %s", (_name, link, target) => {
  expect(nextPage(link)).toBe(target);
});
