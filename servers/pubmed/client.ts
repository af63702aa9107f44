import { Fault } from "../kit/fault.ts";
import { getOrPost } from "../kit/upstream/get-or-post.ts";
import type { Accept, CallScope, Exchange, ParamValue, Service, Upstream } from "../kit/upstream/upstream.ts";
import { type ArticleSet, parseArticleSet } from "./article-set.ts";
import { acceptArticleSet } from "./efetch.ts";
import { acceptSearch, parseSearch, type SearchResult } from "./esearch.ts";

const DAY_S = 86_400;
const SEARCH_TTL_S = DAY_S;
const RECORD_TTL_S = 7 * DAY_S;
const STATE_TTL_S = DAY_S;

/** NCBI's limits for PubMed: esearch serves 10,000 matches, `retstart` ends at 9,998. */
export const REACHABLE = 10_000;
const LAST_RETSTART = 9_998;

export interface SearchWindow {
  readonly term: string;
  readonly offset: number;
  readonly limit: number;
  readonly sort: "relevance" | "date";
  readonly fromDate?: string | null;
  readonly toDate?: string | null;
}

export interface SearchExchange extends SearchResult {
  readonly exchange: Exchange;
}

export interface FetchedRecords extends ArticleSet {
  readonly exchange: Exchange;
}

/** E-utilities for PubMed: one method an endpoint. */
export class PubmedClient {
  readonly #upstream: Upstream;
  readonly #eutils: Service;
  readonly #onFirstUse: () => void;
  #used = false;

  /** @param onFirstUse called once, before the first request */
  constructor(upstream: Upstream, eutils: Service, onFirstUse: () => void) {
    this.#upstream = upstream;
    this.#eutils = eutils;
    this.#onFirstUse = onFirstUse;
  }

  /**
   * One window of a search, in PubMed's order.
   *
   * @throws Fault as `acceptSearch` and the upstream layer do
   */
  async search(window: SearchWindow, call: CallScope): Promise<SearchExchange> {
    const retstart = Math.min(window.offset, LAST_RETSTART);
    const skipped = window.offset - retstart;
    const retmax = Math.min(window.limit + skipped, REACHABLE - retstart);
    const dated = window.fromDate || window.toDate;
    const exchange = await this.#ask(
      "/esearch.fcgi",
      {
        db: "pubmed",
        term: window.term,
        retmode: "json",
        retstart,
        retmax,
        sort: window.sort === "date" ? "pub_date" : "relevance",
        // esearch wants both ends or none; these are the widest it takes.
        datetype: dated ? "pdat" : null,
        mindate: dated ? window.fromDate || "1500" : null,
        maxdate: dated ? window.toDate || "3000" : null,
      },
      {
        ttlSeconds: SEARCH_TTL_S,
        accept: acceptSearch(retmax > 0 ? retstart : Number.POSITIVE_INFINITY),
        blame: "term",
      },
      call,
    );
    const result = this.#upstream.parsed(exchange, "pubmed-esearch/1", (text) => parseSearch(text.trim()));
    return { ...result, pmids: result.pmids.slice(skipped, skipped + window.limit), exchange };
  }

  /**
   * Records of PMIDs (at most 200), as a set: the answer's order means nothing.
   *
   * @param purpose `state` asks for a fresh answer, since a retraction must not be missed for a week
   */
  async fetch(pmids: readonly string[], purpose: "text" | "state", call: CallScope): Promise<FetchedRecords> {
    if (pmids.length === 0) throw new Fault("incomplete", "No PMID to fetch");
    const unique = [...new Set(pmids)];
    const exchange = await this.#ask(
      "/efetch.fcgi",
      { db: "pubmed", id: unique.join(","), retmode: "xml", retstart: 0, retmax: unique.length },
      {
        ttlSeconds: purpose === "state" ? STATE_TTL_S : RECORD_TTL_S,
        accept: acceptArticleSet,
        blame: "pmids",
        staleIfError: purpose !== "state",
      },
      call,
    );
    return { ...this.#upstream.parsed(exchange, "pubmed-articles/1", parseArticleSet), exchange };
  }

  #ask(
    path: string,
    params: Readonly<Record<string, ParamValue>>,
    how: { ttlSeconds: number; accept: Accept; blame: string; staleIfError?: boolean },
    call: CallScope,
  ): Promise<Exchange> {
    if (!this.#used) {
      this.#used = true;
      this.#onFirstUse();
    }
    return this.#eutils.fetch({ ...getOrPost(this.#eutils.base, path, params), ...how }, call);
  }
}
