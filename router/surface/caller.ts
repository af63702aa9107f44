import type { ClientCapabilities, LoggingLevel } from "@modelcontextprotocol/server";
import type { JsonObject } from "../connections/connection.ts";

/** Who asks, as far as forwarding needs to know: the same for both revisions, for stdio and for the command line. */
export interface Caller {
  readonly requestId: string;
  readonly era: "modern" | "legacy";
  /** Ends the call at the source too. */
  readonly signal: AbortSignal;
  readonly capabilities: ClientCapabilities;
  readonly logLevel: LoggingLevel | null;
  /** `_meta` as sent, less the protocol's own keys. */
  readonly meta: JsonObject;
  /** What an earlier `input_required` round of this call brought back. */
  readonly round: { readonly inputResponses?: JsonObject; readonly requestState?: string };
  notify(method: string, params: JsonObject): void;
}

/** A caller inside this process: no progress, no rounds. */
export const localCaller = (requestId: string, signal: AbortSignal): Caller => ({
  requestId,
  era: "modern",
  signal,
  capabilities: {},
  logLevel: null,
  meta: {},
  round: {},
  notify: () => {},
});
