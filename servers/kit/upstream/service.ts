import type { RequestEntry } from "../envelope/envelope.ts";
import { type KeptAnswer, keptHeaders } from "./answer-kept.ts";
import type { AnswerStore } from "./answer-store.ts";
import { type Asked, askedOf } from "./asked.ts";
import type { createBodyIndex } from "./body-index.ts";
import type { CallAnswers } from "./call-answers.ts";
import { ageDays, isFresh, lifetimeSeconds, mayStandIn } from "./freshness.ts";
import { isoTime } from "./hop.ts";
import { judged } from "./judge.ts";
import { type Arrived, ask, type NetworkParts } from "./network.ts";
import { type AnswerFacts, answerResult, failedResult, type Result, settle } from "./result.ts";
import { Setback } from "./setback.ts";
import { DeadlinePassed, type Flight, type SingleFlight } from "./single-flight.ts";
import type { Service, ServiceSpec, Upstream, UpstreamRequest, Verdict } from "./upstream.ts";

export interface ServiceParts extends NetworkParts {
  readonly mode: Upstream["mode"];
  readonly store: AnswerStore;
  readonly flights: SingleFlight<Result>;
  readonly calls: CallAnswers;
  readonly bodies: ReturnType<typeof createBodyIndex>;
  /** Verdicts of validators on answers in memory, so that each body is judged once. */
  readonly verdicts: WeakMap<KeptAnswer, Verdict>;
  /** Cache keys of the exchanges made, so that one can be forgotten again. */
  readonly keys: WeakMap<RequestEntry, string>;
  readonly staleDays: number;
  readonly ttlOverride: number | null;
}

/** No exchange took place, so no clock value may enter the envelope (same arguments, same cache: same bytes). */
const NO_EXCHANGE_TIME = isoTime(0);

interface Held {
  readonly answer: KeptAnswer;
  readonly empty: boolean;
}

