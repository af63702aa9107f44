import { setting } from "../kit/settings.ts";
import { defineSource } from "../kit/source.ts";
import { uniprotAssumptions } from "./assumptions.ts";
import { createUniprotClient, uniprotService } from "./client.ts";
import { createMappingClient } from "./mapping-client.ts";
import { UNIPROT_LICENCE } from "./protein.ts";
import { getEntry } from "./tools/get-entry.ts";
import { getFeatures } from "./tools/get-features.ts";
import { getProtein } from "./tools/get-protein.ts";
import { getSequence } from "./tools/get-sequence.ts";
import { mapIds } from "./tools/map-ids.ts";

export const uniprot = defineSource({
  name: "uniprot",
  title: "UniProt",
  description: "Protein entries of UniProtKB: function with evidence, reactions, subunits, structures, identifiers.",
  homepage: "https://www.uniprot.org",
  terms: "CC BY 4.0: free to use and share with attribution to the UniProt Consortium.",
  licences: {
    [UNIPROT_LICENCE]: {
      name: "Creative Commons Attribution 4.0 International",
      url: "https://creativecommons.org/licenses/by/4.0/",
      attribution: "UniProt Consortium, https://www.uniprot.org",
      terms: "attribution",
      redistribute: true,
    },
  },
  settings: {
    url: setting.url("GENE_ROUTER_UNIPROT_URL", "Base URL of the UniProt REST service", "https://rest.uniprot.org"),
  },
  create({ upstream, settings, clock }) {
    const service = uniprotService(upstream, settings.url);
    const client = createUniprotClient(upstream, service);
    return [
      getProtein(client),
      getEntry(client),
      mapIds(createMappingClient(service, clock)),
      getFeatures(client),
      getSequence(client),
    ];
  },
  assumptions: ({ upstream, settings }) => uniprotAssumptions(upstream, uniprotService(upstream, settings.url)),
});
