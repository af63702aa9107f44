import { ProtocolError } from "@modelcontextprotocol/server";
import { type Subscribe, Subscriber } from "./subscriber.ts";

/** What is asked of one listening request; the protocol sets no limit, and each is one more thing to remember. */
const MAX_PER_REQUEST = 128;
/** All listening requests of one endpoint together. */
const MAX_DISTINCT = 1_024;
const INVALID_PARAMS = -32602;

interface ListenRequest {
  readonly id?: unknown;
  readonly method: "subscriptions/listen";
  readonly params?: { readonly notifications?: { readonly resourceSubscriptions?: unknown } };
}

export const isListening = (message: unknown): message is ListenRequest =>
  (message as { method?: unknown } | null)?.method === "subscriptions/listen";

/**
 * The single resources that listening requests (2026-07-28) ask for. The SDK sends what is published to the requests
 * whose filter names it; here the sources are subscribed to for as long as at least one of them is open.
 */
export class ListenedResources {
  readonly #subscriber: Subscriber;

  /** `publish` is told of the URI that was subscribed to: a filter names whole resources only. */
  constructor(subscribe: Subscribe, publish: (uri: string) => void) {
    this.#subscriber = new Subscriber(subscribe, (_, held) => publish(held), MAX_DISTINCT);
  }

  /**
   * Subscribes to what the request names. Returns the request with the resources that can be told of, which is what the
   * caller is to see acknowledged, and how to let go of them. Throws the protocol's error for more than is allowed.
   *
   * @param mayRead whether this caller may; a subscription at a source is shared by all callers.
   */
  async open(
    request: ListenRequest,
    mayRead: (uri: string) => boolean,
  ): Promise<{ readonly request: unknown; close(): void }> {
    const { notifications } = request.params ?? {};
    const wanted = notifications?.resourceSubscriptions;
    // What is no filter is refused by the SDK, in the protocol's words.
    const named = Array.isArray(wanted) && wanted.every((uri) => typeof uri === "string");
    if (!named || wanted.length === 0) return { request, close: () => {} };
    if (wanted.length > MAX_PER_REQUEST) {
      throw new ProtocolError(INVALID_PARAMS, `resourceSubscriptions: at most ${MAX_PER_REQUEST} in one request`);
    }
    const uris = [...new Set(wanted as string[])].filter(mayRead);
    const held = await Promise.all(
      uris.map((uri) =>
        this.#subscriber.hold(uri).then(
          () => [uri],
          () => [],
        ),
      ),
    );
    const honoured = held.flat();
    return {
      request: {
        ...request,
        params: { ...request.params, notifications: { ...notifications, resourceSubscriptions: honoured } },
      },
      close: () => {
        for (const uri of honoured.splice(0)) this.#subscriber.release(uri);
      },
    };
  }

  close(): void {
    this.#subscriber.close();
  }
}
