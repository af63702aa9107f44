import { Fault } from "../kit/fault.ts";
import { getOrPost } from "../kit/upstream/get-or-post.ts";
import type {
  CallScope,
  Exchange,
  ParamValue,
  ReceivedBody,
  Service,
  Upstream,
  UpstreamRequest,
} from "../kit/upstream/upstream.ts";
import { type ArticleSet, parseArticleSet } from "./article-set.ts";
import { acceptCitations, type CitationMatch, citationData, type KeyedCitation, parseCitations } from "./ecitmatch.ts";
import { acceptArticleSet } from "./efetch.ts";
import { acceptSearch, parseSearch, type SearchResult } from "./esearch.ts";
import { acceptConversions, type Conversion, type IdType, parseConversions } from "./idconv.ts";
import { refuseUnknownKey } from "./in-band.ts";

const DAY_S = 86_400;
const SEARCH_TTL_S = DAY_S;
const RECORD_TTL_S = 7 * DAY_S;
// A retraction must not be missed for a week.
const STATE_TTL_S = DAY_S;
const CONVERSION_TTL_S = 7 * DAY_S;

/** NCBI's limits for PubMed: esearch serves 10,000 matches, `retstart` ends at 9,998. */
export const REACHABLE = 10_000;
const LAST_RETSTART = 9_998;

/**
 * What records are fetched for, which says how old a stored answer may be: `state` takes none that is out of date,
 * `record` does when NCBI cannot be reached (the state is then left out), `ids` needs no state.
 */
export type Purpose = "record" | "state" | "ids";

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

export interface MatchedCitations {
  readonly matches: ReadonlyMap<string, CitationMatch>;
  readonly exchange: Exchange;
}

export interface Conversions {
  readonly conversions: ReadonlyMap<string, Conversion>;
  readonly exchange: Exchange;
}

export interface PubmedServices {
  readonly eutils: Service;
  readonly idconv: Service;
}

/** E-utilities for PubMed and the id converter of PMC: one method an endpoint. */
export class PubmedClient {
  readonly #upstream: Upstream;
  readonly #services: PubmedServices;
  readonly #onFirstUse: () => void;
  readonly #sets = new WeakMap<Uint8Array, ArticleSet>();
  #used = false;

  /** @param onFirstUse called once, before the first request */
  constructor(upstream: Upstream, services: PubmedServices, onFirstUse: () => void) {
    this.#upstream = upstream;
    this.#services = services;
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
   * @param named PubMed itself named all of these PMIDs a moment ago, so that an answer without one of them is not whole
   * @throws Fault `unexpected_content` when the answer holds records, but of none of these PMIDs
   */
  async fetch(
    pmids: readonly string[],
    purpose: Purpose,
    call: CallScope,
    { named = false } = {},
  ): Promise<FetchedRecords> {
    if (pmids.length === 0) throw new Fault("incomplete", "No PMID to fetch");
    const unique = [...new Set(pmids)];
    const exchange = await this.#ask(
      "/efetch.fcgi",
      { db: "pubmed", id: unique.join(","), retmode: "xml", retstart: 0, retmax: unique.length },
      {
        ttlSeconds: purpose === "ids" ? RECORD_TTL_S : STATE_TTL_S,
        ...(purpose !== "ids" && { maxTtlSeconds: STATE_TTL_S }),
        accept: (response) => {
          const verdict = acceptArticleSet(unique.length)(response);
          const { records, unreadable } = this.#read(response);
          const isForeign = records.size > 0 && !unique.some((pmid) => records.has(pmid));
          if (unreadable.length > 0) return "partial";
          if (!isForeign) return named && verdict === "empty" ? "partial" : verdict;
          throw new Fault("unexpected_content", "NCBI answered with records of other PMIDs than those asked for");
        },
        answers: [400],
        blame: "pmids",
        staleIfError: purpose !== "state",
      },
      call,
    );
    return { ...this.#upstream.parsed(exchange, "pubmed-articles/1", () => this.#read(exchange)), exchange };
  }

  /** Reads a body once, though it is asked for before and after it is accepted. */
  #read(response: ReceivedBody): ArticleSet {
    const set = this.#sets.get(response.body) ?? parseArticleSet(response.text());
    this.#sets.set(response.body, set);
    return set;
  }

  /** The PMIDs of citations given by journal, year, volume, page and author; answers by key. */
  async matchCitations(citations: readonly KeyedCitation[], call: CallScope): Promise<MatchedCitations> {
    const exchange = await this.#ask(
      "/ecitmatch.cgi",
      { db: "pubmed", retmode: "xml", bdata: citationData(citations) },
      {
        ttlSeconds: SEARCH_TTL_S,
        accept: (response) => {
          acceptCitations(response);
          const matches = parseCitations(response.text());
          return citations.every(({ key }) => matches.has(key)) ? "data" : "partial";
        },
        blame: "citations",
      },
      call,
    );
    return { matches: this.#upstream.parsed(exchange, "pubmed-ecitmatch/1", parseCitations), exchange };
  }

  /** PMID, PMC id and DOI of ids of **one** type (at most 200), by the id asked for in lower case. */
  async convert(ids: readonly string[], type: IdType, call: CallScope): Promise<Conversions> {
    const exchange = await this.#ask(
      "/",
      { ids: ids.join(","), idtype: type, format: "json", versions: "no" },
      {
        ttlSeconds: CONVERSION_TTL_S,
        accept: (response) => {
          const verdict = acceptConversions(response);
          const conversions = parseConversions(response.text().trim());
          return ids.every((id) => conversions.has(id.toLowerCase())) ? verdict : "partial";
        },
        blame: "ids",
      },
      call,
      this.#services.idconv,
    );
    const conversions = this.#upstream.parsed(exchange, "pubmed-idconv/1", (text) => parseConversions(text.trim()));
    return { conversions, exchange };
  }

  #ask(
    path: string,
    params: Readonly<Record<string, ParamValue>>,
    how: Pick<UpstreamRequest, "ttlSeconds" | "maxTtlSeconds" | "accept" | "answers" | "blame" | "staleIfError">,
    call: CallScope,
    service: Service = this.#services.eutils,
  ): Promise<Exchange> {
    if (!this.#used) {
      this.#used = true;
      this.#onFirstUse();
    }
    const accept: UpstreamRequest["accept"] = (response) => {
      refuseUnknownKey(response);
      if (response.status === 400 && how.answers === undefined) {
        throw new Fault("upstream_refused", "The service refused the request", { status: 400 });
      }
      return how.accept(response);
    };
    return service.fetch({ ...getOrPost(service.base, path, params), ...how, answers: [400], accept }, call);
  }
}
