import { describe, expect, it } from "vitest";
import { DEFAULT_BASE, DEFAULT_REF, humanUrls, isCommit, parseRef } from "./data-version.ts";

describe("parseRef", () => {
  it.each([DEFAULT_REF, "master", "v1.2", "feature/who-v3"])("accepts %s", (ref) => expect(parseRef(ref)).toBe(ref));

  it.each([
    "../x",
    "a/../b",
    "%2e%2e",
    "a b",
    "a//b",
    "/a",
    "a/",
    ".git",
    "a..b",
    "a\u0000",
    "x".repeat(101),
    "a?b",
    "a#b",
  ])("refuses %j", (ref) => expect(() => parseRef(ref)).toThrow("expected a commit hash, tag or branch name"));

  it("tells a commit from a name", () => {
    expect([DEFAULT_REF, DEFAULT_REF.slice(1), "master", DEFAULT_REF.toUpperCase()].map(isCommit)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("humanUrls", () => {
  it("points at the line on GitHub", () => {
    expect(humanUrls(DEFAULT_BASE, "master")("barcode.bed", 7)).toBe(
      "https://github.com/jodyphelan/tbdb/blob/master/barcode.bed#L7",
    );
  });

  it("follows a fork, and sends readers of a mirror to the original", () => {
    expect(humanUrls("https://raw.githubusercontent.com/me/fork", "main")("rules.yml", null)).toBe(
      "https://github.com/me/fork/blob/main/rules.yml",
    );
    expect(humanUrls("http://localhost:9000/tbdb", "main")("rules.yml", null)).toBe(
      "https://github.com/jodyphelan/tbdb/blob/main/rules.yml",
    );
  });
});
