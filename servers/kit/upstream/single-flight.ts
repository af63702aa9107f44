import { startLimit } from "./system-clock.ts";
import type { CallScope, Clock } from "./upstream.ts";

/** The shared exchange as its work sees it. */
export interface Flight {
  /** Falls when no waiter is left. */
  readonly signal: AbortSignal;
  /** Attempts begun so far; what a waiter that leaves early reports. */
  attempts: number;
  /** The latest deadline among the waiters. */
  deadlineAt(): number;
  /** Tells every waiting call what is being waited for. */
  progress(message: string): void;
}

/** A waiter's own deadline came before the shared exchange ended. */
export class DeadlinePassed extends Error {
  readonly attempts: number;

  constructor(attempts: number) {
    super("The call's deadline passed");
    this.name = "DeadlinePassed";
    this.attempts = attempts;
  }
}

type Waiter = Pick<CallScope, "signal" | "deadlineAt" | "progress">;

interface Shared<T> {
  readonly flight: Flight;
  readonly waiters: Set<Waiter>;
  readonly controller: AbortController;
  result: Promise<T>;
}

/** Concurrent work with one key is done once. Results and failures go to the current waiters and are then forgotten. */
export class SingleFlight<T> {
  readonly #clock: Clock;
  readonly #flights = new Map<string, Shared<T>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Rejects with the call's own abort reason, or `DeadlinePassed`, while the exchange goes on for the others. */
  async join(
    key: string,
    call: Waiter,
    run: (flight: Flight) => Promise<T>,
  ): Promise<{ value: T; coalesced: boolean }> {
    const running = this.#flights.get(key);
    const shared = running ?? this.#start(key, run, call);
    const waiter: Waiter = { ...call, progress: (message) => call.progress(message) };
    shared.waiters.add(waiter);
    try {
      return { value: await this.#wait(shared, waiter), coalesced: running !== undefined };
    } finally {
      shared.waiters.delete(waiter);
      if (shared.waiters.size === 0) {
        if (this.#flights.get(key) === shared) this.#flights.delete(key);
        shared.controller.abort(new Error("Nobody waits for this exchange"));
      }
    }
  }

  #start(key: string, run: (flight: Flight) => Promise<T>, first: Waiter): Shared<T> {
    const controller = new AbortController();
    const waiters = new Set<Waiter>();
    const flight: Flight = {
      signal: controller.signal,
      attempts: 0,
      deadlineAt: () => Math.max(...(waiters.size === 0 ? [first] : [...waiters]).map((waiter) => waiter.deadlineAt)),
      progress: (message) => {
        for (const waiter of waiters) waiter.progress(message);
      },
    };
    // Begun a moment later, when the first waiter has joined.
    const result = Promise.resolve()
      .then(() => run(flight))
      .finally(() => {
        if (this.#flights.get(key) === shared) this.#flights.delete(key);
      });
    result.catch(() => undefined);
    const shared: Shared<T> = { flight, waiters, controller, result };
    this.#flights.set(key, shared);
    return shared;
  }

  #wait(shared: Shared<T>, waiter: Waiter): Promise<T> {
    return new Promise((resolve, reject) => {
      if (waiter.signal.aborted) return reject(waiter.signal.reason);
      const cancelled = () => {
        stop();
        reject(waiter.signal.reason);
      };
      const callOff = startLimit(this.#clock, waiter.deadlineAt - this.#clock.now(), () => {
        stop();
        reject(new DeadlinePassed(shared.flight.attempts));
      });
      const stop = () => {
        callOff();
        waiter.signal.removeEventListener("abort", cancelled);
      };
      waiter.signal.addEventListener("abort", cancelled, { once: true });
      shared.result.finally(stop).then(resolve, reject);
    });
  }
}
