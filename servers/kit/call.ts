import type { RequestEntry } from "./envelope/envelope.ts";
import type { CallScope, Ledger } from "./upstream/upstream.ts";

/** One tool call in progress: what it may wait for, what it has asked, and where its answer grows. */
export interface Call extends CallScope {
  /** Paging of a list tool: where this page starts, how many records it may hold. */
  readonly window: { readonly offset: number; readonly limit: number };
}

export class CallLedger implements Ledger {
  readonly entries: RequestEntry[] = [];
  readonly counts = { hits: 0, misses: 0, coalesced: 0 };
  staleAgeDays: number | null = null;
  readonly #seen = new Map<RequestEntry, number>();

  add(entry: RequestEntry): void {
    if (this.#seen.has(entry)) return;
    this.#seen.set(entry, this.entries.length);
    this.entries.push(entry);
  }

  staleServed(ageDays: number): void {
    this.staleAgeDays = Math.max(this.staleAgeDays ?? 0, ageDays);
  }

  /** Index of an exchange in `requests`. */
  refOf(entry: RequestEntry): number {
    const ref = this.#seen.get(entry);
    if (ref === undefined) throw new Error("A record refers to an exchange that this call never made");
    return ref;
  }
}
