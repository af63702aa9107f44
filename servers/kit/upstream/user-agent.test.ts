import { expect, it } from "vitest";
import { HEADER_TEXT, userAgent } from "./user-agent.ts";

it("names program, version and project, and the contact if there is one", () => {
  expect(userAgent("1.2.3", { contact: null, userAgent: null })).toMatch(
    /^gene-router\/1\.2\.3 \(\+https:\/\/[^;)]+\)$/,
  );
  expect(userAgent("1.2.3", { contact: "me@example.org", userAgent: null })).toMatch(
    /^gene-router\/1\.2\.3 \(\+https:\/\/[^;]+; me@example\.org\)$/,
  );
});

it("is replaced whole on demand", () => {
  expect(userAgent("1.2.3", { contact: "me@example.org", userAgent: "lab/1" })).toBe("lab/1");
});

it.each(["a\r\nx-evil: 1", "β", "", "x".repeat(201)])("takes no header text like %j", (text) => {
  expect(HEADER_TEXT.test(text)).toBe(false);
});
