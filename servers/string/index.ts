import { setting } from "../kit/settings.ts";
import { defineSource } from "../kit/source.ts";
import { stringAssumptions } from "./assumptions.ts";
import { createStringClient, stringService } from "./client.ts";
import { licences } from "./licence.ts";
import { getEnrichment } from "./tools/get-enrichment.ts";
import { getHomologs } from "./tools/get-homologs.ts";
import { getNetwork } from "./tools/get-network.ts";
import { getPartners } from "./tools/get-partners.ts";
import { getVersion } from "./tools/get-version.ts";
import { resolveIds } from "./tools/resolve-ids.ts";

export const string = defineSource({
  name: "string",
  title: "STRING",
  description:
    "Functional associations between proteins with a confidence for each kind of evidence: partners of a gene, the network and the enriched terms of a gene set, best homologs, and STRING ids of gene names",
  homepage: "https://string-db.org",
  terms: "CC BY 4.0: free to use and share with attribution; cite the paper of the version used.",
  licences,
  settings: {
    url: setting.url(
      "GENE_ROUTER_STRING_URL",
      "Base URL of STRING; the default is pinned to one version",
      "https://version-12-0.string-db.org",
    ),
    callerIdentity: setting.text("STRING_CALLER_IDENTITY", "Who calls, as STRING asks to be told", "gene-router"),
  },
  create({ upstream, settings }) {
    const client = createStringClient(upstream, stringService(upstream, settings));
    return [getPartners, resolveIds, getNetwork, getEnrichment, getHomologs, getVersion].map((tool) => tool(client));
  },
  assumptions: ({ upstream, settings }) => stringAssumptions(upstream, stringService(upstream, settings)),
});
