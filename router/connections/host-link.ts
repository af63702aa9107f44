import type { ClientCapabilities } from "@modelcontextprotocol/server";

/**
 * A host of a 2025 revision that is still there to be asked something while its call is under way: over stdio, or in a
 * session. A host that cannot be reached between its requests has none.
 */
export interface HostLink {
  /** Of the host's connection, for as long as it lives. */
  readonly id: string;
  readonly capabilities: ClientCapabilities;
  /** Ends with the host's connection. */
  readonly closed: AbortSignal;
  /** Puts a request of the source's to the host, on the stream of the call. Throws the host's own refusal. */
  ask(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** Called when the host says that its roots have changed. */
  onRootsChanged(listener: () => void): void;
}

/** What a host may be asked by a source of a 2025 revision, and the capability that says so. */
export const PUSHED_REQUESTS = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
} as const satisfies Record<string, keyof ClientCapabilities>;

/** The capabilities of a host that let a source ask it something; null when there are none. */
export function askableCapabilities(host: HostLink | null): ClientCapabilities | null {
  if (host === null) return null;
  const { elicitation, sampling, roots } = host.capabilities;
  const askable = { ...(elicitation && { elicitation }), ...(sampling && { sampling }), ...(roots && { roots }) };
  return Object.keys(askable).length > 0 ? askable : null;
}
