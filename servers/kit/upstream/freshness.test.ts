import { describe, expect, it } from "vitest";
import type { UpstreamFaultCode } from "../fault.ts";
import { ageDays, isFresh, lifetimeSeconds, mayStandIn } from "./freshness.ts";
import { keptAnswer } from "./kept-answer.fixture.ts";

const FETCHED = Date.parse(keptAnswer().fetchedAt);
const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
const week = { ttlSeconds: 7 * DAY_S, empty: false };

describe("lifetime", () => {
  it("of data is the source's own", () => {
    expect(lifetimeSeconds(week, 200)).toBe(7 * DAY_S);
  });

  it("of a negative or empty answer is a day at most", () => {
    expect(lifetimeSeconds({ ...week, empty: true }, 200)).toBe(DAY_S);
    expect(lifetimeSeconds(week, 404)).toBe(DAY_S);
    expect(lifetimeSeconds({ ttlSeconds: 60, empty: true }, 200)).toBe(60);
  });

  it("counts from the time of fetching, to the millisecond", () => {
    expect(isFresh(keptAnswer(), week, FETCHED + 7 * DAY_MS)).toBe(true);
    expect(isFresh(keptAnswer(), week, FETCHED + 7 * DAY_MS + 1)).toBe(false);
  });

  it("starts again when upstream vouches for the answer", () => {
    const renewed = keptAnswer({ validatedAt: new Date(FETCHED + 5 * DAY_MS).toISOString() });
    expect(isFresh(renewed, week, FETCHED + 12 * DAY_MS)).toBe(true);
  });

  it("of zero seconds has ended at once", () => {
    expect(isFresh(keptAnswer(), { ttlSeconds: 0, empty: false }, FETCHED)).toBe(false);
  });

  it("of an answer from the future is unknown", () => {
    expect(isFresh(keptAnswer(), week, FETCHED - 1)).toBe(false);
  });
});

describe("standing in for a failing service", () => {
  const stands = (code: UpstreamFaultCode, pastDays: number, more: { staleDays?: number; allowed?: boolean } = {}) =>
    mayStandIn(keptAnswer(), week, FETCHED + (7 + pastDays) * DAY_MS, { code, staleDays: 30, allowed: true, ...more });

  it.each(["network", "timeout", "rate_limited", "upstream_error"] as const)("is allowed after %s", (code) => {
    expect(stands(code, 1)).toBe(true);
  });

  it.each([
    "blocked",
    "upstream_refused",
    "deadline_exceeded",
    "in_band_error",
    "unexpected_content",
    "unparsable",
    "incomplete",
    "too_large",
    "redirect_refused",
  ] as const)("is never allowed after %s", (code) => {
    expect(stands(code, 1)).toBe(false);
  });

  it("ends so many days past the lifetime", () => {
    expect(stands("network", 30)).toBe(true);
    expect(stands("network", 30.001)).toBe(false);
  });

  it("can be switched off for good and by the request", () => {
    expect(stands("network", 0.001, { staleDays: 0 })).toBe(false);
    expect(stands("network", 0.001, { allowed: false })).toBe(false);
  });
});

it("counts age in whole days since upstream last vouched, never below zero", () => {
  expect(ageDays(keptAnswer(), FETCHED + 2.9 * DAY_MS)).toBe(2);
  expect(ageDays(keptAnswer(), FETCHED - DAY_MS)).toBe(0);
  const renewed = keptAnswer({ validatedAt: new Date(FETCHED + 2 * DAY_MS).toISOString() });
  expect(ageDays(renewed, FETCHED + 2.9 * DAY_MS)).toBe(0);
});
