import { ProtocolError } from "@modelcontextprotocol/server";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import type { ConnectionEvents } from "./connection.ts";
import type { StatelessHttp } from "./stateless.ts";

const RELISTEN_FIRST_MS = 1_000;
const RELISTEN_MOST_MS = 60_000;
const METHOD_NOT_FOUND = -32601;

/**
 * Keeps one listening stream open for the resources that are wanted. Another set of them is another stream: the new one
 * is acknowledged before the old one is ended. After a drop the stream is opened anew and every resource is reported,
 * since nobody knows what changed meanwhile.
 */
export function createStatelessWatch(
  stateless: StatelessHttp,
  clock: Clock,
  events: ConnectionEvents,
  closing: AbortSignal,
): (uris: readonly string[], signal: AbortSignal) => Promise<void> {
  const onResourceUpdated = (uri: string): void => events.onResourceUpdated?.(uri);
  let current: { readonly key: string; readonly ending: AbortController } | null = null;

  /** Resolves when the source has acknowledged all; rejects when it honours less. The stream goes on. */
  function open(uris: readonly string[], ending: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let acknowledged = false;
      const heard = {
        onResourceUpdated,
        onAcknowledged({ resourceSubscriptions }: Record<string, unknown>) {
          const honoured = new Set(Array.isArray(resourceSubscriptions) ? resourceSubscriptions : []);
          if (!uris.every((uri) => honoured.has(uri))) return reject(refused());
          if (acknowledged) for (const uri of uris) onResourceUpdated(uri);
          acknowledged = true;
          resolve();
        },
      };
      const keepListening = async (): Promise<void> => {
        let waitMs = RELISTEN_FIRST_MS;
        while (!ending.aborted) {
          const startedAt = clock.now();
          await stateless.listen({ resourceSubscriptions: uris }, heard, ending).catch((error: unknown) => {
            // Before the first acknowledgement it is the caller's to know; later it is asked again.
            if (!acknowledged) throw error;
          });
          if (!acknowledged) throw refused();
          const lasted = clock.now() - startedAt;
          waitMs = lasted > RELISTEN_MOST_MS ? RELISTEN_FIRST_MS : Math.min(waitMs * 2, RELISTEN_MOST_MS);
          await clock.sleep(waitMs, ending).catch(() => {});
        }
      };
      keepListening().catch(reject);
    });
  }

  return async (uris, signal) => {
    const key = JSON.stringify(uris);
    if (current?.key === key) return;
    const before = current;
    current = null;
    if (uris.length > 0) {
      const ending = new AbortController();
      const giveUp = (): void => ending.abort(signal.reason);
      signal.addEventListener("abort", giveUp, { once: true });
      try {
        await open(uris, AbortSignal.any([closing, ending.signal]));
      } catch (error) {
        ending.abort();
        before?.ending.abort();
        throw error;
      } finally {
        signal.removeEventListener("abort", giveUp);
      }
      current = { key, ending };
    }
    before?.ending.abort();
  };
}

const refused = (): ProtocolError =>
  new ProtocolError(METHOD_NOT_FOUND, "The source does not tell of changes of this resource");
