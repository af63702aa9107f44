/** Categories of terms that STRING documents for enrichment. */
export const CATEGORIES = [
  "Process",
  "Function",
  "Component",
  "Keyword",
  "KEGG",
  "RCTM",
  "WikiPathways",
  "Pfam",
  "SMART",
  "InterPro",
  "NetworkNeighborAL",
  "COMPARTMENTS",
  "TISSUES",
  "DISEASES",
  "HPO",
  "MPO",
  "DPO",
  "WPO",
  "ZPO",
  "FYPO",
  "PMID",
] as const;

/** Terms that are papers, thousands of them: shown on request only. */
export const PUBLICATIONS = "PMID";

const GO_TERM = /^GO:\d{7}$/;
const KEGG_PATHWAY = /^[a-z]{2,4}\d{5}$/;
const PAPER = /^PMID:(\d{1,9})$/;

/** A page on a term; where its collection has none that is known, the page of a gene set in STRING is given. */
export function termPage(term: string, otherwise: string): string {
  const paper = PAPER.exec(term)?.[1];
  if (paper !== undefined) return `https://pubmed.ncbi.nlm.nih.gov/${paper}/`;
  if (GO_TERM.test(term)) return `https://www.ebi.ac.uk/QuickGO/term/${term}`;
  return KEGG_PATHWAY.test(term) ? `https://www.kegg.jp/entry/${term}` : otherwise;
}
