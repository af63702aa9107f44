import { ProtocolError } from "@modelcontextprotocol/server";
import type { OnResourceUpdated } from "./subscriptions.ts";

/** Told of what has changed, and of what was subscribed to, which may be the whole of it. */
export type OnHeldUpdated = (updated: string, held: string) => void;

export type Subscribe = (uri: string, onUpdated: OnResourceUpdated) => Promise<() => void>;

/** One host watches a handful of resources; a thousand are a mistake or an attack. */
const MAX_SUBSCRIPTIONS = 128;
const INVALID_PARAMS = -32602;

/** The resources that one connection, or all listening requests of one endpoint, are subscribed to: each of them once. */
export class Subscriber {
  readonly #subscribe: Subscribe;
  readonly #onUpdated: OnHeldUpdated;
  readonly #most: number;
  readonly #held = new Map<string, { readonly stop: Promise<() => void>; holders: number }>();

  constructor(subscribe: Subscribe, onUpdated: OnHeldUpdated, most = MAX_SUBSCRIPTIONS) {
    this.#subscribe = subscribe;
    this.#onUpdated = onUpdated;
    this.#most = most;
  }

  /** Subscribes, or holds on to what is subscribed already. Throws the protocol's error. */
  async hold(uri: string): Promise<void> {
    const known = this.#held.get(uri);
    if (known !== undefined) {
      known.holders += 1;
      await known.stop;
      return;
    }
    if (this.#held.size >= this.#most) {
      throw new ProtocolError(INVALID_PARAMS, `At most ${this.#most} resources can be subscribed to; end one first`);
    }
    const held = { stop: this.#subscribe(uri, (updated) => this.#onUpdated(updated, uri)), holders: 1 };
    this.#held.set(uri, held);
    try {
      await held.stop;
    } catch (error) {
      if (this.#held.get(uri) === held) this.#held.delete(uri);
      throw error;
    }
  }

  /** Lets go of one hold; the last one ends the subscription. A URI that is not held is let go without a word. */
  release(uri: string): void {
    const held = this.#held.get(uri);
    if (held === undefined) return;
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(uri);
    stop(held);
  }

  holds(uri: string): boolean {
    return this.#held.has(uri);
  }

  close(): void {
    const all = [...this.#held.values()];
    this.#held.clear();
    for (const held of all) stop(held);
  }
}

function stop(held: { readonly stop: Promise<() => void> }): void {
  held.stop.then(
    (end) => end(),
    () => {},
  );
}
