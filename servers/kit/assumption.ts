import { CallLedger } from "./call.ts";
import { Fault, type FaultCode } from "./fault.ts";
import { refuseHtml } from "./upstream/accept.ts";
import type { Clock, Exchange, Service, UpstreamRequest } from "./upstream/upstream.ts";

/** Something that a source takes for granted of its service, with the one small request that shows whether it holds. */
export interface Assumption {
  /** `^[a-z][a-z0-9_]*$`, unique within the source. */
  readonly name: string;
  /** What is taken for granted, in one sentence. */
  readonly says: string;
  /** It is about a page at home and not about the service, so a mirror says nothing of it. */
  readonly atHome?: boolean;
  /** Asks, and says what was seen instead: constant words and numbers, never the service's text; null = it holds. */
  check(ask: Ask): Promise<string | null>;
}

/** One fresh exchange, whatever its status says below 500; past the cache, within the pace of the service. */
export type Ask = (service: Service, question: Question) => Promise<Exchange>;

type Question = Pick<UpstreamRequest, "path" | "method" | "query" | "form">;

export interface Finding {
  readonly source: string;
  readonly name: string;
  readonly says: string;
  /** `unanswered`: the service could not be asked, so nothing is known. `not_asked`: there was no reason to. */
  readonly state: "holds" | "broken" | "unanswered" | "not_asked";
  readonly found: string | null;
  readonly code: FaultCode | null;
  /** URLs asked, audit form. */
  readonly asked: readonly string[];
}

/** Refusals that are answers here: what a service says of a question that it should refuse is an assumption, too. */
const REFUSALS: readonly number[] = [400, 404, 405, 406, 409, 410, 414, 422];

/** Faults of the way to the service, in contrast to faults of what it said. */
const UNANSWERED: ReadonlySet<FaultCode> = new Set([
  "network",
  "timeout",
  "deadline_exceeded",
  "rate_limited",
  "blocked",
  "upstream_error",
  "cache_miss",
  "not_in_replay",
]);

/** As `ask`, for a question that must be answered with data. Throws a `Fault` for any other status or an HTML page. */
export async function askForData(ask: Ask, service: Service, question: Question): Promise<Exchange> {
  const reply = await ask(service, question);
  const { status } = reply;
  if (status !== 200) throw new Fault("upstream_refused", `The service answered with status ${status}`, { status });
  refuseHtml(reply);
  return reply;
}

/** Tries one assumption. Never throws, unless it was cancelled. */
export async function checkAssumption(
  source: string,
  { name, says, check }: Assumption,
  { clock, deadlineMs, signal }: { clock: Clock; deadlineMs: number; signal: AbortSignal },
): Promise<Finding> {
  const ledger = new CallLedger();
  const scope = { signal, deadlineAt: clock.now() + deadlineMs, ledger, progress: () => {} };
  const ask: Ask = (service, question) =>
    service.fetch({ ...question, ttlSeconds: 0, answers: REFUSALS, accept: () => "data", staleIfError: false }, scope);
  const finding = (state: Finding["state"], found: string | null, code: FaultCode | null): Finding => ({
    source,
    name,
    says,
    state,
    found,
    code,
    asked: ledger.entries.map(({ url }) => url),
  });
  try {
    const found = await check(ask);
    return finding(found === null ? "holds" : "broken", found, null);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Fault)) return finding("broken", "the answer cannot be read", null);
    return finding(UNANSWERED.has(error.code) ? "unanswered" : "broken", error.message, error.code);
  }
}
