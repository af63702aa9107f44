import { ProtocolError } from "@modelcontextprotocol/server";

/** Told of the URI as the source writes it; it may lie below the one that was subscribed to. */
export type OnUpdated = (uri: string) => void;

/** Distinct resources of one source. A listening request carries them all, and a source keeps each of them in mind. */
const MAX_WATCHED = 1_024;
const INVALID_PARAMS = -32602;

/** The single resources of one source that somebody subscribed to. The source hears of each one once. */
export class WatchedResources {
  readonly #declare: (uris: readonly string[]) => Promise<void>;
  readonly #listeners = new Map<string, Set<OnUpdated>>();
  #declaring: Promise<void> = Promise.resolve();

  /** `declare` makes the source tell of exactly these resources, and rejects when it refuses to. */
  constructor(declare: (uris: readonly string[]) => Promise<void>) {
    this.#declare = declare;
  }

  /** Returns how to stop. Rejects with the source's refusal; then nothing was added. */
  async add(uri: string, listener: OnUpdated): Promise<() => void> {
    const known = this.#listeners.get(uri);
    if (known === undefined && this.#listeners.size >= MAX_WATCHED) {
      throw new ProtocolError(INVALID_PARAMS, `At most ${MAX_WATCHED} resources of one source can be subscribed to`);
    }
    const listeners = known ?? new Set();
    listeners.add(listener);
    this.#listeners.set(uri, listeners);
    const remove = (): void => {
      if (!listeners.delete(listener) || listeners.size > 0 || this.#listeners.get(uri) !== listeners) return;
      this.#listeners.delete(uri);
      // A source that cannot be told any more has forgotten already.
      void this.#declareAll().catch(() => {});
    };
    if (known !== undefined) {
      // Whoever came first may still be waiting for the source.
      await this.#declaring;
      return remove;
    }
    try {
      await this.#declareAll();
      return remove;
    } catch (error) {
      remove();
      throw error;
    }
  }

  updated(uri: string): void {
    for (const [watched, listeners] of this.#listeners) {
      if (uri !== watched && !liesBelow(uri, watched)) continue;
      for (const listener of listeners) listener(uri);
    }
  }

  /** The connection is a new one: the source is told again, and what changed meanwhile is not known, so all may have. */
  async renew(): Promise<void> {
    if (this.#listeners.size === 0) return;
    await this.#declareAll().catch(() => {});
    for (const uri of [...this.#listeners.keys()]) this.updated(uri);
  }

  /** One declaration after another; each says what is wanted when its turn comes. */
  #declareAll(): Promise<void> {
    const next = this.#declaring.catch(() => {}).then(() => this.#declare([...this.#listeners.keys()].sort()));
    this.#declaring = next;
    return next;
  }
}

/** The revisions of 2025 let a source name a part of what was subscribed to. */
const liesBelow = (uri: string, watched: string): boolean =>
  uri.startsWith(watched) && (watched.endsWith("/") || /^[/?#]/.test(uri.slice(watched.length)));
