import type { Result } from "./result.ts";
import type { Ledger } from "./upstream.ts";

/**
 * Answers that a call has already had. A request repeated within one call gets the same answer and the same entry,
 * whether its first use came from the network, from a cache or from a shared exchange: otherwise the list of requests
 * would depend on timing.
 */
export class CallAnswers {
  readonly #answers = new WeakMap<Ledger, Map<string, Result>>();

  get(ledger: Ledger, key: string): Result | undefined {
    return this.#answers.get(ledger)?.get(key);
  }

  set(ledger: Ledger, key: string, result: Result): void {
    const known = this.#answers.get(ledger) ?? new Map<string, Result>();
    known.set(key, result);
    this.#answers.set(ledger, known);
  }
}
