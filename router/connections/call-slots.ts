import { ConnectionFailure } from "./connection-failure.ts";

/** A caller that would wait longer than eight rounds is better told to come back. */
const WAITING_PER_SLOT = 8;
const RETRY_AFTER_S = 1;

/** So many calls to one source at once; further ones wait in turn, and more than a bounded number are refused. */
export class CallSlots {
  readonly #slots: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** @param slots calls at once, 1 or more. */
  constructor(slots: number) {
    this.#slots = slots;
  }

  get inFlight(): number {
    return this.#taken;
  }

  get queued(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for a turn; the returned function gives it back, once. Throws `ConnectionFailure` `overloaded` when too many wait,
   * and the signal's reason when it ends first.
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken >= this.#slots) await this.#turn(signal);
    else this.#taken += 1;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#waiting.shift();
      // A slot is handed on, never free in between: who waits longest is next.
      if (next === undefined) this.#taken -= 1;
      else next();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#slots * WAITING_PER_SLOT) {
      throw new ConnectionFailure("overloaded", "Too many calls wait for this source", { retryAfterS: RETRY_AFTER_S });
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
