import { DEFAULT_BASE } from "../../../servers/tbdb/data-version.ts";

/** The six public services: where each one lives, and the variable that sends its source elsewhere. */
export const SERVICES = {
  kegg: { base: "https://rest.kegg.jp", variable: "GENE_ROUTER_KEGG_URL" },
  string: { base: "https://version-12-0.string-db.org", variable: "GENE_ROUTER_STRING_URL" },
  uniprot: { base: "https://rest.uniprot.org", variable: "GENE_ROUTER_UNIPROT_URL" },
  ncbi: { base: "https://eutils.ncbi.nlm.nih.gov/entrez/eutils", variable: "GENE_ROUTER_NCBI_URL" },
  idconv: { base: "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles", variable: "GENE_ROUTER_IDCONV_URL" },
  tbdb: { base: DEFAULT_BASE, variable: "GENE_ROUTER_TBDB_URL" },
} as const;

export type ServiceName = keyof typeof SERVICES;

export const SERVICE_NAMES = Object.keys(SERVICES) as ServiceName[];
