import type { Principal } from "../surface/principal.ts";
import type { Observer } from "./observer.ts";
import { traceIdOf } from "./trace-context.ts";

/** Writes one event; the fields are all there is of it. */
export type WriteEvent = (event: "call" | "exchange", fields: Readonly<Record<string, string | number | null>>) => void;

/** One line a call and one an HTTP exchange: who, what, how it ended, how long. Never arguments, results or tokens. */
export function callLog(write: WriteEvent, pseudonymOf: (principal: Principal) => string): Observer {
  return {
    began: ({ kind, requestId, principal, namespace, name, traceparent }) => ({
      ended: ({ outcome, ms, bytes }) =>
        write("call", {
          request_id: requestId,
          trace_id: traceIdOf(traceparent),
          principal: pseudonymOf(principal),
          kind,
          namespace,
          name,
          outcome,
          ms: Math.round(ms),
          bytes,
        }),
    }),
    exchanged: ({ requestId, route, method, status, ms, bytes }) =>
      write("exchange", { request_id: requestId, route, method, status, ms: Math.round(ms), bytes }),
  };
}
