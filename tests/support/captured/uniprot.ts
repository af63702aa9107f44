import type { CapturedRow } from "./captured.ts";

const FIELDS = "accession,id,protein_name,gene_names,cc_function,cc_catalytic_activity,cc_subunit,ec,xref_pdb";

const searchUrl = (gene: string): string =>
  `https://rest.uniprot.org/uniprotkb/search?${new URLSearchParams([
    ["fields", FIELDS],
    ["format", "json"],
    ["query", `gene:"${gene}" AND organism_id:83332`],
    ["size", "100"],
  ])}`;

const searchRow = (gene: string): CapturedRow => ({
  file: "uniprot/mtb/search_Rv1908c.json",
  method: "GET",
  url: searchUrl(gene),
  form: null,
  licence: "cc-by-4.0-uniprot",
  headers: { "content-type": "application/json", "x-total-results": "1" },
});

/**
 * The captured answer was given for the locus tag. `gene:` matches every name of a gene, so the same one entry answers
 * the symbol as well; the two rows differ in nothing but the request.
 */
export const uniprotRows: CapturedRow[] = [searchRow("Rv1908c"), searchRow("katG")];
