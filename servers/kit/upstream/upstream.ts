import type { RequestEntry } from "../envelope/envelope.ts";

/** The contract between a source's client and the one module that opens sockets. */
export interface Upstream {
  /** A handle bound to one service: its pace, its allowed hosts, its identity parameters. */
  service(spec: ServiceSpec): Service;
  /** `parse(text)` once per body: kept in memory by content hash and `name`. The value must not be changed by callers. */
  parsed<T>(exchange: Exchange, name: string, parse: (text: string) => T): T;
  /** The body behind a `content_sha256`, from memory or disk, with the source and licence that it came under. */
  body(sha256: string): Promise<KeptBody | null>;
  /** Hits, misses and coalesced requests are counted per call in its ledger; the mode is a fact of the installation. */
  readonly mode: "live" | "cache" | "replay" | "record";
}

export interface KeptBody {
  readonly source: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Spacing is between request starts, retries included. */
export interface PaceGroup {
  readonly name: string;
  readonly spacingMs: number;
  readonly inFlight: number;
  /** A 403 stops the whole group for this long; calls in that time fail at once as `blocked`. */
  readonly blockedPauseMs?: number;
}

export interface ServiceSpec {
  /** Namespace of the source, for the cache header. */
  readonly source: string;
  readonly group: PaceGroup;
  /** Base URL without trailing slash; its host is allowed. */
  readonly base: string;
  /** Further hosts that a redirect or an absolute URL may lead to. */
  readonly hosts?: readonly string[];
  /** Sent on the wire as query (GET) or form (POST) parameters to `base`'s host only; never part of a cache key. */
  readonly identity?: Readonly<Record<string, string | undefined>>;
  /** Licence id that recordings of this service carry, and whether it may be redistributed. */
  readonly licence: { readonly id: string; readonly redistribute: boolean };
  /** Reads the release that upstream states in its headers, if it does. */
  readonly releaseOf?: (headers: Readonly<Record<string, string>>) => string | null;
}

export type ParamValue = string | number | boolean | null | undefined;

export interface UpstreamRequest {
  /** Path below `base`, already percent-encoded segment by segment (`encodeSegment`), or an absolute URL on an allowed host. */
  readonly path: string;
  readonly method?: "GET" | "POST";
  /** Query parameters; null and undefined are dropped. */
  readonly query?: Readonly<Record<string, ParamValue>>;
  /** Form body of a POST. */
  readonly form?: Readonly<Record<string, ParamValue>>;
  /** Seconds for which the answer may be reused; 0 = never cached. A negative or empty answer is kept at most 24 h. */
  readonly ttlSeconds: number;
  /** Longest reuse, seconds, whatever lifetime the operator sets: for what must not be missed. */
  readonly maxTtlSeconds?: number;
  /** Decides whether a body is data, a typed empty answer, or a fault (thrown). Nothing unaccepted is ever cached. */
  readonly accept: Accept;
  /** Non-2xx statuses that are answers, not failures (404 of KEGG and UniProt); passed to `accept`. */
  readonly answers?: readonly number[];
  /** May a stale entry stand in when the service fails? Default true. */
  readonly staleIfError?: boolean;
  /** Ask with `If-None-Match` once the entry is past its TTL. Default false. */
  readonly revalidate?: boolean;
  /** The argument most likely at fault when upstream refuses with another 4xx. */
  readonly blame?: string;
}

export interface ReceivedBody {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Body as UTF-8; decoded once. */
  text(): string;
}

/** `partial`: what came can be used, but it is not the whole answer to the question, so it is never kept. */
export type Verdict = "data" | "empty" | "partial";

export type Accept = (response: ReceivedBody) => Verdict;

/** One finished exchange: the body and its entry in the call's ledger (shared by all records that rest on it). */
export interface Exchange extends ReceivedBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly empty: boolean;
  readonly entry: RequestEntry;
  /** Absolute URL that answered, after redirects (wire form without identity). */
  readonly finalUrl: string;
}

export interface Service {
  readonly base: string;
  /**
   * One exchange, through pace, retry, cache and single flight. The entry is added to the call's ledger, failed ones
   * too; a failure is thrown as a `Fault`.
   */
  fetch(request: UpstreamRequest, call: CallScope): Promise<Exchange>;
  /** Drops what is kept of answers that were accepted one by one, but do not fit together. */
  forget(exchanges: readonly Exchange[]): Promise<void>;
}

/** What the upstream layer needs to know of a call. */
export interface CallScope {
  readonly signal: AbortSignal;
  /** Epoch milliseconds (by the injected clock) after which nothing more is waited for. */
  readonly deadlineAt: number;
  readonly ledger: Ledger;
  /** Constant text on what is being waited for, for progress notifications. */
  progress(message: string): void;
}

/** The upstream exchanges behind one answer, in order of first use. */
export interface Ledger {
  add(entry: RequestEntry): void;
  readonly counts: { hits: number; misses: number; coalesced: number };
  /** An entry past its TTL was served; the age in whole days, for the note `stale_served`. */
  staleServed(ageDays: number): void;
}

/** Time, chance and the network, passed in. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs `fire` in `ms` unless cancelled: a limit, in contrast to a wait. Default: a timer of the process. */
  limit?(ms: number, fire: () => void): () => void;
}
