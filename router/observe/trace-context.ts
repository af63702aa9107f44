/** A trace context as W3C writes it, version 00, not all zero. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export const validTraceparent = (value: unknown): string | null =>
  typeof value === "string" && TRACEPARENT.test(value) ? value : null;

export const traceIdOf = (traceparent: string | null): string | null =>
  traceparent === null ? null : (TRACEPARENT.exec(traceparent)?.[1] ?? null);

/** Printable and of the length that everyone must take (W3C Trace Context §3.3). */
export const isTracestate = (value: string): boolean => /^[\x20-\x7e]{1,512}$/.test(value);

export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** The trace context of an HTTP request, as `_meta` carries it (SEP-414); empty when there is none that counts. */
export function traceContextOf(headers: Headers): TraceContext {
  const traceparent = validTraceparent(headers.get("traceparent"));
  if (traceparent === null) return {};
  const tracestate = headers.get("tracestate");
  return { traceparent, ...(tracestate !== null && isTracestate(tracestate) && { tracestate }) };
}
