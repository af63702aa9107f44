import { Fault } from "../kit/fault.ts";
import { encodeSegment } from "../kit/upstream/accept.ts";
import type { Accept, CallScope, Exchange, PaceGroup, Service, Upstream } from "../kit/upstream/upstream.ts";
import { acceptRows, acceptRowsOrNothing, acceptText } from "./accept-rows.ts";
import { createGeneIndex, type GeneIndex } from "./gene-index.ts";
import { isSendableTag } from "./gene-name.ts";
import { type Conversion, parseConversions, type Target } from "./parse/conversions.ts";
import { parseFlatFile } from "./parse/flat-file.ts";
import { type GeneEntry, readGeneEntry } from "./parse/gene-entry.ts";
import { type Gene, parseGeneList } from "./parse/gene-list.ts";
import { type PathwayLink, parsePathwayGenes, parsePathwayLinks, parsePathwaySizes } from "./parse/pathway-links.ts";
import { parsePathwayNames } from "./parse/pathway-names.ts";

/** KEGG asks for at most three requests a second and answers more with 403 for a while. */
const PACE: PaceGroup = { name: "kegg", spacingMs: 340, inFlight: 2, blockedPauseMs: 60_000 };

const DAY_S = 86_400;
const DATA_TTL_S = 7 * DAY_S;

/** `get` answers ten ids and cuts the rest without a word; `conv` is asked in the same portions. */
export const MAX_IDS_AT_ONCE = 10;

export const LICENCE_ID = "kegg-academic";

/** What one endpoint answered, read, and the exchange that it rests on. */
export interface Read<T> {
  readonly exchange: Exchange;
  readonly value: T;
}

/** KEGG answers 400 for a database (here: an organism) that it does not have. */
export const isUnknownDatabase = (error: unknown): boolean =>
  error instanceof Fault && error.code === "upstream_refused" && error.status === 400;

const NOT_FOUND = 404;

export const keggService = (upstream: Upstream, base: string): Service =>
  upstream.service({ source: "kegg", group: PACE, base, licence: { id: LICENCE_ID, redistribute: false } });

export type KeggClient = ReturnType<typeof createKeggClient>;

/**
 * The endpoints of the KEGG REST service, one method each. Arguments that enter a path have passed their own guard
 * before (`organismToSend`, `parseGeneName`). Failures are thrown as `Fault`.
 */
