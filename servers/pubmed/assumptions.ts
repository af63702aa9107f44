import { type Ask, type Assumption, askForData } from "../kit/assumption.ts";
import { licencePage } from "../kit/licence-page.ts";
import type { Upstream } from "../kit/upstream/upstream.ts";
import { parseArticleSet } from "./article-set.ts";
import type { PubmedServices } from "./client.ts";
import { parseCitations } from "./ecitmatch.ts";
import { parseSearch } from "./esearch.ts";
import { parseConversions } from "./idconv.ts";
import { PUBMED_ABSTRACT } from "./licence.ts";

/** An article that stays: the complete genome of H37Rv, 1998, with a DOI and without a copy in PMC. */
const GENOME = { pmid: "9634230", citation: "nature|1998|393|537|cole st|k1|" };
/** An article that is in PMC. */
const IN_PMC = { pmid: "23193287", pmcid: "PMC3531190" };

/** What the tools take for granted of NCBI's E-utilities and of PMC's id converter. */
export function pubmedAssumptions(upstream: Upstream, { eutils, idconv }: PubmedServices): readonly Assumption[] {
  const search = async (ask: Ask, term: string, retstart = 0) =>
    (
      await askForData(ask, eutils, {
        path: "/esearch.fcgi",
        query: { db: "pubmed", term, retmode: "json", retmax: 2, retstart, sort: "relevance" },
      })
    ).text();
  return [
    {
      name: "search",
      says: "esearch gives a count, PMIDs and its translation of the query as JSON",
      async check(ask) {
        const { count, pmids, translation } = parseSearch(await search(ask, '"katG" AND "Mycobacterium tuberculosis"'));
        if (count < pmids.length || pmids.length !== 2) return `${pmids.length} PMIDs for retmax 2`;
        return translation === null ? "no query translation" : null;
      },
    },
    {
      name: "ignored_phrases",
      says: "a quoted phrase that PubMed does not know is reported as ignored",
      async check(ask) {
        const { ignoredPhrases } = parseSearch(await search(ask, 'katG AND "zzqqxx yyvvww"'));
        return ignoredPhrases.length > 0 ? null : "nothing is reported as ignored";
      },
    },
    {
      name: "ten_thousand_reachable",
      says: "matches from the 10,000th on are refused",
      async check(ask) {
        const reply = await ask(eutils, {
          path: "/esearch.fcgi",
          query: {
            db: "pubmed",
            term: "tuberculosis",
            retmode: "json",
            retmax: 2,
            retstart: 10_000,
            sort: "relevance",
          },
        });
        const served = reply.status === 200 && /"idlist"\s*:\s*\[\s*"\d/.test(reply.text());
        return served ? "PMIDs beyond the 10,000th" : null;
      },
    },
    {
      name: "records",
      says: "efetch gives a PubmedArticleSet as XML, with title, journal and DOI",
      async check(ask) {
        const reply = await askForData(ask, eutils, {
          path: "/efetch.fcgi",
          query: { db: "pubmed", id: GENOME.pmid, retmode: "xml" },
        });
        const record = parseArticleSet(reply.text()).records.get(GENOME.pmid);
        if (record === undefined) return "not the article that was asked for";
        return record.identifiers.doi === null ? "no DOI" : null;
      },
    },
    {
      name: "citation_match",
      says: "ecitmatch answers a citation under its own key",
      async check(ask) {
        const reply = await askForData(ask, eutils, {
          path: "/ecitmatch.cgi",
          query: { db: "pubmed", retmode: "xml", bdata: GENOME.citation },
        });
        const match = parseCitations(reply.text()).get("k1");
        return match?.kind === "matched" && match.pmid === GENOME.pmid ? null : "not the PMID of the citation";
      },
    },
    {
      name: "id_converter",
      says: "the id converter answers at its address, with PMID and PMC id as JSON",
      async check(ask) {
        const reply = await askForData(ask, idconv, {
          path: "/",
          query: { ids: IN_PMC.pmid, idtype: "pmid", format: "json", versions: "no" },
        });
        const conversion = parseConversions(reply.text()).get(IN_PMC.pmid);
        return conversion?.kind === "converted" && conversion.ids.pmcid === IN_PMC.pmcid
          ? null
          : "not the PMC id of the article";
      },
    },
    licencePage(upstream, {
      source: "pubmed",
      licence: PUBMED_ABSTRACT,
      page: "https://www.nlm.nih.gov/databases/download/terms_and_conditions.html",
      words: /terms and conditions/i,
    }),
  ];
}
