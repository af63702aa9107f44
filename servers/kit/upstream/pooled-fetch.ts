import type { Dispatcher } from "undici";

export interface PooledFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * The network of the default composition: the global `fetch` over a connection pool of its own. The pool is loaded with
 * the first request, so that a process which only replays, or is only listed, does not pay for it.
 */
export function createPooledFetch(settings: { readonly maxResponseBytes: number }): PooledFetch {
  let pool: Promise<Dispatcher> | null = null;
  const open = async (): Promise<Dispatcher> => (await import("./dispatcher.ts")).createDispatcher(settings);
  return {
    fetch: async (input, init) => {
      pool ??= open();
      // Node's own types of `fetch` know another copy of undici's classes than the package; the objects are alike.
      const pooled: object = { ...init, dispatcher: await pool };
      return globalThis.fetch(input, pooled as RequestInit);
    },
    close: async () => {
      await (await pool)?.close();
    },
  };
}