export function createKeggClient(upstream: Upstream, base: string) {
  const service = keggService(upstream, base);

  const fetchRows = (path: string, accept: ReturnType<typeof acceptRows>, blame: string, call: CallScope) =>
    service.fetch({ path, ttlSeconds: DATA_TTL_S, accept, answers: [NOT_FOUND], blame }, call);

  return {
    /** `list/{org}`: every gene of an organism, by all its names; null when KEGG does not know the organism. */
    async genesOf(organism: string, call: CallScope): Promise<Read<GeneIndex> | null> {
      call.progress("Reading the organism's gene list from KEGG");
      const accept = acceptRows((text) => {
        const genes = parseGeneList(text);
        refuseForeignGenes(idsOf(genes), organism);
        refuseNameless(genes);
      });
      try {
        const exchange = await fetchRows(`list/${encodeSegment(organism)}`, accept, "organism", call);
        if (exchange.empty) return null;
        const value = upstream.parsed(exchange, "kegg-gene-index", (text) => createGeneIndex(parseGeneList(text)));
        return { exchange, value };
      } catch (error) {
        if (isUnknownDatabase(error)) return null;
        throw error;
      }
    },

    /** `link/pathway/{gene}`: the gene's own rows; empty when KEGG links none, or does not know the gene. */
    async pathwaysOfGene(geneId: string, call: CallScope): Promise<Read<readonly PathwayLink[]>> {
      call.progress("Asking KEGG for the pathways of the gene");
      const accept = acceptRowsOrNothing((text) => refuseUnaskedGenes(parsePathwayLinks(text), [geneId]));
      const exchange = await fetchRows(`link/pathway/${geneSegment(geneId)}`, accept, "gene", call);
      return { exchange, value: exchange.empty ? [] : parsePathwayLinks(exchange.text()) };
    },

    /**
     * `link/pathway/{org}`: number of genes in each pathway of an organism; an empty map when KEGG links none.
     *
     * @param known the organism is known to have pathways, so that an answer without rows is a failure
     */
    async pathwaySizes(
      organism: string,
      call: CallScope,
      { known = false } = {},
    ): Promise<Read<ReadonlyMap<string, number>>> {
      call.progress("Reading pathway sizes from KEGG");
      const accept = (known ? acceptRows : acceptRowsOrNothing)((text) =>
        refuseForeignGenes(genesIn(parsePathwayLinks(text)), organism),
      );
      const exchange = await fetchRows(`link/pathway/${encodeSegment(organism)}`, accept, "organism", call);
      const value = exchange.empty ? new Map() : upstream.parsed(exchange, "kegg-pathway-sizes", parsePathwaySizes);
      return { exchange, value };
    },

    /** `list/pathway/{org}`: names of the pathways of an organism that is known to have some. */
    async pathwayNames(organism: string, call: CallScope): Promise<Read<ReadonlyMap<string, string>>> {
      call.progress("Reading pathway names from KEGG");
      const accept = acceptRows(parsePathwayNames);
      const exchange = await fetchRows(`list/pathway/${encodeSegment(organism)}`, accept, "organism", call);
      const value = exchange.empty ? new Map() : upstream.parsed(exchange, "kegg-pathway-names", parsePathwayNames);
      return { exchange, value };
    },

    /** `link/{org}/{pathway}`: the genes of one pathway; empty when KEGG links none, or does not know the pathway. */
    async genesOfPathway(organism: string, pathwayId: string, call: CallScope): Promise<Read<readonly PathwayLink[]>> {
      call.progress("Asking KEGG for the genes of the pathway");
      const accept = acceptRowsOrNothing((text) => {
        const links = parsePathwayGenes(text);
        refuseOtherPathways(links, pathwayId);
        refuseForeignGenes(genesIn(links), organism);
      });
      const path = `link/${encodeSegment(organism)}/${encodeSegment(pathwayId)}`;
      const exchange = await fetchRows(path, accept, "pathway", call);
      return { exchange, value: exchange.empty ? [] : parsePathwayGenes(exchange.text()) };
    },

    /** `find/{org}/{query}`: genes whose id, name or product holds the words, in KEGG's order. */
    async findGenes(organism: string, query: string, call: CallScope): Promise<Read<readonly Gene[]>> {
      call.progress("Searching KEGG");
      const accept = acceptRowsOrNothing((text) => refuseForeignGenes(idsOf(parseGeneList(text)), organism));
      const exchange = await fetchRows(
        `find/${encodeSegment(organism)}/${encodeSegment(query)}`,
        accept,
        "query",
        call,
      );
      return { exchange, value: exchange.empty ? [] : parseGeneList(exchange.text()) };
    },

    /** `get/{ids}`: entries of at most `MAX_IDS_AT_ONCE` genes, in flat form; those that KEGG does not know are left out. */
    async entriesOf(geneIds: readonly string[], call: CallScope): Promise<Read<readonly GeneEntry[]>> {
      call.progress("Reading gene entries from KEGG");
      const exchange = await fetchRows(
        `get/${geneIds.map(geneSegment).join("+")}`,
        acceptEntriesOf(geneIds),
        "ids",
        call,
      );
      return { exchange, value: exchange.empty ? [] : parseGeneEntries(exchange.text()) };
    },

    /** `conv/{target}/{ids}`: ids of another database for at most `MAX_IDS_AT_ONCE` genes; empty when KEGG has none. */
    async conversionsOf(
      geneIds: readonly string[],
      target: Target,
      call: CallScope,
    ): Promise<Read<readonly Conversion[]>> {
      call.progress("Converting ids with KEGG");
      const read = (text: string) => refuseUnaskedGenes(parseConversions(text, target), geneIds);
      const path = `conv/${target}/${geneIds.map(geneSegment).join("+")}`;
      const exchange = await fetchRows(path, acceptRowsOrNothing(read), "ids", call);
      return { exchange, value: exchange.empty ? [] : read(exchange.text()) };
    },

    /** `info/{database}`: what KEGG says of a database's release, as text; null when it has no such database. */
    async infoOn(database: string, call: CallScope): Promise<Read<string> | null> {
      call.progress("Asking KEGG for its release");
      try {
        const exchange = await service.fetch(
          {
            path: `info/${encodeSegment(database)}`,
            ttlSeconds: DAY_S,
            accept: acceptText,
            answers: [NOT_FOUND],
            blame: "database",
          },
          call,
        );
        return exchange.empty ? null : { exchange, value: exchange.text() };
      } catch (error) {
        if (isUnknownDatabase(error)) return null;
        throw error;
      }
    },
  };
}

