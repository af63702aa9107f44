import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { SourceState } from "../connections/mounted-source.ts";
import type { DriftState } from "../drift/tripwire.ts";
import type { Observer } from "./observer.ts";

export interface Metrics extends Observer {
  readonly contentType: string;
  /** The text that Prometheus reads. Gauges are read when it asks. */
  text(): Promise<string>;
  auditLost(): void;
}

/** Milliseconds to a minute: from an embedded answer to a source's time limit. */
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60];
const BYTES = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304];
const BREAKER = { closed: 0, half_open: 1, open: 2 } as const;

/** What the sources' own layer says of its exchanges, as every envelope lists them. */
interface Exchanges {
  readonly structuredContent?: { readonly requests?: readonly { readonly cached?: unknown }[] };
}

/** Every label is of a closed set or of the catalogue: nothing that a caller writes can make another series. */
export function createMetrics(states: () => readonly (SourceState & Partial<DriftState>)[]): Metrics {
  const registry = new Registry();
  const common = { registers: [registry] };
  collectDefaultMetrics({ register: registry });
  const exchanges = new Counter({
    ...common,
    name: "gene_router_http_requests_total",
    help: "HTTP requests by route, method and status",
    labelNames: ["route", "method", "status"],
  });
  const exchangeSeconds = new Histogram({
    ...common,
    name: "gene_router_http_request_duration_seconds",
    help: "Time until an HTTP response was written",
    labelNames: ["route"],
    buckets: SECONDS,
  });
  const calls = new Counter({
    ...common,
    name: "gene_router_calls_total",
    help: "Calls by kind, source and outcome; tool_error is an answer of the tool's that says it failed",
    labelNames: ["kind", "namespace", "outcome"],
  });
  const callSeconds = new Histogram({
    ...common,
    name: "gene_router_call_duration_seconds",
    help: "Time of a call, waiting for a turn included",
    labelNames: ["kind", "namespace"],
    buckets: SECONDS,
  });
  const resultBytes = new Histogram({
    ...common,
    name: "gene_router_result_bytes",
    help: "Bytes of a result's text",
    labelNames: ["namespace"],
    buckets: BYTES,
  });
  const searches = new Counter({
    ...common,
    name: "gene_router_searches_total",
    help: "Searches for tools that found something, and that found nothing",
    labelNames: ["found"],
  });
  const upstream = new Counter({
    ...common,
    name: "gene_router_upstream_exchanges_total",
    help: "What the sources asked their databases, answered from the cache or not, as results list it",
    labelNames: ["namespace", "cached"],
  });
  const auditLost = new Counter({
    ...common,
    name: "gene_router_audit_lines_lost_total",
    help: "Audit lines not written",
  });
  gauge("gene_router_source_up", "1 while the source's definitions can be read", ({ state }) =>
    state === "up" ? 1 : 0,
  );
  gauge("gene_router_source_breaker", "0 closed, 1 half open, 2 open", ({ breaker }) => BREAKER[breaker]);
  gauge("gene_router_source_in_flight", "Calls at the source now", ({ inFlight }) => inFlight);
  gauge("gene_router_source_queued", "Calls that wait for their turn", ({ queued }) => queued);
  gauge("gene_router_source_quarantined", "Definitions withheld", ({ quarantined }) => quarantined?.length ?? 0);
  gauge("gene_router_source_drift_changes", "Differences from the baseline", ({ driftChanges }) => driftChanges ?? 0);

  function gauge(name: string, help: string, value: (state: SourceState & Partial<DriftState>) => number): void {
    new Gauge({
      ...common,
      name,
      help,
      labelNames: ["namespace"],
      collect() {
        for (const state of states()) this.set({ namespace: state.namespace }, value(state));
      },
    });
  }

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    auditLost: () => auditLost.inc(),
    began: ({ kind, namespace: known }) => ({
      ended({ outcome, ms, bytes, result }) {
        const namespace = known ?? "";
        calls.inc({ kind, namespace, outcome });
        callSeconds.observe({ kind, namespace }, ms / 1000);
        resultBytes.observe({ namespace }, bytes);
        if (kind === "search") searches.inc({ found: String(foundSomething(result)) });
        for (const { cached } of exchangesOf(result)) upstream.inc({ namespace, cached: String(cached === true) });
      },
    }),
    exchanged({ route, method, status, ms }) {
      exchanges.inc({ route, method, status });
      exchangeSeconds.observe({ route }, ms / 1000);
    },
  };
}

function exchangesOf(result: unknown): readonly { readonly cached?: unknown }[] {
  const requests = (result as Exchanges | null)?.structuredContent?.requests;
  return Array.isArray(requests) ? requests : [];
}

const foundSomething = (result: unknown): boolean =>
  Number((result as { structuredContent?: { total?: unknown } } | null)?.structuredContent?.total ?? 0) > 0;
