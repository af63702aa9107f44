import { setting } from "../kit/settings.ts";
import { defineSource } from "../kit/source.ts";
import { keggAssumptions } from "./assumptions.ts";
import { createKeggClient, LICENCE_ID } from "./client.ts";
import { pathwayTable } from "./pathway-table.ts";
import { underTerms } from "./terms.ts";
import { convertIds } from "./tools/convert-ids.ts";
import { findGenes } from "./tools/find-genes.ts";
import { getGene } from "./tools/get-gene.ts";
import { getPathwayGenes } from "./tools/get-pathway-genes.ts";
import { getPathways } from "./tools/get-pathways.ts";
import { getRelease } from "./tools/get-release.ts";
import { listPathways } from "./tools/list-pathways.ts";
import { resolveGenes } from "./tools/resolve-genes.ts";

export const kegg = defineSource({
  name: "kegg",
  title: "KEGG",
  description: "Pathways of genes and genes of pathways, by organism, from the KEGG database.",
  homepage: "https://www.kegg.jp",
  terms: "Academic use by academic users only; offering it as a service needs a licence. Not to be redistributed.",
  licences: {
    [LICENCE_ID]: {
      name: "KEGG academic use",
      url: "https://www.kegg.jp/kegg/legal.html",
      attribution: "KEGG, Kanehisa Laboratories",
      terms: "academic_only",
      redistribute: false,
    },
  },
  settings: {
    url: setting.url("GENE_ROUTER_KEGG_URL", "Base URL of the KEGG REST service", "https://rest.kegg.jp"),
    terms: setting.choice(
      "GENE_ROUTER_KEGG_TERMS",
      "Your right to offer KEGG on a public address: academic or licensed",
      ["academic", "licensed"],
      null,
    ),
  },
  create({ upstream, settings, exposure }) {
    const client = createKeggClient(upstream, settings.url);
    const tools = [
      getPathways(client),
      resolveGenes(client),
      getGene(client),
      findGenes(client),
      listPathways(client),
      getPathwayGenes(client),
      getRelease(client),
      convertIds(client),
    ];
    return [...underTerms(tools, exposure === "public" && settings.terms === null), pathwayTable(client)];
  },
  assumptions: ({ upstream, settings }) => keggAssumptions(upstream, settings.url),
});
