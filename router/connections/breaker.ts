/** `closed`: calls pass; `open`: none does; `half_open`: one does, to see. */
export type BreakerState = "closed" | "open" | "half_open";

/** So many failures in a row are no accident (router specification). */
const FAILURES = 5;
/** Milliseconds before an open breaker lets one call through. */
export const OPEN_MS = 10_000;

/** What became of a call: `unknown` when it ended before that showed, such as by its caller. */
export type Verdict = "worked" | "failed" | "unknown";

/** One call that was let through. */
export interface Passage {
  settle(verdict: Verdict): void;
}

/** Stops asking a source whose calls fail one after another, and asks it again, once, after a while. */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  /** Epoch milliseconds; null while closed. */
  #openUntil: number | null = null;
  #probing = false;

  /** @param now epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return "closed";
    return this.#probing || this.#now() >= this.#openUntil ? "half_open" : "open";
  }

  /** Lets a call through: then `settle` must be called with what became of it. null: it must not be made now. */
  admit(): Passage | null {
    const probe = this.#openUntil !== null;
    if (probe && (this.#probing || this.#now() < this.#openUntil!)) return null;
    if (probe) this.#probing = true;
    return {
      settle: (verdict) => {
        if (probe) this.#probing = false;
        if (verdict === "worked") this.#close();
        else if (verdict === "failed") this.#fail(probe);
      },
    };
  }

  /** Milliseconds until a call is let through again; 0 when one is. */
  restMs(): number {
    return this.#openUntil === null ? 0 : Math.max(0, this.#openUntil - this.#now());
  }

  #close(): void {
    this.#failures = 0;
    this.#openUntil = null;
  }

  #fail(probe: boolean): void {
    this.#failures += 1;
    // Calls that were under way when it opened do not prolong it.
    if (probe || (this.#openUntil === null && this.#failures >= FAILURES)) this.#openUntil = this.#now() + OPEN_MS;
  }
}
