import type { CallOptions, ForwardedMethod, JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import type { HostLink } from "./host-link.ts";
import { type SdkSession, SessionLost } from "./sdk-session.ts";
import { untilAborted } from "./until-aborted.ts";

/** Each is a handshake and a listening stream at the source, or a process; a session whose host is silent makes room. */
const MAX_HOST_SESSIONS = 32;

/** A handshake belongs to all calls that wait for it, and ends with none of them. */
const OPEN_TIMEOUT_MS = 30_000;
const WATCH_TIMEOUT_MS = 30_000;

interface HostSession {
  readonly session: Promise<SdkSession>;
  /** Calls under way, the latest last. */
  readonly asking: HostLink["ask"][];
}

/**
 * The sessions of one source of a 2025 revision that belong to one host each. What such a source pushes says nothing of
 * the call that it belongs to; in a session of its own it can only be the host's. Opened with the host's first call,
 * closed with its connection.
 */
export class HostSessions {
  readonly #open: (host: HostLink, signal: AbortSignal) => Promise<SdkSession>;
  readonly #sessions = new Map<string, HostSession>();
  #watched: readonly string[] = [];

  constructor(open: (host: HostLink, signal: AbortSignal) => Promise<SdkSession>) {
    this.#open = open;
  }

  /** A session that the source has forgotten is replaced, and the call put again. */
  async call(host: HostLink, method: ForwardedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    const entry = this.#entryOf(host);
    try {
      return await this.#within(entry, host, method, params, options);
    } catch (error) {
      if (!(error instanceof SessionLost) || options.signal.aborted) throw error;
      if (this.#sessions.get(host.id) === entry) this.#sessions.delete(host.id);
      return this.#within(this.#entryOf(host), host, method, params, options);
    }
  }

  async #within(
    entry: HostSession,
    host: HostLink,
    method: ForwardedMethod,
    params: JsonObject,
    options: CallOptions,
  ): Promise<JsonObject> {
    entry.asking.push(host.ask);
    try {
      const session = await untilAborted(entry.session, options.signal);
      return await session.call(method, params, options);
    } finally {
      entry.asking.splice(entry.asking.lastIndexOf(host.ask), 1);
      if (entry.asking.length === 0 && this.#sessions.get(host.id) !== entry) void closed(entry);
    }
  }

  /** What the shared session is subscribed to, these are too: for sources whose sessions do not hear of one another. */
  watch(uris: readonly string[]): void {
    this.#watched = uris;
    for (const entry of this.#sessions.values()) this.#tell(entry);
  }

  async close(): Promise<void> {
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(open.map(closed));
  }

  /** The least used comes first, and goes first. */
  #entryOf(host: HostLink): HostSession {
    const entry = this.#sessions.get(host.id) ?? this.#add(host);
    this.#sessions.delete(host.id);
    this.#sessions.set(host.id, entry);
    return entry;
  }

  #add(host: HostLink): HostSession {
    this.#makeRoom();
    const asking: HostLink["ask"][] = [];
    const ask: HostLink["ask"] = (method, params, asked) => {
      const latest = asking.at(-1);
      if (latest === undefined) throw new ConnectionFailure("source_protocol_error", "No call is under way");
      return latest(method, params, asked);
    };
    const entry = { session: this.#open({ ...host, ask }, AbortSignal.timeout(OPEN_TIMEOUT_MS)), asking };
    this.#sessions.set(host.id, entry);
    const end = (): void => {
      if (this.#sessions.get(host.id) === entry) this.#sessions.delete(host.id);
      void closed(entry);
    };
    host.closed.addEventListener("abort", end, { once: true });
    if (this.#watched.length > 0) this.#tell(entry);
    entry.session.then(
      (session) => session.ended.then(end),
      () => end(),
    );
    return entry;
  }

  #tell({ session }: HostSession): void {
    session.then((open) => open.watch(this.#watched, AbortSignal.timeout(WATCH_TIMEOUT_MS))).catch(() => {});
  }

  #makeRoom(): void {
    if (this.#sessions.size < MAX_HOST_SESSIONS) return;
    for (const [id, entry] of this.#sessions) {
      if (entry.asking.length > 0) continue;
      this.#sessions.delete(id);
      void closed(entry);
      return;
    }
    throw new ConnectionFailure("overloaded", "Too many hosts have a call under way that may ask them something", {
      retryAfterS: 1,
    });
  }
}

const closed = ({ session }: HostSession): Promise<void> =>
  session.then(
    (open) => open.close(),
    () => {},
  );
