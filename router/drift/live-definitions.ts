import type { SourceDefinition } from "../catalog/definition.ts";
import type { SourceConfig } from "../config/config.ts";
import { ConnectionFailure } from "../connections/connection-failure.ts";
import { type ConnectionContext, openConnection } from "../connections/open-connection.ts";

export type LiveDefinition =
  | { readonly namespace: string; readonly definition: SourceDefinition }
  /** `unreachable` is the code of the failure. */
  | { readonly namespace: string; readonly unreachable: string };

/** A source that does not list its tools in this time is not there. */
const PATIENCE_MS = 30_000;

/** What each source says of itself now, asked at once and at first hand: never from the last-known catalogue. */
export function liveDefinitions(
  sources: readonly SourceConfig[],
  context: ConnectionContext,
  signal: AbortSignal,
): Promise<LiveDefinition[]> {
  return Promise.all(sources.map((source) => liveDefinition(source, context, signal)));
}

async function liveDefinition(
  source: SourceConfig,
  context: ConnectionContext,
  signal: AbortSignal,
): Promise<LiveDefinition> {
  const { namespace } = source;
  const deaf = { onChanged: () => {}, onClosed: () => {} };
  const connection = await openConnection(source, context, null, deaf);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    return { namespace, definition: await connection.definition(AbortSignal.any([signal, patience])) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ConnectionFailure) return { namespace, unreachable: error.code };
    return { namespace, unreachable: patience.aborted ? "source_timeout" : "source_protocol_error" };
  } finally {
    await connection.close();
  }
}
