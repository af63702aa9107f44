import { type Ask, type Assumption, askForData } from "../kit/assumption.ts";
import { licencePage } from "../kit/licence-page.ts";
import type { Service, Upstream } from "../kit/upstream/upstream.ts";
import { keggService, LICENCE_ID, MAX_IDS_AT_ONCE } from "./client.ts";
import { parseConversions } from "./parse/conversions.ts";
import { parseFlatFile } from "./parse/flat-file.ts";
import { readGeneEntry } from "./parse/gene-entry.ts";
import { parsePathwayLinks } from "./parse/pathway-links.ts";
import { parsePathwayNames } from "./parse/pathway-names.ts";
import { parseRelease } from "./parse/release.ts";

/** *Mycoplasma genitalium* has the shortest gene list of a common organism. */
const SHORT_LIST = "mge";
const KNOWN = "mtu:Rv1908c";
/** One more than `get` serves; compounds have short entries. */
const ELEVEN = Array.from({ length: MAX_IDS_AT_ONCE + 1 }, (_, index) => `C${String(index + 1).padStart(5, "0")}`);

/** The documented order: id, feature type, position, description. */
const LIST_COLUMNS = 4;

const columnsOf = (text: string): Set<number> =>
  new Set(
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => line.split("\t").length),
  );

/** What the tools take for granted of KEGG's REST service. */
export function keggAssumptions(upstream: Upstream, base: string): readonly Assumption[] {
  const kegg = keggService(upstream, base);
  const status = async (ask: Ask, path: string, allowed: readonly number[]): Promise<string | null> => {
    const reply = await ask(kegg, { path });
    return allowed.includes(reply.status) ? null : `status ${reply.status}`;
  };
  return [
    {
      name: "gene_list_columns",
      says: "list/{organism} has four columns: id, feature type, position, description",
      async check(ask) {
        const columns = columnsOf(await textOf(ask, kegg, `list/${SHORT_LIST}`));
        return columns.size === 1 && columns.has(LIST_COLUMNS) ? null : `columns per row: ${[...columns].join(", ")}`;
      },
    },
    {
      name: "link_prefixes",
      says: "link/pathway/{gene} gives the gene's id and pathways with the prefix path:",
      async check(ask) {
        const text = await textOf(ask, kegg, `link/pathway/${KNOWN}`);
        if (parsePathwayLinks(text).length === 0) return "no row for katG of H37Rv";
        return text.split("\n").every((line) => line.trim() === "" || line.includes("\tpath:"))
          ? null
          : "no path: prefix";
      },
    },
    {
      name: "pathway_names",
      says: "list/pathway/{organism} gives a pathway id without prefix and its name",
      async check(ask) {
        const text = await textOf(ask, kegg, "list/pathway/mtu");
        if (parsePathwayNames(text).size === 0) return "no pathway of H37Rv";
        return text.startsWith("path:") ? "the ids have the prefix path:" : null;
      },
    },
    {
      name: "flat_entry",
      says: "get/{gene} gives a flat entry with ENTRY, a symbol, PATHWAY, AASEQ and a closing ///",
      async check(ask) {
        const text = await textOf(ask, kegg, `get/${KNOWN}`);
        const [entry] = parseFlatFile(text).map(readGeneEntry);
        if (!entry) return "no gene entry";
        const missing = ["SYMBOL", "PATHWAY", "AASEQ", "///"].filter((key) => !new RegExp(`^${key}`, "m").test(text));
        return missing.length === 0 ? null : `missing: ${missing.join(", ")}`;
      },
    },
    {
      name: "ten_ids_at_once",
      says: "get/ answers ten ids and leaves out the eleventh",
      async check(ask) {
        const count = parseFlatFile(await textOf(ask, kegg, `get/${ELEVEN.join("+")}`)).length;
        return count === MAX_IDS_AT_ONCE ? null : `${count} entries for ${ELEVEN.length} ids`;
      },
    },
    {
      name: "not_found",
      says: "get/ of an id that does not exist is 404",
      check: (ask) => status(ask, "get/mtu:Rv0000x", [404]),
    },
    {
      name: "nothing_linked",
      says: "link/ of a gene without a pathway is an empty 200 or 404",
      async check(ask) {
        const reply = await ask(kegg, { path: "link/pathway/mtu:Rv0006" });
        if (reply.status === 404) return null;
        if (reply.status !== 200) return `status ${reply.status}`;
        return reply.text().trim() === "" ? null : "rows where none are expected (gyrA of H37Rv)";
      },
    },
    {
      name: "unknown_database",
      says: "a database or organism that KEGG does not have is 400 or 404",
      check: (ask) => status(ask, "list/zzzz", [400, 404]),
    },
    {
      name: "conversion",
      says: "conv/uniprot/{gene} gives the accession with the prefix up:",
      async check(ask) {
        const rows = parseConversions(await textOf(ask, kegg, `conv/uniprot/${KNOWN}`), "uniprot");
        return rows.length > 0 ? null : "no accession for katG of H37Rv";
      },
    },
    {
      name: "release",
      says: "info/kegg states a release number",
      async check(ask) {
        return parseRelease(await textOf(ask, kegg, "info/kegg")).release === null ? "no release number" : null;
      },
    },
    licencePage(upstream, {
      source: "kegg",
      licence: LICENCE_ID,
      page: "https://www.kegg.jp/kegg/legal.html",
      words: /academic/i,
    }),
  ];
}

const textOf = async (ask: Ask, kegg: Service, path: string): Promise<string> =>
  (await askForData(ask, kegg, { path })).text();
