import type { RequestEntry } from "../envelope/envelope.ts";
import type { KeptAnswer } from "./answer-kept.ts";
import type { Asked } from "./asked.ts";
import { entryOfAnswer, entryOfSetback } from "./request-entry.ts";
import type { Setback } from "./setback.ts";
import type { CallScope, Exchange, ServiceSpec, UpstreamRequest } from "./upstream.ts";
import { keyUrl } from "./urls.ts";

/** What became of one exchange; shared by all calls that waited for it. */
export interface Result {
  /** For the ledger, in order; the last belongs to `exchange`. */
  readonly entries: readonly RequestEntry[];
  readonly exchange: Exchange | null;
  readonly setback: Setback | null;
  /** Age in days of an answer past its lifetime; null for all others. */
  readonly staleDays: number | null;
}

export interface AnswerFacts {
  readonly empty: boolean;
  readonly cached: boolean;
  readonly attempts: number;
  readonly staleDays?: number;
  /** Failed exchanges that this answer stands in for. */
  readonly after?: readonly RequestEntry[];
  readonly finalUrl?: string;
}

export function answerResult(asked: Asked, answer: KeptAnswer, spec: ServiceSpec, facts: AnswerFacts): Result {
  const { cached, attempts, staleDays = null, after = [] } = facts;
  const entry = entryOfAnswer(asked, answer, spec, { cached, attempts, stale: staleDays !== null });
  const exchange: Exchange = Object.freeze({
    status: answer.status,
    contentType: answer.headers["content-type"] ?? "",
    body: answer.content.bytes,
    text: () => answer.content.text(),
    headers: answer.headers,
    empty: facts.empty,
    entry,
    finalUrl: facts.finalUrl ?? keyUrl(asked.url),
  });
  return { entries: [...after, entry], exchange, setback: null, staleDays };
}

export function failedResult(asked: Asked, setback: Setback, facts: { attempts: number; nowMs: number }): Result {
  const located = setback.with({ host: setback.details.host ?? asked.host });
  return { entries: [entryOfSetback(asked, located, facts)], exchange: null, setback: located, staleDays: null };
}

/** Writes a result into the call's ledger; gives the exchange or throws the fault. */
export function settle(result: Result, request: UpstreamRequest, call: CallScope, coalesced: boolean): Exchange {
  for (const entry of result.entries) call.ledger.add(entry);
  const { counts } = call.ledger;
  if (coalesced) counts.coalesced++;
  else if (result.exchange?.entry.cached === true) counts.hits++;
  else counts.misses++;
  if (result.staleDays !== null) call.ledger.staleServed(result.staleDays);
  if (result.exchange !== null) return result.exchange;
  const setback = result.setback!;
  const blame = setback.code === "upstream_refused" ? request.blame : undefined;
  throw setback.toFault(setback.details.param ?? blame ?? null);
}
