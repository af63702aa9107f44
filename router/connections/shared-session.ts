import { ConnectionFailure } from "./connection-failure.ts";
import { type SdkSession, SessionLost } from "./sdk-session.ts";

/** The one session with a source of a 2025 revision that its callers share; replaced when the source has forgotten it. */
export class SharedSession {
  readonly #open: (signal: AbortSignal) => Promise<SdkSession>;
  #current: Promise<SdkSession> | null = null;
  #watched: readonly string[] = [];

  constructor(open: (signal: AbortSignal) => Promise<SdkSession>) {
    this.#open = open;
  }

  get opened(): boolean {
    return this.#current !== null;
  }

  /** Shakes hands when there is no session yet. */
  async connected(signal: AbortSignal): Promise<SdkSession> {
    this.#current ??= this.#open(signal);
    const opening = this.#current;
    try {
      return await opening;
    } catch (error) {
      if (this.#current === opening) this.#current = null;
      throw error;
    }
  }

  /** Works in the session. A source that has forgotten it has done nothing: the work is put again, in a new one. */
  async use<T>(work: (session: SdkSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    const used = this.#current;
    if (used === null) {
      throw new ConnectionFailure("source_down", "The source is not connected", { unreachable: true });
    }
    try {
      return await work(await used);
    } catch (error) {
      if (!(error instanceof SessionLost) || signal.aborted) throw error;
      return work(await this.#replaced(used, signal));
    }
  }

  watch(uris: readonly string[], signal: AbortSignal): Promise<void> {
    this.#watched = uris;
    return this.use((session) => session.watch(uris, signal), signal);
  }

  async drop(): Promise<void> {
    const dropped = this.#current;
    this.#current = null;
    await (await dropped?.catch(() => null))?.close();
  }

  /** Of several calls that find out at once, one shakes hands. */
  async #replaced(lost: Promise<SdkSession>, signal: AbortSignal): Promise<SdkSession> {
    if (this.#current === lost) {
      this.#current = null;
      void lost.then((session) => session.close());
      const session = await this.connected(signal);
      // What could not be subscribed to again is found out at the next refresh.
      if (this.#watched.length > 0) await session.watch(this.#watched, signal).catch(() => {});
      return session;
    }
    return this.connected(signal);
  }
}
