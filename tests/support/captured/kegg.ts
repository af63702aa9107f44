import type { CapturedRow } from "./captured.ts";

const answer = (file: string, path: string): CapturedRow => ({
  file: `kegg/mtu/${file}`,
  method: "GET",
  url: `https://rest.kegg.jp/${path}`,
  form: null,
  licence: "kegg-academic",
  headers: { "content-type": "text/plain; charset=utf-8" },
});

/** Captured KEGG answers for H37Rv, each under the request that a tool makes. The gene list holds 403 of the genes. */
export const keggRows: CapturedRow[] = [
  answer("list_mtu_subset.tsv", "list/mtu"),
  answer("link_pathway_Rv1908c.tsv", "link/pathway/mtu:Rv1908c"),
  answer("list_pathway_mtu.tsv", "list/pathway/mtu"),
  answer("link_pathway_mtu.tsv", "link/pathway/mtu"),
];
