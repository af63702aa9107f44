import { Fault } from "../kit/fault.ts";
import { encodeSegment, parseJson, refuseHtml } from "../kit/upstream/accept.ts";
import type {
  CallScope,
  Exchange,
  ReceivedBody,
  Service,
  Upstream,
  UpstreamRequest,
} from "../kit/upstream/upstream.ts";
import { type Entry, parseEntry } from "./parse-entry.ts";
import { parseSearch } from "./parse-search.ts";
import { UNIPROT_LICENCE } from "./protein.ts";
import { type Pages, readPages } from "./read-pages.ts";
import { OFFICIAL_HOST } from "./service-address.ts";

const DAY_S = 86_400;
const ENTRY_TTL_S = 14 * DAY_S;

/** Hits that one search reads at most; a name with more is too common to be decided by reading on. */
export const MAX_HITS = 200;
const PAGE_SIZE = 100;

const SEARCH = "/uniprotkb/search";

/** Return fields that a protein record is made of; a whole entry is ten to a hundred times larger. */
const PROTEIN_RETURN_FIELDS = [
  "accession",
  "id",
  "protein_name",
  "gene_names",
  "cc_function",
  "cc_catalytic_activity",
  "cc_subunit",
  "ec",
  "xref_pdb",
].join(",");

export type Search = Pages<Entry>;

export interface FetchedEntry {
  readonly entry: Entry;
  readonly exchange: Exchange;
}

export interface UniprotClient {
  /**
   * Hits of a UniProtKB query in the service's order, up to `MAX_HITS`.
   *
   * @param fields `protein` for what a protein record needs, `all` for whole entries (with secondary accessions)
   * @param blame the caller's argument that is named when the service refuses the question
   * @throws Fault when the first page fails
   */
  search(query: string, options: { fields: "protein" | "all"; blame: string }, call: CallScope): Promise<Search>;
  /**
   * The whole entry at an accession, which may be another's or withdrawn; null when there is none.
   *
   * @throws Fault, naming the argument `blame` when the service refuses the question
   */
  entry(accession: string, blame: string, call: CallScope): Promise<FetchedEntry | null>;
}

/** `2026_03`; whatever else a header holds is not shown as a release. */
const RELEASE = /^\d{4}_\d{1,2}$/;

export const uniprotService = (upstream: Upstream, base: string): Service =>
  upstream.service({
    source: "uniprot",
    // No published limit; spaced so that a batch stays a polite guest.
    group: { name: "uniprot", spacingMs: 400, inFlight: 2 },
    base,
    // A mirror may redirect to the service itself.
    hosts: [OFFICIAL_HOST],
    licence: { id: UNIPROT_LICENCE, redistribute: true },
    releaseOf: ({ "x-uniprot-release": stated = "" }) => (RELEASE.test(stated) ? stated : null),
  });

export function createUniprotClient(upstream: Upstream, service: Service): UniprotClient {
  return {
    async search(query, { fields, blame }, call) {
      const page: Omit<UpstreamRequest, "path"> = {
        ttlSeconds: ENTRY_TTL_S,
        // Unreadable entries are refused here, so that a page which cannot be used is never stored.
        accept: (response) => (parseSearch(parseJson(response)).length === 0 ? "empty" : "data"),
        blame,
      };
      const parameters = {
        query,
        format: "json",
        size: PAGE_SIZE,
        fields: fields === "protein" ? PROTEIN_RETURN_FIELDS : null,
      };
      const first = await service.fetch({ ...page, path: SEARCH, query: parameters }, call);
      return readPages(first, (url) => ({ ...page, path: url }), {
        service,
        call,
        rowsOf: (body) => upstream.parsed(body, "uniprot-search", (text) => parseSearch(JSON.parse(text))),
        wanted: MAX_HITS,
        keysOf: ({ accession }) => [accession],
        isPage: (path) => path === SEARCH,
      });
    },

    async entry(accession, blame, call) {
      const exchange = await service.fetch(
        {
          path: `/uniprotkb/${encodeSegment(accession)}.json`,
          ttlSeconds: ENTRY_TTL_S,
          answers: [404],
          accept: acceptEntryOf(accession),
          blame,
        },
        call,
      );
      if (exchange.status === 404) return null;
      return { entry: upstream.parsed(exchange, "uniprot-entry", (text) => parseEntry(JSON.parse(text))), exchange };
    },
  };
}

const acceptEntryOf = (accession: string) => (response: ReceivedBody) => {
  // The service's own 404 is a message; a page in its place comes from somewhere else.
  refuseHtml(response);
  if (response.status === 404) return "empty";
  const value = parseJson(response);
  if (typeof value === "object" && value !== null && "messages" in value && !("primaryAccession" in value)) {
    throw new Fault("in_band_error", "The entry's answer is an error report", { status: response.status });
  }
  const entry = parseEntry(value);
  const isAsked = entry.accession === accession || (entry.status !== "inactive" && entry.secondary.includes(accession));
  if (!isAsked) throw new Fault("incomplete", "The service answered for another accession than the one asked for");
  return "data";
};
