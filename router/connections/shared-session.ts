import { ConnectionFailure } from "./connection-failure.ts";
import { type SdkSession, SessionLost } from "./sdk-session.ts";
import { untilAborted } from "./until-aborted.ts";

/** The handshake belongs to all calls that wait for it, and ends with none of them. */
const OPEN_TIMEOUT_MS = 30_000;

interface Opened {
  readonly session: Promise<SdkSession>;
  inUse: number;
}

/** The one session with a source of a 2025 revision that its callers share; replaced when the source has forgotten it. */
export class SharedSession {
  readonly #open: (signal: AbortSignal) => Promise<SdkSession>;
  #current: Opened | null = null;
  #watched: readonly string[] = [];
  #replacing: Promise<void> = Promise.resolve();

  constructor(open: (signal: AbortSignal) => Promise<SdkSession>) {
    this.#open = open;
  }

  get opened(): boolean {
    return this.#current !== null;
  }

  /** Shakes hands when there is no session yet. */
  async connect(signal: AbortSignal): Promise<void> {
    this.#current ??= { session: this.#open(signal), inUse: 0 };
    const opening = this.#current;
    try {
      await opening.session;
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
      return await this.#within(used, work);
    } catch (error) {
      if (!(error instanceof SessionLost) || signal.aborted) throw error;
      if (this.#current === used) this.#replace();
      await untilAborted(this.#replacing, signal);
      const renewed = this.#current;
      if (renewed === null) throw error;
      return this.#within(renewed, work);
    }
  }

  watch(uris: readonly string[], signal: AbortSignal): Promise<void> {
    this.#watched = uris;
    return this.use((session) => session.watch(uris, signal), signal);
  }

  async drop(): Promise<void> {
    const dropped = this.#current;
    this.#current = null;
    await (await dropped?.session.catch(() => null))?.close();
  }

  async #within<T>(opened: Opened, work: (session: SdkSession) => Promise<T>): Promise<T> {
    opened.inUse += 1;
    try {
      return await work(await opened.session);
    } finally {
      opened.inUse -= 1;
      // Whoever is still at work in a session that was replaced finds out by itself; closing it would be another failure.
      if (opened.inUse === 0 && this.#current !== opened) {
        void opened.session.then(
          (session) => session.close(),
          () => {},
        );
      }
    }
  }

  /** Of several calls that find out at once, the first one shakes hands and the others wait for it. */
  #replace(): void {
    this.#current = null;
    const signal = AbortSignal.timeout(OPEN_TIMEOUT_MS);
    this.#replacing = this.connect(signal).then(async () => {
      const renewed = this.#current;
      if (renewed === null || this.#watched.length === 0) return;
      // What could not be subscribed to again is found out at the next refresh.
      await this.#within(renewed, (session) => session.watch(this.#watched, signal)).catch(() => {});
    });
    this.#replacing.catch(() => {});
  }
}
