import type { Call } from "../kit/call.ts";
import { Fault } from "../kit/fault.ts";
import { refuseHtml } from "../kit/upstream/accept.ts";
import type { Exchange, Service, Upstream, UpstreamRequest } from "../kit/upstream/upstream.ts";
import type { Species } from "./arguments.ts";
import { refuseForeignNetwork, refuseForeignTerms } from "./foreign-rows.ts";
import { bestHits } from "./homologs.ts";
import { STRING_LICENCE } from "./licence.ts";
import { isNothingFound } from "./nothing-found.ts";
import { offersByName } from "./offers.ts";
import { type IdentityRow, type InteractionRow, parseIdentityRows, parseInteractionRows } from "./parse.ts";
import { parseTermRows, type TermRow } from "./parse-enrichment.ts";
import { type HomologyRow, parseHomologyRows } from "./parse-homology.ts";
import { parseVersionRows, type VersionRow } from "./parse-version.ts";
import { partnersAmong } from "./partners.ts";

interface Answered<R> {
  readonly rows: readonly R[];
  readonly exchange: Exchange;
}

/** One method an endpoint. Every answer is read row by row before it counts (or is cached); faults are thrown. */
export interface StringClient {
  /** `get_string_ids`: what STRING offers for each name, at most `OFFERS_PER_NAME`. `blame` = the argument they came from. */
  identify(names: readonly string[], species: Species, blame: string, call: Call): Promise<Answered<IdentityRow>>;
  /** `interaction_partners` of one STRING id. */
  partners(id: string, species: Species, ask: PartnersAsk, call: Call): Promise<Answered<InteractionRow>>;
  /** `network` among STRING ids of one species, at least two (one alone would be expanded by STRING). */
  network(
    ids: readonly string[],
    species: Species,
    requiredScore: number,
    call: Call,
  ): Promise<Answered<InteractionRow>>;
  /** `enrichment` of at least two STRING ids; an empty background is the whole proteome. */
  enrichment(
    ids: readonly string[],
    species: Species,
    background: readonly string[],
    call: Call,
  ): Promise<Answered<TermRow>>;
  /** `homology_best` of one STRING id in other species. */
  homologs(id: string, species: Species, others: readonly Species[], call: Call): Promise<Answered<HomologyRow>>;
  /** `version`: exactly one row. */
  version(call: Call): Promise<Answered<VersionRow>>;
}

interface Reading<R> {
  readonly parse: (text: string) => readonly R[];
  /** Throws when the rows do not answer what was asked; they are then neither used nor kept. */
  readonly check?: (rows: readonly R[]) => unknown;
  /** Whether a 404 with this body is an answer without rows; any other 404 is a refusal. */
  readonly isNothing?: (text: string) => boolean;
  /** The argument most likely at fault when STRING refuses. */
  readonly blame?: string;
  readonly ttlSeconds?: number;
}

interface PartnersAsk {
  readonly limit: number;
  /** Thousandths. */
  readonly requiredScore: number;
}

/** Enough to tell one match from several. */
export const OFFERS_PER_NAME = 5;

/** STRING takes a carriage return between identifiers; it is percent-encoded once, with the form. */
const SEPARATOR = "\r";

const DAY_S = 86_400;
const isPinned = (base: string): boolean => /^version-\d/.test(new URL(base).hostname);
/** A version's data never change; an address that follows the current version may change any day. */
const ttlOf = (base: string): number => (isPinned(base) ? 30 * DAY_S : DAY_S);

export const stringService = (upstream: Upstream, settings: { url: string; callerIdentity: string }): Service =>
  upstream.service({
    source: "string",
    // STRING asks for one second between calls.
    group: { name: "string", spacingMs: 1050, inFlight: 1 },
    base: settings.url,
    // The moving address may lead to the version that it stands for; a pinned one never to the data of another.
    hosts: isPinned(settings.url) ? [] : ["string-db.org", "version-12-0.string-db.org", "version-12-5.string-db.org"],
    identity: { caller_identity: settings.callerIdentity },
    licence: { id: STRING_LICENCE, redistribute: true },
  });

export function createStringClient(upstream: Upstream, service: Service): StringClient {
  const ttlSeconds = ttlOf(service.base);

  async function ask<R>(
    method: string,
    form: UpstreamRequest["form"],
    read: Reading<R>,
    call: Call,
  ): Promise<Answered<R>> {
    const exchange = await service.fetch(
      {
        path: `/api/json/${method}`,
        ...(form === undefined ? {} : { method: "POST", form }),
        ttlSeconds: read.ttlSeconds ?? ttlSeconds,
        answers: read.isNothing === undefined ? [] : [404],
        accept: (response) => {
          if (response.status === 404) {
            if (read.isNothing?.(response.text())) return "empty";
            throw new Fault("upstream_refused", "The service refused the request", { status: 404 });
          }
          refuseHtml(response);
          const rows = read.parse(response.text());
          read.check?.(rows);
          return rows.length === 0 ? "empty" : "data";
        },
        blame: read.blame,
      },
      call,
    );
    const rows = exchange.status === 404 ? [] : upstream.parsed(exchange, `string/${method}`, read.parse);
    return { rows, exchange };
  }

  return {
    identify: (names, species, blame, call) =>
      ask(
        "get_string_ids",
        { identifiers: names.join(SEPARATOR), species, limit: OFFERS_PER_NAME, echo_query: 1 },
        {
          parse: parseIdentityRows,
          check: (rows) => offersByName(names, rows),
          isNothing: (text) => isNothingFound(text, names),
          blame,
        },
        call,
      ),
    partners: (id, species, { limit, requiredScore }, call) =>
      ask(
        "interaction_partners",
        { identifiers: id, species, limit, required_score: requiredScore },
        { parse: parseInteractionRows, check: (rows) => partnersAmong(rows, id), blame: "required_score" },
        call,
      ),
    network: (ids, species, requiredScore, call) =>
      ask(
        "network",
        { identifiers: ids.join(SEPARATOR), species, required_score: requiredScore, add_nodes: 0 },
        { parse: parseInteractionRows, check: (rows) => refuseForeignNetwork(rows, ids), blame: "required_score" },
        call,
      ),
    enrichment: (ids, species, background, call) =>
      ask(
        "enrichment",
        {
          identifiers: ids.join(SEPARATOR),
          species,
          background_string_identifiers: background.length === 0 ? null : background.join(SEPARATOR),
        },
        {
          parse: parseTermRows,
          check: (rows) => refuseForeignTerms(rows, ids),
          blame: background.length === 0 ? "ids" : "background",
        },
        call,
      ),
    homologs: (id, species, others, call) =>
      ask(
        "homology_best",
        { identifiers: id, species, species_b: others.join(SEPARATOR) },
        { parse: parseHomologyRows, check: (rows) => bestHits(rows, id, others.map(String)), blame: "species_b" },
        call,
      ),
    version: (call) => ask("version", undefined, { parse: parseVersionRows, ttlSeconds: DAY_S }, call),
  };
}
