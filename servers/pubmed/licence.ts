import type { Licence } from "../kit/envelope/envelope.ts";

export const PUBMED_ABSTRACT = "pubmed-abstract";

/** NLM claims no rights in bibliographic data, but abstracts belong to publishers or authors. */
export const LICENCES: Readonly<Record<string, Licence>> = {
  [PUBMED_ABSTRACT]: {
    name: "PubMed record with abstract",
    url: "https://www.nlm.nih.gov/databases/download/terms_and_conditions.html",
    attribution:
      "Data from PubMed, U.S. National Library of Medicine; abstracts may be protected by the publishers' copyright.",
    terms: "publisher",
    redistribute: false,
  },
};
