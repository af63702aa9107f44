import { type Ask, type Assumption, askForData } from "../kit/assumption.ts";
import { licencePage } from "../kit/licence-page.ts";
import { parseJson } from "../kit/upstream/accept.ts";
import type { Service, Upstream } from "../kit/upstream/upstream.ts";
import { MAPPED_FROM, MAPPED_TO } from "./mapping-databases.ts";
import { nextPage } from "./next-page.ts";
import { parseEntry } from "./parse-entry.ts";
import { parseJobId, parseJobState } from "./parse-mapping.ts";
import { parseSearch } from "./parse-search.ts";
import { UNIPROT_LICENCE } from "./protein.ts";

const KATG = "P9WIE5";

/** What the tools take for granted of UniProt's REST service. */
export function uniprotAssumptions(upstream: Upstream, uniprot: Service): readonly Assumption[] {
  const search = (ask: Ask, query: string, size: number) =>
    askForData(ask, uniprot, {
      path: "/uniprotkb/search",
      query: { query, format: "json", size, fields: "accession" },
    });
  return [
    {
      name: "search",
      says: 'gene:"…" AND organism_id:… finds an entry by its ordered locus name',
      async check(ask) {
        const reply = await search(ask, 'gene:"Rv1908c" AND organism_id:83332', 5);
        const found = parseSearch(parseJson(reply)).some((entry) => entry.accession === KATG);
        return found ? null : "katG of H37Rv is not among the hits";
      },
    },
    {
      name: "paging_headers",
      says: "a page states the total in x-total-results and the next page in Link",
      async check(ask) {
        const { headers } = await search(ask, "organism_id:83332 AND reviewed:true", 1);
        if (!/^\d+$/.test(headers["x-total-results"] ?? "")) return "no x-total-results";
        return nextPage(headers.link) === null ? "no next page in Link" : null;
      },
    },
    {
      name: "release_header",
      says: "answers name their release in x-uniprot-release",
      async check(ask) {
        const { headers } = await search(ask, `accession:${KATG}`, 1);
        return headers["x-uniprot-release"] ? null : "no x-uniprot-release";
      },
    },
    {
      name: "page_size",
      says: "a page of 500 is served",
      async check(ask) {
        const reply = await search(ask, `accession:${KATG}`, 500);
        return parseSearch(parseJson(reply)).length === 1 ? null : "not the one entry that was asked for";
      },
    },
    {
      name: "entry",
      says: "an entry has an entry type that says whether it is reviewed, and evidence codes",
      async check(ask) {
        const reply = await askForData(ask, uniprot, { path: `/uniprotkb/${KATG}.json` });
        const entry = parseEntry(parseJson(reply));
        if (entry.status !== "reviewed") return "katG of H37Rv is not a reviewed entry";
        return reply.text().includes("ECO:") ? null : "no evidence code";
      },
    },
    {
      name: "withdrawn_entry",
      says: "a withdrawn entry is of type Inactive and says why",
      async check(ask) {
        const reply = await askForData(ask, uniprot, { path: "/uniprotkb/P00001.json" });
        return parseEntry(parseJson(reply)).status === "inactive" ? null : "a withdrawn accession is an active entry";
      },
    },
    {
      name: "unknown_entry",
      says: "an accession that does not exist is 404",
      async check(ask) {
        const { status } = await ask(uniprot, { path: "/uniprotkb/A0A000AAA0.json" });
        return status === 404 ? null : `status ${status}`;
      },
    },
    {
      name: "refused_query",
      says: "a query that cannot be read is 400",
      async check(ask) {
        const { status } = await ask(uniprot, {
          path: "/uniprotkb/search",
          query: { query: "organism_id:tuberculosis", format: "json", size: 1 },
        });
        return status === 400 ? null : `status ${status}`;
      },
    },
    {
      name: "mapping_databases",
      says: "the databases that map_ids accepts are those of the service",
      async check(ask) {
        const text = (await askForData(ask, uniprot, { path: "/configure/idmapping/fields" })).text();
        const gone = [...new Set([...MAPPED_FROM, ...MAPPED_TO])].filter((name) => !text.includes(`"${name}"`));
        return gone.length === 0 ? null : `${gone.length} databases are gone`;
      },
    },
    {
      name: "mapping_job",
      says: "idmapping/run gives a job id, and the job's status says where it stands",
      async check(ask) {
        const run = await askForData(ask, uniprot, {
          path: "/idmapping/run",
          method: "POST",
          form: { from: "UniProtKB_AC-ID", to: "UniProtKB", ids: KATG },
        });
        const job = parseJobId(parseJson(run));
        parseJobState(parseJson(await askForData(ask, uniprot, { path: `/idmapping/status/${job}` })));
        return null;
      },
    },
    licencePage(upstream, {
      source: "uniprot",
      licence: UNIPROT_LICENCE,
      page: "https://rest.uniprot.org/help/license",
      words: /creative commons/i,
    }),
  ];
}
