import { expect } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import type { Arrived } from "../support/services/arrived.ts";
import type { Scenario } from "../support/services/scenario.ts";
import { SCENARIOS } from "../support/services/scenarios.ts";
import { type Services, startServices } from "../support/services/start-services.ts";
import { ASKED_S } from "../support/services/transport-scenarios.ts";
import { createWorld } from "../support/services/world.ts";
import type { Call } from "./calls.ts";
import type { Exception } from "./exceptions.ts";
import { exceptionFor, expectationOf } from "./expectations.ts";
import { isSlow, type Lane, openTrack } from "./lane.ts";

/** One call as it runs when all is well. */
export interface Healthy {
  readonly call: Call;
  readonly envelope: Envelope;
  readonly requests: readonly Arrived[];
}

/** Longer than any break that a service was given. */
const TWO_HOURS_MS = 7_200_000;
/** Time for a slow answer to begin before its attempt is ended. */
const SLOW_MS = 25;
const LANES = 8;

const HEALTHY_BODIES = createWorld().hashes;

export async function runHealthy(source: string, call: Call): Promise<Healthy> {
  const services = await startServices();
  const track = await openTrack(source, services);
  try {
    const { envelope } = await track.run((lane) => lane.call(call));
    expect(services.unknown).toEqual([]);
    expect(envelope.errors).toEqual([]);
    return { call, envelope, requests: [...services.requests] };
  } finally {
    await track.close();
    await services.close();
  }
}

/** `method path body`, without what identifies the caller. */
export const lineOf = ({ method, path, body }: Arrived): string => `${method} ${path} ${body}`;

/** Facts about what came rather than about what it says. */
const ABOUT_THE_TRANSFER: ReadonlySet<string> = new Set(["checked_at", "rows_received", "hits_read"]);

/** What an answer says, without when it came, from where, and on which line it stood. */
export function substanceOf({ requests: _, ...envelope }: Envelope): unknown {
  const substance = {
    ...envelope,
    records: envelope.records
      .map(({ retrieved_at: _at, cached: _cached, stale: _stale, request_refs: _refs, ...record }) => record)
      .sort((a, b) => (a.record_id < b.record_id ? -1 : 1)),
    record_ids: [...envelope.record_ids].sort(),
  };
  return JSON.parse(JSON.stringify(substance), (key, value: unknown) => {
    if (ABOUT_THE_TRANSFER.has(key)) return undefined;
    return key === "url" && typeof value === "string" ? value.replace(/#L\d+$/, "") : value;
  });
}

/**
 * Every scenario that can happen to one request of a call, each with a cache of its own; afterwards the service is well
 * again and the same cache must give the healthy answer.
 *
 * @returns how many scenarios ran, which exceptions they needed, and what was wrong, as sentences
 */
export async function runRequest(
  source: string,
  healthy: Healthy,
  request: Arrived,
): Promise<{ ran: number; needed: Set<Exception>; problems: string[] }> {
  const waiting = [...SCENARIOS];
  const needed = new Set<Exception>();
  const problems: string[] = [];
  let ran = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      const services = await startServices();
      const track = await openTrack(source, services);
      try {
        for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
          const found = await track.run((lane) => runCell(source, healthy, { request, scenario, services, lane }));
          if (found === null) continue;
          ran += 1;
          const exception = exceptionFor({ source, call: healthy.call, line: lineOf(request), scenario });
          if (exception !== undefined) needed.add(exception);
          problems.push(...found.map((problem) => `${scenario!.name}: ${problem}`));
        }
      } finally {
        await track.close();
        await services.close();
      }
    }),
  );
  return { ran, needed, problems: problems.sort() };
}

interface Cell {
  readonly request: Arrived;
  readonly scenario: Scenario;
  readonly services: Services;
  readonly lane: Lane;
}

/** One scenario at one request; null when it cannot happen there. */
async function runCell(
  source: string,
  healthy: Healthy,
  { request, scenario, services, lane }: Cell,
): Promise<string[] | null> {
  const line = lineOf(request);
  let applies = true;
  let sent = 0;
  services.requests.length = 0;
  services.heal();
  services.break({
    service: request.service,
    match: (arrived) => lineOf(arrived) === line,
    scenario: (reply, asked) => {
      const changed = scenario.change(reply, asked);
      applies = changed !== null;
      if (changed !== null) sent = changed.transfer === "reset" || isSlow(scenario.name) ? 0 : changed.status;
      if (isSlow(scenario.name)) setTimeout(() => lane.clock.endAttempts(), SLOW_MS);
      return changed ?? reply;
    },
  });
  const { envelope, isError } = await lane.call(healthy.call);
  if (!applies) return null;
  const expectation = expectationOf({ source, call: healthy.call, line, scenario });
  const problems = judge(healthy, { envelope, isError, sent, line }, scenario, expectation, lane);

  services.heal();
  lane.clock.pass(TWO_HOURS_MS);
  lane.restart();
  if (expectation.kind === "fails") {
    const again = await lane.call(healthy.call);
    if (!same(again.envelope, healthy.envelope)) problems.push(`when all was well again: ${outline(again.envelope)}`);
  }
  return problems;
}

type Expectation = ReturnType<typeof expectationOf>;

