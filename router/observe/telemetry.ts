import type { RouterSettings } from "../config/router-settings.ts";
import type { SourceState } from "../connections/mounted-source.ts";
import type { DriftState } from "../drift/tripwire.ts";
import { createAudit } from "./audit.ts";
import { callLog, type WriteEvent } from "./call-log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { Observer } from "./observer.ts";
import { pseudonyms } from "./pseudonym.ts";
import { type RecentLatency, recentLatency } from "./recent-latency.ts";

/** Everything that watches a served router. */
export interface Telemetry {
  readonly observers: readonly Observer[];
  readonly metrics: Metrics;
  readonly latency: RecentLatency;
  /** Writes what is still waiting. */
  close(): Promise<void>;
}

export interface TelemetryParts {
  readonly settings: RouterSettings;
  readonly version: string;
  /** Of the router that is watched; asked when metrics are. */
  readonly states: () => readonly (SourceState & Partial<DriftState>)[];
  readonly write: WriteEvent;
  readonly warn: (message: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Metrics and log always; audit and traces where they are configured. */
export async function createTelemetry({
  settings,
  version,
  states,
  write,
  warn,
  now,
}: TelemetryParts): Promise<Telemetry> {
  const { auditFile, logKey, tracesEndpoint } = settings;
  const pseudonymOf = pseudonyms(logKey);
  const metrics = createMetrics(states);
  const latency = recentLatency();
  const onLost = (): void => metrics.auditLost();
  const audit = auditFile === null ? null : createAudit({ file: auditFile, version, pseudonymOf, now, warn, onLost });
  // Loaded for those who trace: the others start without it.
  const tracing =
    tracesEndpoint === null
      ? null
      : (await import("./tracing.ts")).createTracing({ endpoint: tracesEndpoint, version });
  const optional: Observer[] = [audit, tracing].filter((each) => each !== null);
  return {
    observers: [callLog(write, pseudonymOf), metrics, latency, ...optional],
    metrics,
    latency,
    async close() {
      await Promise.all([audit?.close(), tracing?.close()]);
    },
  };
}
