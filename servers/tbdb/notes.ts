/** Notes that several tools of this source may add; each says what an answer does not prove. */
export const SHARED_NOTES = {
  organism_not_covered:
    "This source knows M. tuberculosis H37Rv (mtu) only; coordinates of other genomes would collide, so nothing was looked up.",
  unknown_name:
    "The annotation of this ref has no gene of exactly this name; this says nothing about markers or resistance.",
  accession_unknown: "The annotation carries no accessions; ask with the locus tag or symbol instead.",
  moving_ref:
    "The data version is a branch or tag name, not a commit: its files may change between calls, and answers with them.",
} as const;
