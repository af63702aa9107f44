import { setting } from "../kit/settings.ts";
import { defineSource } from "../kit/source.ts";
import type { PaceGroup, Upstream } from "../kit/upstream/upstream.ts";
import { pubmedAssumptions } from "./assumptions.ts";
import { PubmedClient, type PubmedServices } from "./client.ts";
import { LICENCES, PUBMED_ABSTRACT } from "./licence.ts";
import { convertIds } from "./tools/convert-ids.ts";
import { explainQuery } from "./tools/explain-query.ts";
import { getAbstractsForGene } from "./tools/get-abstracts-for-gene.ts";
import { getRecords } from "./tools/get-records.ts";
import { matchCitation } from "./tools/match-citation.ts";
import { searchAbstracts } from "./tools/search-abstracts.ts";

/** NCBI's published limit is 3 requests a second, with a key 10; a little is left for clocks that differ. */
const paceOf = (apiKey: string | null): PaceGroup => ({
  name: "ncbi",
  spacingMs: apiKey === null ? 350 : 110,
  inFlight: 3,
});

const IDCONV_HOST = "pmc.ncbi.nlm.nih.gov";

export const pubmed = defineSource({
  name: "pubmed",
  title: "PubMed",
  description:
    "Articles and abstracts of the biomedical literature, searched by text, with exact quotable text and retraction state",
  homepage: "https://pubmed.ncbi.nlm.nih.gov/",
  terms:
    "Bibliographic data come from the U.S. National Library of Medicine; abstracts belong to their publishers and must not be redistributed.",
  licences: LICENCES,
  settings: {
    eutilsUrl: setting.url(
      "GENE_ROUTER_NCBI_URL",
      "Base URL of NCBI's E-utilities",
      "https://eutils.ncbi.nlm.nih.gov/entrez/eutils",
    ),
    idconvUrl: setting.url(
      "GENE_ROUTER_IDCONV_URL",
      "Base URL of PMC's id converter",
      `https://${IDCONV_HOST}/tools/idconv/api/v1/articles`,
    ),
    tool: setting.text("GENE_ROUTER_NCBI_TOOL", "Name of this client, sent to NCBI as tool", "gene-router"),
    email: setting.text("NCBI_EMAIL", "Contact address, sent to NCBI as email", null),
    apiKey: setting.secret("NCBI_API_KEY", "NCBI API key, for 10 requests a second"),
  },
  create({ upstream, settings, warn }) {
    const warnWithoutEmail = (): void => {
      if (settings.email === null) warn("NCBI_EMAIL is not set; NCBI asks for a contact address with every request");
    };
    const client = new PubmedClient(upstream, servicesOf(upstream, settings), warnWithoutEmail);
    return [
      getAbstractsForGene(client),
      searchAbstracts(client),
      getRecords(client),
      matchCitation(client),
      convertIds(client),
      explainQuery(client),
    ];
  },
  assumptions: ({ upstream, settings }) => pubmedAssumptions(upstream, servicesOf(upstream, settings)),
});

interface NcbiSettings {
  readonly eutilsUrl: string;
  readonly idconvUrl: string;
  readonly tool: string;
  readonly email: string | null;
  readonly apiKey: string | null;
}

function servicesOf(upstream: Upstream, settings: NcbiSettings): PubmedServices {
  const identity = { tool: settings.tool, email: settings.email ?? undefined };
  const shared = {
    source: "pubmed",
    group: paceOf(settings.apiKey),
    licence: { id: PUBMED_ABSTRACT, redistribute: false },
  };
  return {
    eutils: upstream.service({
      ...shared,
      base: settings.eutilsUrl,
      identity: { ...identity, api_key: settings.apiKey ?? undefined },
    }),
    // The converter takes no key. Its old address leads to the new one.
    idconv: upstream.service({ ...shared, base: settings.idconvUrl, hosts: [IDCONV_HOST], identity }),
  };
}
