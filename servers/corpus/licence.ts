import type { Licence } from "../kit/envelope/envelope.ts";

export const PUBMED_ABSTRACT = "pubmed-abstract";

/** Abstracts belong to their publishers; a corpus of them stays on the machine that built it. */
export const licences: Readonly<Record<string, Licence>> = {
  [PUBMED_ABSTRACT]: {
    name: "PubMed abstract (copyright of its publisher)",
    url: "https://www.nlm.nih.gov/databases/download/terms_and_conditions.html",
    attribution:
      "Bibliographic data courtesy of the U.S. National Library of Medicine; abstract copyright of its publisher",
    terms: "publisher",
    redistribute: false,
  },
};
