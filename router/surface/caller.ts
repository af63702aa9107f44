import type { ClientCapabilities, LoggingLevel } from "@modelcontextprotocol/server";
import type { JsonObject } from "../connections/connection.ts";
import type { HostLink } from "../connections/host-link.ts";
import { type Principal, THIS_PROCESS } from "./principal.ts";

/** Who asks, as far as forwarding needs to know: the same for both revisions, for stdio and for the command line. */
export interface Caller {
  readonly requestId: string;
  readonly principal: Principal;
  readonly era: "modern" | "legacy";
  /** Ends the call at the source too. */
  readonly signal: AbortSignal;
  readonly capabilities: ClientCapabilities;
  readonly logLevel: LoggingLevel | null;
  /** `_meta` as sent, less the protocol's own keys. */
  readonly meta: JsonObject;
  /** The caller's connection, when it can be asked something while the call is under way. */
  readonly host?: HostLink | null;
  /** What an earlier `input_required` round of this call brought back. */
  readonly round: { readonly inputResponses?: JsonObject; readonly requestState?: string };
  notify(method: string, params: JsonObject): void;
}

/** The token is between this process and itself. */
const LOCAL_TOKEN = "local";

/** A caller inside this process: no rounds; progress for whoever wants it. */
export const localCaller = (
  requestId: string,
  signal: AbortSignal,
  onProgress?: (params: JsonObject) => void,
): Caller => ({
  requestId,
  principal: THIS_PROCESS,
  era: "modern",
  signal,
  capabilities: {},
  logLevel: null,
  meta: onProgress === undefined ? {} : { progressToken: LOCAL_TOKEN },
  round: {},
  notify: (method, params) => {
    if (method === "notifications/progress") onProgress?.(params);
  },
});
