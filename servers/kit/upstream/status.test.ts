import { describe, expect, it } from "vitest";
import { Content } from "./content.ts";
import type { HopResponse } from "./hop.ts";
import { setbackOf } from "./status.ts";

const response = (status: number, more: Partial<HopResponse> = {}): HopResponse => ({
  status,
  headers: {},
  content: new Content(Buffer.from("body")),
  complete: true,
  retrievedAt: "2026-08-28T09:00:00.000Z",
  cached: false,
  ...more,
});

const judge = (answer: HopResponse, answers: number[] = [], conditional = false) =>
  setbackOf(answer, { answers, conditional, host: "api.example.org", nowMs: 0 });

describe("a status that is no answer", () => {
  it.each([
    [429, "rate_limited", true],
    [500, "upstream_error", true],
    [502, "upstream_error", true],
    [503, "upstream_error", true],
    [504, "upstream_error", true],
    [501, "upstream_error", false],
    [403, "blocked", false],
    [400, "upstream_refused", false],
    [401, "upstream_refused", false],
    [404, "upstream_refused", false],
    [408, "upstream_refused", false],
    [414, "upstream_refused", false],
    [206, "incomplete", false],
    [202, "unexpected_content", false],
    [204, "unexpected_content", false],
    [304, "unexpected_content", false],
    [302, "unexpected_content", false],
  ])("%i is %s, tried again: %s", (status, code, again) => {
    expect(judge(response(status))).toMatchObject({ code, details: { again, status, host: "api.example.org" } });
  });

  it("carries the seconds that the service asks to wait", () => {
    const asked = response(503, { headers: { "retry-after": "12" } });
    expect(judge(asked)?.details.retryAfterS).toBe(12);
  });
});

describe("a status that is an answer", () => {
  it.each([200, 203])("%i goes to the source's validator", (status) => {
    expect(judge(response(status))).toBeNull();
  });

  it("404 does where the source takes it for one", () => {
    expect(judge(response(404), [404])).toBeNull();
  });

  it("304 does after a conditional request", () => {
    expect(judge(response(304), [], true)).toBeNull();
  });

  it("does not when its body broke off", () => {
    expect(judge(response(404, { complete: false }), [404])).toMatchObject({
      code: "incomplete",
      details: { again: true },
    });
  });
});
