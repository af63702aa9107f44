import { createFakeClock, type FakeClock } from "../../../tests/support/clock/fake-clock.ts";
import { CallLedger } from "../call.ts";
import type { Fault } from "../fault.ts";
import { createUpstream, type UpstreamOptions } from "./create-upstream.ts";
import type { CallScope, Exchange, ServiceSpec, Upstream, UpstreamRequest } from "./upstream.ts";
import { readUpstreamSettings } from "./upstream-settings.ts";

export const BASE = "https://api.example.org";

export const demoSpec = (more: Partial<ServiceSpec> = {}): ServiceSpec => ({
  source: "kegg",
  group: { name: "demo", spacingMs: 0, inFlight: 8, blockedPauseMs: 60_000 },
  base: BASE,
  licence: { id: "demo-licence", redistribute: true },
  ...more,
});

export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Answer = Response | Error | ((sent: Sent, signal: AbortSignal) => Response | Promise<Response>);

/** A service that gives its answers in order, the last one again and again, and remembers what it was asked. */
export function scripted(...answers: Answer[]) {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const one: Sent = {
      url: String(url),
      method: init.method ?? "GET",
      headers: init.headers as Record<string, string>,
      body: (init.body as string | undefined) ?? null,
    };
    sent.push(one);
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer.clone();
    return answer!(one, init.signal as AbortSignal);
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
}

/** Answers of the services that are played in these tests. */
export const text = (body: string, init: ResponseInit = {}) =>
  new Response(body, { headers: { "content-type": "text/plain" }, ...init });
export const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(code === 304 ? null : "", { status: code, headers });

export interface OpenOptions extends Partial<UpstreamOptions> {
  readonly env?: Record<string, string>;
}

export interface Asked {
  readonly ledger: CallLedger;
  readonly exchange: Exchange | null;
  readonly fault: Fault | null;
}

/** An upstream layer with a clock that stands still unless told, and a way to ask and see everything that came of it. */
export function openUpstream({ env = {}, ...options }: OpenOptions = {}) {
  const clock = (options.clock as FakeClock | undefined) ?? createFakeClock();
  const warnings: string[] = [];
  const upstream: Upstream = createUpstream({
    settings: readUpstreamSettings({ GENE_ROUTER_CACHE_DIR: "off", ...env }),
    clock,
    random: () => 0.5,
    fetch: scripted(new Response("data")).fetch,
    warn: (line) => warnings.push(line),
    version: "1.2.3",
    ...options,
  });
  const callOf = (more: Partial<CallScope> = {}): CallScope & { ledger: CallLedger } => ({
    signal: new AbortController().signal,
    deadlineAt: clock.now() + 60_000,
    progress: () => undefined,
    ...more,
    ledger: new CallLedger(),
  });
  const begin = (spec: ServiceSpec, request: Partial<UpstreamRequest> = {}, call = callOf()): Promise<Asked> =>
    upstream
      .service(spec)
      .fetch({ path: "/list", ttlSeconds: 3_600, accept: () => "data", ...request }, call)
      .then(
        (exchange) => ({ ledger: call.ledger, exchange, fault: null }),
        (fault: Fault) => ({ ledger: call.ledger, exchange: null, fault }),
      );
  /** Asks, and moves the clock whenever somebody sleeps; what really takes time (disk, sockets) is waited for. */
  const ask = async (request: Partial<UpstreamRequest> = {}, spec = demoSpec(), call = callOf()): Promise<Asked> => {
    let asked: Asked | null = null;
    const done = begin(spec, request, call).then((result) => {
      asked = result;
    });
    while (asked === null) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (asked === null) await clock.advance(Math.max(0, clock.untilWaking() ?? 0));
    }
    await done;
    return asked!;
  };
  return { upstream, clock, warnings, begin, ask, callOf };
}
