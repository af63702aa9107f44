import { ProtocolError } from "@modelcontextprotocol/server";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { EraVerdict, LastKnownStore } from "../catalog/last-known.ts";
import type { SourceConfig } from "../config/config.ts";
import { Breaker, type BreakerState } from "./breaker.ts";
import { CallDeadline } from "./call-deadline.ts";
import { CallSlots } from "./call-slots.ts";
import type { CallOptions, Connection, ConnectionEvents, ForwardedMethod, JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { judgedCall } from "./judged-call.ts";
import { type OnUpdated, WatchedResources } from "./watched-resources.ts";

export interface SourceState {
  readonly namespace: string;
  /** `connecting` until the first attempt has ended. */
  readonly state: "connecting" | "up" | "down";
  readonly kind: SourceConfig["link"]["kind"];
  readonly era: EraVerdict["era"] | null;
  readonly required: boolean;
  /** Code of the last failure; null after a success. */
  readonly lastError: string | null;
  /** `state` says whether its definitions can be read, this whether its calls come back. */
  readonly breaker: BreakerState;
  /** Calls at the source now, and calls that wait for their turn. */
  readonly inFlight: number;
  readonly queued: number;
}

export interface MountOptions {
  readonly source: SourceConfig;
  readonly connect: (verdict: EraVerdict | null, events: ConnectionEvents) => Connection | Promise<Connection>;
  readonly store: LastKnownStore;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly refreshSeconds: number;
  /** A definition was read, from disk or from the source, or the state changed. */
  readonly onUpdate: () => void;
}

const METHOD_NOT_FOUND = -32601;
/** Failed attempts are followed by 1, 2, 4 … 60 seconds of rest. */
const BACKOFF_MOST_S = 60;
/** Asking for definitions is quick or it has failed. */
const DEFINITION_TIMEOUT_MS = 30_000;
/** A source whose first attempt has not ended may still be about to answer; so long after the start no call waits for it. */
const FIRST_ATTEMPT_WAIT_MS = 5_000;
/** A source that reports one change after another is asked at most so often. */
const REFRESH_SPACING_MS = 1_000;

/** One configured source at work: connected in the background, refreshed, restarted, and asked. */
export class MountedSource {
  readonly source: SourceConfig;
  readonly #options: MountOptions;
  readonly #closing = new AbortController();
  readonly #breaker: Breaker;
  readonly #slots: CallSlots;
  #connection: Connection | null = null;
  #definition: SourceDefinition | null = null;
  #state: SourceState["state"] = "connecting";
  #lastError: string | null = null;
  #startedAt = 0;
  #nextAttemptAt = 0;
  #wake: (() => void) | null = null;
  #stale = false;
  #loop: Promise<void> | null = null;
  readonly #firstAttempt: Promise<void>;
  #firstAttemptEnded: () => void = () => {};
  readonly #watched = new WatchedResources((uris) => this.#watch(uris));

  constructor(options: MountOptions) {
    this.#options = options;
    this.source = options.source;
    this.#breaker = new Breaker(options.clock.now);
    this.#slots = new CallSlots(options.source.concurrency);
    this.#firstAttempt = new Promise((resolve) => {
      this.#firstAttemptEnded = resolve;
    });
  }

  /** Reads what was last known, then connects in the background. Resolves when the disk has been read. */
  async start(): Promise<void> {
    this.#startedAt = this.#options.clock.now();
    const known = await this.#options.store.read(this.source);
    if (known !== null) this.#definition = known.definition;
    this.#connection = await this.#options.connect(known?.era ?? null, {
      onChanged: () => this.refreshSoon(),
      onResourceUpdated: (uri) => this.#watched.updated(uri),
      onClosed: () => this.#lost(),
    });
    this.#loop = this.#run();
  }

  /** What the source last said of itself; null when it has never been heard. */
  get definition(): SourceDefinition | null {
    return this.#definition;
  }

  get state(): SourceState {
    return {
      namespace: this.source.namespace,
      state: this.#state,
      kind: this.source.link.kind,
      era: this.#connection?.era()?.era ?? null,
      required: this.source.required,
      lastError: this.#lastError,
      breaker: this.#breaker.state,
      inFlight: this.#slots.inFlight,
      queued: this.#slots.queued,
    };
  }

  /** Resolves when the first attempt to connect has succeeded or failed. */
  settled(): Promise<void> {
    return this.#firstAttempt;
  }

  refreshSoon(): void {
    this.#stale = true;
    this.#wake?.();
  }

  /**
   * Asks the source. While it is down, or its calls fail one after another, fails at once as `source_down`. The time limit
   * of the source, waiting for a turn included, ends the call here and there. A call that may be asked twice is, once, when
   * its connection died before any of the answer was seen.
   */
  async call(method: ForwardedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    const deadline = new CallDeadline(this.source.timeoutMs, this.#options.clock);
    const host = options.host && deadline.sparing(options.host);
    const signal = AbortSignal.any([options.signal, deadline.signal]);
    let giveBack: (() => void) | null = null;
    let asked = false;
    try {
      if (this.#state === "connecting") await this.#waitForFirstAttempt(signal);
      this.#refuseWhileDown();
      giveBack = await this.#slots.take(signal);
      // It may have gone down, or the breaker opened, while the call waited for its turn.
      const connection = this.#refuseWhileDown();
      const passage = this.#breaker.admit();
      if (passage === null) throw this.#resting();
      asked = true;
      return await judgedCall(passage, connection, {
        method,
        params,
        options: { ...options, signal, host: host ?? null },
      });
    } catch (error) {
      options.signal.throwIfAborted();
      const reason = deadline.signal.aborted ? deadline.signal.reason : error;
      // A refusal of our own says nothing new about the source.
      if (asked && reason instanceof ConnectionFailure) this.#noteFailure(reason);
      throw reason;
    } finally {
      giveBack?.();
      deadline.end();
    }
  }

  /** Tells of changes of one resource, under the source's own URI, until the returned function is called. */
  subscribe(uri: string, listener: OnUpdated): Promise<() => void> {
    return this.#watched.add(uri, listener);
  }

  #refuseWhileDown(): Connection {
    if (this.#state !== "up" || this.#connection === null) throw this.#down();
    if (this.#breaker.state === "open") throw this.#resting();
    return this.#connection;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake?.();
    this.#firstAttemptEnded();
    await this.#connection?.close();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { clock, random, refreshSeconds } = this.#options;
    let failures = 0;
    while (!this.#closing.signal.aborted) {
      this.#stale = false;
      const succeeded = await this.#attempt();
      this.#firstAttemptEnded();
      if (succeeded) {
        failures = 0;
        const hintMs = this.#definition?.ttlMs ?? 0;
        const wantedMs = Math.min(refreshSeconds * 1000, hintMs > 0 ? hintMs : Number.POSITIVE_INFINITY);
        // Ten per cent either way, so that replicas do not ask in step.
        const jitteredMs = Math.max(wantedMs, REFRESH_SPACING_MS) * (0.9 + 0.2 * random());
        await this.#rest(jitteredMs, REFRESH_SPACING_MS);
      } else {
        const restMs = Math.min(2 ** failures, BACKOFF_MOST_S) * 1000;
        failures += 1;
        this.#nextAttemptAt = clock.now() + restMs;
        await this.#rest(restMs, restMs);
      }
    }
  }

  async #attempt(): Promise<boolean> {
    const { store, onUpdate } = this.#options;
    const connection = this.#connection;
    if (connection === null) return false;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(DEFINITION_TIMEOUT_MS)]);
    const wasUp = this.#state === "up";
    try {
      this.#definition = await connection.definition(signal);
      this.#state = "up";
      if (!wasUp) void this.#watched.renew();
      this.#lastError = null;
      await store.write(this.source, { definition: this.#definition, era: connection.era() });
      onUpdate();
      return true;
    } catch (error) {
      if (this.#closing.signal.aborted) return false;
      this.#state = "down";
      this.#lastError =
        error instanceof ConnectionFailure ? error.code : signal.aborted ? "source_timeout" : "source_protocol_error";
      onUpdate();
      return false;
    }
  }

  /** Rests until the time is over, or until a change wakes it, but at least `leastMs`. */
  async #rest(restMs: number, leastMs: number): Promise<void> {
    const { clock } = this.#options;
    const waking = new AbortController();
    const until = AbortSignal.any([this.#closing.signal, waking.signal]);
    const rest = (ms: number, signal: AbortSignal): Promise<void> => clock.sleep(ms, signal).catch(() => {});
    await rest(leastMs, this.#closing.signal);
    if (this.#stale || restMs <= leastMs) return;
    this.#wake = () => waking.abort();
    await rest(restMs - leastMs, until);
    this.#wake = null;
  }

  #watch(uris: readonly string[]): Promise<void> {
    if (this.#state !== "up" || this.#connection === null) return Promise.reject(this.#down());
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.source.timeoutMs)]);
    return this.#connection.watch?.(uris, signal) ?? Promise.reject(notWatchable());
  }

  #lost(): void {
    if (this.#closing.signal.aborted) return;
    this.#state = "down";
    this.#lastError = "source_down";
    this.#options.onUpdate();
    this.refreshSoon();
  }

  #noteFailure(failure: ConnectionFailure): void {
    if (failure.code === "source_down" || failure.code === "source_protocol_error") {
      if (failure.unreachable && this.#state === "up") {
        this.#state = "down";
        this.#lastError = failure.code;
        this.#options.onUpdate();
      }
      this.refreshSoon();
    }
  }

  #resting(): ConnectionFailure {
    const restS = Math.max(1, Math.ceil(this.#breaker.restMs() / 1000));
    return new ConnectionFailure("source_down", "The last calls to this source failed; it is left alone for a moment", {
      retryAfterS: restS,
    });
  }

  #down(): ConnectionFailure {
    const restS = Math.ceil((this.#nextAttemptAt - this.#options.clock.now()) / 1000);
    return new ConnectionFailure("source_down", "The source is down", { retryAfterS: Math.max(1, restS) });
  }

  async #waitForFirstAttempt(signal: AbortSignal): Promise<void> {
    const leftMs = this.#startedAt + FIRST_ATTEMPT_WAIT_MS - this.#options.clock.now();
    if (leftMs <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, leftMs);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([this.#firstAttempt, patience]);
    clearTimeout(timer);
    signal.throwIfAborted();
  }
}

const notWatchable = (): ProtocolError =>
  new ProtocolError(METHOD_NOT_FOUND, "The source does not tell of changes of this resource");
