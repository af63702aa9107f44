import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import { ProtocolError } from "@modelcontextprotocol/server";

const METHOD_NOT_FOUND = -32601;

/** Keeps one client subscribed to the resources that are wanted: one by one in 2025, by one listening request in 2026. */
export function createSdkWatch(
  client: Client,
  modern: boolean,
): (uris: readonly string[], signal: AbortSignal) => Promise<void> {
  let watched: ReadonlySet<string> = new Set();
  let subscription: McpSubscription | null = null;

  async function listen(uris: readonly string[], signal: AbortSignal): Promise<void> {
    const before = subscription;
    subscription = null;
    if (uris.length > 0) {
      // The client ties the signal to the whole subscription, which is to outlive this request.
      signal.throwIfAborted();
      subscription = await client.listen({ resourceSubscriptions: [...uris] });
      const honoured = new Set(subscription.honoredFilter.resourceSubscriptions ?? []);
      const refused = uris.some((uri) => !honoured.has(uri));
      if (refused) await before?.close();
      if (refused) throw new ProtocolError(METHOD_NOT_FOUND, "The source does not tell of changes of this resource");
    }
    // The new one speaks before the old one falls silent: nothing is missed in between.
    await before?.close();
  }

  async function subscribe(uris: readonly string[], signal: AbortSignal): Promise<void> {
    const wanted = new Set(uris);
    for (const uri of watched) {
      if (!wanted.has(uri)) await client.unsubscribeResource({ uri }, { signal }).catch(() => {});
    }
    const held = new Set([...watched].filter((uri) => wanted.has(uri)));
    watched = held;
    for (const uri of wanted) {
      if (held.has(uri)) continue;
      await client.subscribeResource({ uri }, { signal });
      held.add(uri);
    }
  }

  return modern ? listen : subscribe;
}