function judge(
  healthy: Healthy,
  seen: { envelope: Envelope; isError: boolean; sent: number; line: string },
  scenario: Scenario,
  expectation: Expectation,
  lane: Lane,
): string[] {
  const { envelope, isError } = seen;
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${problem}; ${outline(envelope)}`);
  if (lane.warnings.length > 0) say(`said ${lane.warnings.join(" | ")}`);
  if (JSON.stringify(envelope).includes("WRONG-BODY")) say("the body's text came through");
  const foreign = envelope.record_ids.filter((id) => !healthy.envelope.record_ids.includes(id));
  if (foreign.length > 0) say(`records that do not exist: ${foreign.join(", ")}`);

  if (expectation.kind === "same") {
    if (!same(envelope, healthy.envelope)) say(`not the healthy answer: ${difference(envelope, healthy.envelope)}`);
    return problems;
  }
  if (expectation.kind === "reads") {
    if (envelope.outcome !== expectation.outcome) say(`not ${expectation.outcome}`);
    return problems;
  }
  const strange = lane.kept().filter((hash) => !HEALTHY_BODIES.has(hash));
  if (strange.length > 0) say(`${strange.length} wrong bodies were kept`);
  const failed = envelope.requests.filter(({ error }) => error !== null);
  const decorates = healthy.call.decorating?.test(seen.line) === true;
  if (decorates) {
    if (envelope.outcome !== healthy.envelope.outcome || isError) say("a decoration decided the outcome");
    if (same(envelope, healthy.envelope)) say("nothing tells that a decoration is missing");
    if (String(envelope.record_ids) !== String(healthy.envelope.record_ids)) say("a decoration cost records");
  } else {
    if (envelope.outcome !== "upstream_failed") say("not upstream_failed");
    if (!isError) say("not isError");
    if (!envelope.errors.some(({ code }) => scenario.codes.includes(code as never)))
      say(`no error of ${scenario.codes.join(", ")}`);
    const { kept } = healthy.call;
    const unknown = kept?.facts.filter((fact) => healthy.envelope.resolved[fact] === undefined) ?? [];
    if (unknown.length > 0) say(`the healthy answer has no ${unknown.join(", ")}`);
    const lost = kept?.after.test(seen.line)
      ? kept.facts.filter((fact) => !alike(envelope.resolved[fact], healthy.envelope.resolved[fact]))
      : [];
    if (lost.length > 0) say(`resolved lost ${lost.join(", ")}`);
  }
  if (scenario.beside) return problems;
  const entry = failed.find(({ error }) => scenario.codes.includes(error as never));
  if (entry === undefined) say("the failed exchange is not in requests");
  else {
    if (scenario.attempts !== null && entry.attempts !== scenario.attempts) say(`${entry.attempts} attempts`);
    if (entry.status !== seen.sent && entry.status !== 0) say(`status ${entry.status}, sent ${seen.sent}`);
  }
  problems.push(...waitProblems(scenario, lane.clock.waits, envelope));
  return problems;
}

/** Exponential waits with the random source in the middle, milliseconds. */
const OWN_WAITS = [750, 1_500, 3_000];

/** Did the waits between attempts follow what the service asked for? */
function waitProblems({ name, attempts }: Scenario, waits: readonly number[], { errors }: Envelope): string[] {
  const asked = /^(?:throttled_(?:seconds|date)|unavailable_seconds)$/.test(name);
  const expected = attempts !== 4 ? [] : asked ? OWN_WAITS.map(() => ASKED_S * 1_000) : OWN_WAITS;
  const begun = waits.slice(0, 3);
  const problems = String(begun) === String(expected) ? [] : [`waited ${waits.join(", ")} ms`];
  const stated = errors.map(({ retry_after_s }) => retry_after_s);
  if (asked && errors.length > 0 && !stated.includes(ASKED_S)) problems.push(`retry_after_s ${stated.join(", ")}`);
  return problems;
}

const alike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const same = (a: Envelope, b: Envelope): boolean => alike(substanceOf(a), substanceOf(b));

const outline = ({ outcome, record_ids, errors, notes, requests }: Envelope): string =>
  `${outcome} [${record_ids.slice(0, 3)}] errors ${errors.map(({ code }) => code)} notes ${notes.map((note) => note.split(":")[0])} ` +
  `requests ${requests.map(({ status, attempts, error }) => `${status}×${attempts}${error === null ? "" : ` ${error}`}`).join(", ")}`;

/** The first place at which two answers differ. */
function difference(a: Envelope, b: Envelope): string {
  const walk = (x: unknown, y: unknown, path: string): string | null => {
    if (alike(x, y)) return null;
    if (typeof x !== "object" || typeof y !== "object" || x === null || y === null)
      return `${path} ${JSON.stringify(x)} for ${JSON.stringify(y)}`;
    for (const key of new Set([...Object.keys(x), ...Object.keys(y)])) {
      const found = walk((x as Record<string, unknown>)[key], (y as Record<string, unknown>)[key], `${path}.${key}`);
      if (found !== null) return found;
    }
    return path;
  };
  return (walk(substanceOf(a), substanceOf(b), "") ?? "").slice(0, 300);
}
