import type { ClientCapabilities, LoggingLevel } from "@modelcontextprotocol/server";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { EraVerdict } from "../catalog/last-known.ts";
import type { HostLink } from "./host-link.ts";

export type JsonObject = Record<string, unknown>;

/** The requests that the router passes on. */
export type ForwardedMethod = "tools/call" | "prompts/get" | "resources/read" | "completion/complete";

export interface CallOptions {
  /** Ends the call, here and at the source. */
  readonly signal: AbortSignal;
  /** What the source says while it works: `notifications/progress` (without token) and `notifications/message`. */
  readonly onNotification?: (notification: { method: string; params: JsonObject }) => void;
  /** The caller asked for progress. */
  readonly wantsProgress: boolean;
  /** The caller's own, so that an `input_required` round is only asked of a caller that can answer it. */
  readonly capabilities: ClientCapabilities;
  /** Log messages from this level on; null = none. */
  readonly logLevel: LoggingLevel | null;
  /** `_meta` of the caller less progress token and protocol envelope: trace context and the like. */
  readonly meta: JsonObject;
  /** The answer may be asked for twice: one retry on a connection that died before the response began. */
  readonly idempotent: boolean;
  /** Who can be asked something before the call has ended; absent or null when the caller cannot be. */
  readonly host?: HostLink | null;
  /** Input schema of the tool, for the headers that mirror arguments. */
  readonly inputSchema?: unknown;
}

/** One source, however it is reached. Failures are thrown as `ConnectionFailure` or, from the source, `ProtocolError`. */
export interface Connection {
  /** Connects if needed and asks for everything that the source offers. */
  definition(signal: AbortSignal): Promise<SourceDefinition>;
  call(method: ForwardedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject>;
  /**
   * From now on the source is to tell of changes of exactly these resources. Asked with every change of what is wanted
   * and after each reconnection. Rejects when the source refuses. Absent: it has nothing that can be watched.
   */
  watch?(uris: readonly string[], signal: AbortSignal): Promise<void>;
  /** The revision that the source speaks; null while unknown. */
  era(): EraVerdict | null;
  /** The exact revision in use, for people; null while unknown, missing where there is no wire. */
  readonly revision?: () => string | null;
  close(): Promise<void>;
}

export interface ConnectionEvents {
  /** The source says that its lists have changed, or that it can no longer tell. */
  readonly onChanged: () => void;
  /** A resource that is watched has changed, or may have. */
  readonly onResourceUpdated?: (uri: string) => void;
  /** The connection is gone and needs to be made anew. */
  readonly onClosed: () => void;
}
