import type { Candidate, Item, Refused } from "./envelope/envelope.ts";
import type { Outcome } from "./envelope/outcome.ts";
import type { Fault } from "./fault.ts";
import type { Exchange } from "./upstream/upstream.ts";

/** A record as a tool makes it; provenance is filled in by the kit from the exchanges it rests on. */
export interface RecordDraft<D = Record<string, unknown>> {
  readonly record_id: string;
  readonly type: string;
  readonly name: string;
  readonly url: string;
  /** Key of the source's licences. */
  readonly licence: string;
  /** The exchanges behind this record, the one that supplies `retrieved_at` first. At least one. */
  readonly from: readonly Pick<Exchange, "entry">[];
  /** Codes of notes that concern this record. */
  readonly flags?: readonly string[];
  /** Other spellings of the id; not citable. */
  readonly also?: readonly string[];
  readonly detail: D;
}

export interface ListOptions {
  /** Number that exist, from upstream or from a complete list; null when unknown. Default: the length of the list. */
  readonly total?: number | null;
  /** The drafts are the window that starts at `call.window.offset`, not the whole list. */
  readonly windowed?: boolean;
  /** What the list is made from, when `windowed`: its hash guards the cursor (default: the record ids). */
  readonly listKey?: string;
  /** The list was fetched only as far as needed (limit + 1): the cursor is guarded by the ids before it. */
  readonly growing?: boolean;
  /**
   * Place of each draft in upstream's list, when a `windowed` list has gaps (rows listed that came without a record): the
   * next page starts at a place in that list, not after a number of drafts. Default: drafts follow one another.
   */
  readonly ranks?: readonly number[];
  /** Place up to which a `windowed` list was read, gaps at its end included. Default: after the last draft. */
  readonly reached?: number;
  /** Rows that upstream counts but will not serve. */
  readonly unreachable?: number | null;
  /** Upstream itself stopped (cap), so that the list is not the whole. */
  readonly upstreamCap?: boolean;
}

/**
 * The answer of one call, growing as facts arrive. What was put here before a fault stays in the envelope, so that an
 * outage keeps the identifiers and records already obtained.
 */
export class Answer<D = Record<string, unknown>> {
  readonly echoed: Record<string, unknown> = {};
  readonly facts: Record<string, unknown> = {};
  readonly candidates: Candidate[] = [];
  readonly refused: Refused[] = [];
  readonly notes: { code: string; sentence: string | null }[] = [];
  readonly items: Item[] = [];
  readonly faults: Fault[] = [];
  drafts: readonly RecordDraft<D>[] = [];
  options: ListOptions = {};

  /** Adds a `…_sent` or `…_used` value to `query`. */
  echo(name: string, value: unknown): void {
    this.echoed[name] = value;
  }

  /** Adds facts to `resolved` (`matched_by`, identifiers, counts). */
  settle(facts: Readonly<Record<string, unknown>>): void {
    Object.assign(this.facts, facts);
  }

  /** Adds a note; its code must be declared by the tool. Without a sentence the declared one is used. */
  note(code: string, sentence?: string): void {
    if (this.notes.some((note) => note.code === code)) return;
    this.notes.push({ code, sentence: sentence ?? null });
  }

  /**
   * Sets the records. By default `drafts` is the complete, sorted list; the kit cuts it by `limit`, cursor and bytes.
   * Returns `found`, `truncated` or, when empty, the outcome given for emptiness.
   */
  list(drafts: readonly RecordDraft<D>[], whenEmpty: Outcome, options: ListOptions = {}): Outcome {
    this.drafts = drafts;
    this.options = options;
    return drafts.length === 0 ? whenEmpty : "found";
  }

  /** Several candidates, none chosen. */
  ambiguous(candidates: readonly Candidate[]): Outcome {
    this.candidates.push(...candidates);
    return "ambiguous";
  }

  /** A fault of one part that does not end the call: kept in `errors`; the outcome becomes `upstream_failed`. */
  failed(fault: Fault): void {
    this.faults.push(fault);
  }
}
