import { expect, it } from "vitest";
import { parseSummary } from "./suite.ts";

it("counts what a revision requires apart from what is only reported", () => {
  const text = [
    "=== SUMMARY ===",
    "✓ tools-list: 2 passed, 0 failed",
    "✗ resources-subscribe: 1 passed, 1 failed",
    "✗ tasks-lifecycle: 1 passed, 8 failed",
    "",
    "Total: 4 passed, 9 failed",
    "",
    "Not scored for 2026-07-28: 1 scenario(s) run, 1 failing. These do not affect conformance.",
    "  ✗ tasks-lifecycle (extension)",
  ].join("\n");
  expect(parseSummary(text)).toEqual({
    scored: [
      { name: "tools-list", passed: 2, failed: 0 },
      { name: "resources-subscribe", passed: 1, failed: 1 },
    ],
    unscored: [{ name: "tasks-lifecycle", passed: 1, failed: 8 }],
  });
});

it("takes silence for no success", () => {
  expect(() => parseSummary("npm error code ENOTFOUND")).toThrow("without a summary");
});
