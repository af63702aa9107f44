import { open } from "node:fs/promises";
import { fingerprintOf } from "../catalog/fingerprint.ts";
import type { Principal } from "../surface/principal.ts";
import type { CallBegun, CallEnded, Observer } from "./observer.ts";
import { traceIdOf } from "./trace-context.ts";

export interface AuditOptions {
  readonly file: string;
  readonly version: string;
  readonly pseudonymOf: (principal: Principal) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A line could not be written; said once until one could again. */
  readonly warn: (message: string) => void;
  /** Counts lines that were lost. */
  readonly onLost: () => void;
}

export interface Audit extends Observer {
  /** Resolves when every line so far is with the operating system, and the file is closed. */
  close(): Promise<void>;
}

/** Waiting lines beyond this are dropped and counted: a full disk must not fill the memory. */
const MOST_WAITING = 10_000;

/**
 * One JSON line a call, only ever appended: who asked what, and which answer it was, as SHA-256 over the canonical JSON
 * (RFC 8785) of arguments and result, so that whoever kept them can prove it. The file is opened anew for each batch, so that
 * it can be moved away at any time.
 */
export function createAudit({ file, version, pseudonymOf, now, warn, onLost }: AuditOptions): Audit {
  let waiting: string[] = [];
  let writing: Promise<void> | null = null;
  let failing = false;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const handle = await open(file, "a", 0o600);
        try {
          await handle.appendFile(batch.join(""));
        } finally {
          await handle.close();
        }
        failing = false;
      } catch {
        for (const _ of batch) onLost();
        if (!failing) warn("the audit file cannot be written; calls go on without a trace in it");
        failing = true;
      }
    }
    writing = null;
  }

  function add(line: object): void {
    if (waiting.length < MOST_WAITING) waiting.push(`${JSON.stringify(line)}\n`);
    else onLost();
    writing ??= write();
  }

  const lineOf = (call: CallBegun, { outcome, ms, result }: CallEnded): object => ({
    at: new Date(now()).toISOString(),
    request_id: call.requestId,
    trace_id: traceIdOf(call.traceparent),
    principal: pseudonymOf(call.principal),
    kind: call.kind,
    namespace: call.namespace,
    name: call.name,
    definition_sha256: call.definition(),
    arguments_sha256: fingerprintOf(call.args ?? null),
    result_sha256: result === null ? null : fingerprintOf(result),
    outcome,
    ms: Math.round(ms),
    version,
  });

  return {
    began: (call) => ({ ended: (end) => add(lineOf(call, end)) }),
    async close() {
      await writing;
    },
  };
}