function parseGeneEntries(text: string): readonly GeneEntry[] {
  return parseFlatFile(text)
    .map(readGeneEntry)
    .filter((entry) => entry !== null);
}

/** The colon stays readable, as KEGG writes it; ids that come from a list are checked again before they are sent. */
function geneSegment(geneId: string): string {
  const colon = geneId.indexOf(":");
  const locusTag = geneId.slice(colon + 1);
  if (!isSendableTag(locusTag)) throw new Fault("unparsable", "KEGG lists the gene under an id of unknown form");
  return `${encodeSegment(geneId.slice(0, colon))}:${encodeSegment(locusTag)}`;
}

/** Entries of other genes than those asked are of no use, and must not be kept as an answer to this question. */
const acceptEntriesOf =
  (geneIds: readonly string[]): Accept =>
  (response) => {
    const verdict = acceptRowsOrNothing(parseGeneEntries)(response);
    if (verdict === "empty") return verdict;
    const asked = new Set(geneIds.map((id) => id.slice(id.indexOf(":") + 1).toLowerCase()));
    const all = parseGeneEntries(response.text()).every(({ locusTag }) => asked.has(locusTag.toLowerCase()));
    return all ? "data" : "partial";
  };

/** A layout without its descriptions would make every symbol unknown. */
function refuseNameless(genes: readonly Gene[]): void {
  if (genes.every(({ symbols, product }) => symbols.length === 0 && product === null)) {
    throw new Fault("unparsable", "The KEGG list holds no description of any gene");
  }
}

const idsOf = (genes: readonly Gene[]): readonly string[] => genes.map(({ id }) => id);
const genesIn = (links: readonly PathwayLink[]): readonly string[] => links.map(({ geneId }) => geneId);

/** A list of another organism's genes under this code would give wrong ids for right names. T numbers answer with codes. */
function refuseForeignGenes(geneIds: readonly string[], organism: string): void {
  const isCode = /^[a-z]/.test(organism);
  const foreign = isCode ? geneIds.filter((id) => !id.startsWith(`${organism}:`)).length : 0;
  if (foreign > 0) throw new Fault("unparsable", `${foreign} rows of the KEGG answer belong to another organism`);
}

function refuseUnaskedGenes<T extends { readonly geneId: string }>(rows: readonly T[], asked: readonly string[]) {
  const known = new Set(asked.map((id) => id.toLowerCase()));
  const others = rows.filter((row) => !known.has(row.geneId.toLowerCase())).length;
  if (others > 0)
    throw new Fault("unparsable", `${others} rows of the KEGG answer are about a gene that was not asked`);
  return rows;
}

function refuseOtherPathways(links: readonly PathwayLink[], pathwayId: string): void {
  const others = links.filter((link) => link.pathwayId !== pathwayId).length;
  if (others > 0) throw new Fault("unparsable", `${others} rows of the KEGG answer are about another pathway`);
}
