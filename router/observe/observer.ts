import type { Principal } from "../surface/principal.ts";
import type { RouterErrorCode } from "../surface/router-error.ts";

/** How a call ended: well, as an error of the tool's own, of the router's, or of the protocol's, or by its caller. */
export type CallOutcome = "ok" | "input_required" | "tool_error" | "protocol_error" | "cancelled" | RouterErrorCode;

export type CallKind = "tool" | "prompt" | "resource" | "completion" | "search";

/** One call as it begins. Names are the catalogue's, never the caller's; null = the catalogue has no such name. */
export interface CallBegun {
  readonly kind: CallKind;
  readonly requestId: string;
  readonly principal: Principal;
  readonly namespace: string | null;
  /** Visible name of the tool or prompt; null for what has none. */
  readonly name: string | null;
  /** SHA-256 of the tool's definition as served; null for what is no tool. */
  readonly definition: () => string | null;
  /** Of the caller, if it is a W3C trace context. */
  readonly traceparent: string | null;
  readonly args: unknown;
}

export interface CallEnded {
  readonly outcome: CallOutcome;
  readonly ms: number;
  /** Bytes of the result's text. */
  readonly bytes: number;
  readonly result: unknown;
}

/** What one observer makes of one call. */
export interface Watching {
  /** The trace context for the source, when the observer has begun a span of its own. */
  readonly traceparent?: string;
  ended(end: CallEnded): void;
}

/** One HTTP exchange; labels from closed sets only. */
export interface Exchange {
  readonly requestId: string;
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  /** Written to the socket, headers included. */
  readonly bytes: number;
}

/** Is told what goes on. Must not throw, and must not wait. */
export interface Observer {
  began?(call: CallBegun): Watching;
  exchanged?(exchange: Exchange): void;
}
