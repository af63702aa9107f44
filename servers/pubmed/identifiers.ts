import { textOrNull } from "./abstract.ts";
import { childrenOf, type XmlElement } from "./xml.ts";

/** At most ten digits, no leading zero. */
export const PMID = /^[1-9]\d{0,9}$/;
// Crossref's grammar of DOIs in use (10., registrant of 4–9 digits and its divisions, suffix without blanks).
const DOI = /^10\.\d{4,9}(?:\.\d+)*\/\S+$/;

/** Digits of a PMID, with or without its prefix; null when it is none. */
export const readPmid = (text: string): string | null =>
  /^\s*(?:PMID:?\s*)?([1-9]\d{0,9})\s*$/i.exec(text)?.[1] ?? null;

const RESOLVER = /^https?:\/\/(?:(?:dx|www)\.)?doi\.org\//i;

/** A DOI without resolver or scheme prefix; null when it is none. Case is kept; only a URL's escapes are resolved. */
export function readDoi(text: string | null): string | null {
  const given = (text ?? "").trim();
  const bare = RESOLVER.test(given)
    ? unescaped(given.replace(RESOLVER, ""))
    : given.replace(/^doi(?:\s*:\s*|\s+)/i, "");
  return DOI.test(bare) ? bare : null;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** DOIs are compared without case (ISO 26324). */
export const sameDoi = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** `PMC9339217` from any of its spellings: lower case, bare digits, with a version. */
export function readPmcid(text: string | null): string | null {
  const digits = /^(?:PMC)?([1-9]\d{0,9})(?:\.\d+)?$/i.exec((text ?? "").trim())?.[1];
  return digits === undefined ? null : `PMC${digits}`;
}

export interface Identifiers {
  readonly doi: string | null;
  /** The other DOI, when article and id list disagree. */
  readonly otherDoi: string | null;
  readonly pmcid: string | null;
}

/**
 * DOI and PMCID of an article: a valid `ELocationID`, else its own id list.
 *
 * @param elocations the article's `ELocationID` elements
 * @param idLists `ArticleIdList` elements that are **direct** children of the record's data: the reference list holds
 *   id lists of the cited articles, so a descendant search would attribute theirs to this one.
 */
export function readIdentifiers(elocations: readonly XmlElement[], idLists: readonly XmlElement[]): Identifiers {
  const located = elocations
    .filter(({ attributes }) => attributes.EIdType === "doi" && attributes.ValidYN !== "N")
    .map((element) => readDoi(textOrNull(element)))
    .find((doi) => doi !== null);
  const ids = idLists.flatMap((list) => childrenOf(list, "ArticleId"));
  const ofType = (type: string): (string | null)[] =>
    ids.filter(({ attributes }) => attributes.IdType === type).map((element) => textOrNull(element));
  const listed = ofType("doi")
    .map(readDoi)
    .find((doi) => doi !== null);
  const conflict = located !== undefined && listed !== undefined && !sameDoi(located, listed);
  return {
    doi: located ?? listed ?? null,
    otherDoi: conflict ? listed : null,
    pmcid:
      ofType("pmc")
        .map(readPmcid)
        .find((pmcid) => pmcid !== null) ?? null,
  };
}
