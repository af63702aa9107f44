import { describe, expect, it } from "vitest";
import { changedLines } from "./line-diff.ts";

describe("what changes between two texts", () => {
  it("is the lines that go and the lines that come, and none around them", () => {
    expect(changedLines("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual(["- b", "+ x", "+ y"]);
    expect(changedLines("a\nb\n", "a\nb\n")).toEqual([]);
    expect(changedLines("", "a\n")).toEqual(["+ a"]);
    expect(changedLines("a\na\n", "a\na\na\n")).toEqual(["+ a"]);
  });

  it("shows no token that somebody wrote by hand, and every reference to one", () => {
    const lines = changedLines('"Authorization": "Bearer hunter2"\n"api_key": "hunter3"\n', '"Bearer ${TOKEN}"\n');
    expect(lines.join("\n")).not.toMatch(/hunter/);
    expect(lines).toContain('+ "Bearer ${TOKEN}"');
  });
});