/** One service through cache, single flight and network. */
export function createService(spec: ServiceSpec, parts: ServiceParts): Service {
  const { clock, store, flights, verdicts, keys } = parts;

  async function resultFor(asked: Asked, request: UpstreamRequest, flight: Flight): Promise<Result> {
    const held = await find(asked, request);
    if (held !== null && fresh(asked, held)) return fromStore(asked, held);
    if (parts.mode === "cache") {
      if (held !== null) return fromStore(asked, held, { staleDays: ageDays(held.answer, clock.now()) });
      const miss = "The cache holds no answer, and the network is switched off";
      return failed(asked, new Setback("cache_miss", miss, { at: NO_EXCHANGE_TIME }), 0);
    }
    const etag = request.revalidate === true && parts.mode === "live" ? (held?.answer.headers.etag ?? null) : null;
    try {
      const arrived = await ask({ ...asked, etag }, spec, flight, parts);
      if (arrived.response.status === 304 && held !== null) return await renewed(asked, held, flight);
      return await received(asked, request, arrived, flight);
    } catch (error) {
      if (!(error instanceof Setback)) throw error;
      // Answered so, by a status or in its body; the break's own refusals, which have no status, must not prolong it.
      if (error.code === "blocked" && error.details.status != null) parts.pace.block();
      const failure = failed(asked, error, flight.attempts);
      const policy = { code: error.code, staleDays: parts.staleDays, allowed: request.staleIfError !== false };
      if (held === null || !mayStandIn(held.answer, lifetime(asked, held.empty), clock.now(), policy)) return failure;
      return fromStore(asked, held, { staleDays: ageDays(held.answer, clock.now()), after: failure.entries });
    }
  }

  /** What memory or disk holds for this request, judged by the request's own validator. */
  async function find(asked: Asked, request: UpstreamRequest): Promise<Held | null> {
    if (asked.ttlSeconds === 0) return null;
    const answer = await store.find(asked.key);
    if (answer === null || !isWanted(answer, asked)) return null;
    if (!verdicts.has(answer)) {
      const stored = { ...answer, complete: true, retrievedAt: answer.fetchedAt, cached: true };
      try {
        verdicts.set(answer, judged(stored, request.accept, asked.host));
      } catch (error) {
        if (!(error instanceof Setback)) throw error;
        await store.drop(asked.key);
        return null;
      }
    }
    return known(answer, asked);
  }

  function known(answer: KeptAnswer | null, asked: Asked): Held | null {
    const verdict = answer === null ? undefined : verdicts.get(answer);
    if (answer === null || verdict === undefined || verdict === "partial" || !isWanted(answer, asked)) return null;
    return { answer, empty: verdict === "empty" };
  }

  async function received(
    asked: Asked,
    request: UpstreamRequest,
    { response, finalUrl }: Arrived,
    flight: Flight,
  ): Promise<Result> {
    const verdict = judged(response, request.accept, asked.host);
    const answer: KeptAnswer = Object.freeze({
      source: spec.source,
      method: asked.method,
      url: asked.audit.url,
      params: asked.audit.form,
      status: response.status,
      fetchedAt: response.retrievedAt,
      validatedAt: null,
      headers: keptHeaders(response.headers),
      content: response.content,
    });
    verdicts.set(answer, verdict);
    const empty = verdict === "empty";
    const reusable = lifetimeSeconds(lifetime(asked, empty), response.status) > 0;
    if (reusable && verdict !== "partial") await store.keep(asked.key, answer);
    return succeeded(asked, answer, { empty, cached: response.cached, attempts: flight.attempts, finalUrl });
  }

  async function renewed(asked: Asked, { answer, empty }: Held, flight: Flight): Promise<Result> {
    const again = Object.freeze({ ...answer, validatedAt: isoTime(clock.now()) });
    verdicts.set(again, empty ? "empty" : "data");
    await store.keep(asked.key, again);
    return succeeded(asked, again, { empty, cached: true, attempts: flight.attempts });
  }

  const fromStore = (asked: Asked, { answer, empty }: Held, facts: Partial<AnswerFacts> = {}) =>
    succeeded(asked, answer, { empty, cached: true, attempts: 0, ...facts });

  function succeeded(asked: Asked, answer: KeptAnswer, facts: AnswerFacts): Result {
    const contentType = answer.headers["content-type"] ?? "";
    parts.bodies.set(answer.content.sha256, { source: spec.source, contentType, key: asked.key });
    const result = answerResult(asked, answer, spec, facts);
    for (const entry of result.entries) keys.set(entry, asked.key);
    return result;
  }

  const failed = (asked: Asked, setback: Setback, attempts: number) =>
    failedResult(asked, setback, { attempts, nowMs: clock.now() });

  const fresh = (asked: Asked, held: Held) => isFresh(held.answer, lifetime(asked, held.empty), clock.now());

  return {
    base: spec.base,
    fetch: async (request, call) => {
      call.signal.throwIfAborted();
      const asked = askedOf(spec, request, parts.ttlOverride);
      const reusable = asked.ttlSeconds > 0;
      const lane = laneOf(asked, request);
      const had = reusable ? parts.calls.get(call.ledger, lane) : undefined;
      if (had !== undefined) return settle(had, request, call, false);
      const near = reusable ? known(store.inMemory(asked.key), asked) : null;
      let result: Result;
      let coalesced = false;
      try {
        if (near !== null && fresh(asked, near)) result = fromStore(asked, near);
        else {
          if (call.deadlineAt <= clock.now()) throw new DeadlinePassed(0);
          const joined = await flights.join(lane, call, (flight) => resultFor(asked, request, flight));
          result = joined.value;
          coalesced = joined.coalesced;
        }
      } catch (error) {
        if (!(error instanceof DeadlinePassed)) throw error;
        result = failed(asked, new Setback("deadline_exceeded", "The time for the whole call ran out"), error.attempts);
      }
      if (reusable && result.exchange !== null) parts.calls.set(call.ledger, lane, result);
      return settle(result, request, call, coalesced);
    },
    forget: async (exchanges) => {
      for (const { entry } of exchanges) {
        const key = keys.get(entry);
        if (key !== undefined) await store.drop(key);
      }
    },
  };
}

/**
 * Who may share an exchange: the same request on the same terms. Whoever takes no old answer, or a 404 for a failure, must
 * not get what another's patience allowed.
 */
const laneOf = ({ key, ttlSeconds, answers }: Asked, { staleIfError, revalidate }: UpstreamRequest): string =>
  JSON.stringify([key, ttlSeconds, answers, staleIfError !== false, revalidate === true]);

const lifetime = (asked: Asked, empty: boolean) => ({ ttlSeconds: asked.ttlSeconds, empty });

/** A stored 404 answers only those who take a 404 for an answer. */
const isWanted = (answer: KeptAnswer, asked: Asked): boolean =>
  (answer.status >= 200 && answer.status < 300) || asked.answers.includes(answer.status);
