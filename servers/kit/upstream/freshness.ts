import type { UpstreamFaultCode } from "../fault.ts";
import type { KeptAnswer } from "./answer-kept.ts";

const DAY_MS = 86_400_000;

/** A negative or empty answer is asked again after a day at the latest: what is missing today may be there tomorrow. */
export const MAX_NEGATIVE_TTL_S = 86_400;

/** Failures of the service, not of the request: only these let an old answer stand in. */
const STALE_FOR: ReadonlySet<UpstreamFaultCode> = new Set(["network", "timeout", "rate_limited", "upstream_error"]);

export interface Lifetime {
  /** Seconds; 0 = never reused. */
  readonly ttlSeconds: number;
  readonly empty: boolean;
}

export const lifetimeSeconds = ({ ttlSeconds, empty }: Lifetime, status: number): number =>
  empty || status < 200 || status > 299 ? Math.min(ttlSeconds, MAX_NEGATIVE_TTL_S) : ttlSeconds;

/** Milliseconds past the lifetime, counted from the last time upstream vouched for the answer; ≤ 0 = fresh. */
export function overdueMs(answer: KeptAnswer, lifetime: Lifetime, nowMs: number): number {
  const ageMs = nowMs - vouchedAt(answer);
  // An answer from the future tells of a clock that was wrong: its age is unknown, so it is not fresh.
  if (ageMs < 0) return 1;
  const lifetimeMs = lifetimeSeconds(lifetime, answer.status) * 1000;
  return lifetimeMs === 0 ? Math.max(1, ageMs) : ageMs - lifetimeMs;
}

export const isFresh = (answer: KeptAnswer, lifetime: Lifetime, nowMs: number): boolean =>
  overdueMs(answer, lifetime, nowMs) <= 0;

/** May an answer past its lifetime stand in after this failure? `staleDays` = 0 switches it off. */
export const mayStandIn = (
  answer: KeptAnswer,
  lifetime: Lifetime,
  nowMs: number,
  policy: { code: UpstreamFaultCode; staleDays: number; allowed: boolean },
): boolean =>
  policy.allowed &&
  policy.staleDays > 0 &&
  STALE_FOR.has(policy.code) &&
  overdueMs(answer, lifetime, nowMs) <= policy.staleDays * DAY_MS;

/** Days since upstream last vouched for an answer, whole, for the note `stale_served`. */
export const ageDays = (answer: KeptAnswer, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - vouchedAt(answer)) / DAY_MS));

const vouchedAt = (answer: KeptAnswer): number => Date.parse(answer.validatedAt ?? answer.fetchedAt);
