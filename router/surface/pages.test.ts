import { describe, expect, it } from "vitest";
import { pageOf } from "./pages.ts";

const names = Array.from({ length: 600 }, (_, at) => `t${String(at).padStart(3, "0")}`);
const self = (name: string) => name;

function walk(lists: () => string[]): string[] {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { page, nextCursor } = pageOf(lists(), self, cursor);
    seen.push(...page);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return seen;
}

describe("pages of a list", () => {
  it("neither overlap nor skip", () => {
    expect(walk(() => names)).toEqual(names);
  });

  it("keep what stayed when the list changes between two of them", () => {
    let asked = 0;
    const seen = walk(() => (asked++ === 0 ? names : names.filter((name) => name > "t002")));
    expect(seen).toEqual(names);
  });

  it("begin anew with an empty cursor and refuse a foreign one", () => {
    expect(pageOf(names, self, "").page[0]).toBe("t000");
    for (const cursor of ["nonsense", "e30", Buffer.from('{"after":5}').toString("base64url")]) {
      expect(() => pageOf(names, self, cursor)).toThrow(expect.objectContaining({ code: -32602 }));
    }
  });
});
