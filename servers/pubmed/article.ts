import { type Abstract, quotableText, readAbstract, textOrNull } from "./abstract.ts";
import { type Author, authorListOf, readAuthors } from "./authors.ts";
import { type HistoryDate, type PartialDate, readDate, readHistory, readYear } from "./dates.ts";
import { EMPTY_TEXT, type FlatText, flatten } from "./flat-text.ts";
import { type Identifiers, PMID, readIdentifiers } from "./identifiers.ts";
import {
  correctionsOf,
  type PublicationState,
  type PublicationType,
  readPublicationState,
  readPublicationTypes,
} from "./publication-state.ts";
import { childAt, childrenOf, type XmlElement } from "./xml.ts";

/** One record of PubMed as read. Every bibliographic field is optional; only the PMID is certain. */
export interface PubmedRecord {
  readonly pmid: string;
  /** Revision of the record, 1 when not stated. */
  readonly version: number;
  readonly type: "article" | "book";
  readonly title: FlatText;
  readonly abstract: Abstract;
  /** Title, blank line, abstract. */
  readonly quotable: FlatText;
  readonly authors: readonly Author[];
  readonly journal: string | null;
  readonly language: string | null;
  readonly year: string | null;
  readonly dates: {
    readonly issue: PartialDate | null;
    readonly electronic: PartialDate | null;
    readonly history: readonly HistoryDate[];
  };
  readonly identifiers: Identifiers;
  readonly publicationTypes: readonly PublicationType[];
  readonly state: PublicationState;
}

/** A `PubmedArticle`; null when it carries no PMID of its own. Unknown elements are ignored. */
export function readArticle(element: XmlElement): PubmedRecord | null {
  const citation = childAt(element, "MedlineCitation");
  const article = childAt(citation, "Article");
  const data = childAt(element, "PubmedData");
  const id = readId(citation);
  if (id === null) return null;
  const issueDate = childAt(article, "Journal", "JournalIssue", "PubDate");
  const title = titleOf(childAt(article, "ArticleTitle"), childAt(article, "VernacularTitle"));
  const abstract = readAbstract(childAt(article, "Abstract"), childrenOf(citation, "OtherAbstract"));
  const publicationTypes = readPublicationTypes(childrenOf(childAt(article, "PublicationTypeList"), "PublicationType"));
  const online = childrenOf(article, "ArticleDate");
  return {
    ...id,
    type: "article",
    title,
    abstract,
    quotable: quotableText(title, abstract.flat),
    authors: readAuthors(authorListOf(article)),
    journal:
      textOrNull(childAt(article, "Journal", "Title")) ??
      textOrNull(childAt(article, "Journal", "ISOAbbreviation")) ??
      textOrNull(childAt(citation, "MedlineJournalInfo", "MedlineTA")),
    language: abstract.language ?? textOrNull(childAt(article, "Language")),
    year: readYear(issueDate),
    dates: {
      issue: readDate(issueDate),
      electronic: readDate(online.find(({ attributes }) => attributes.DateType === "Electronic") ?? online[0]),
      history: readHistory(childAt(data, "History")),
    },
    identifiers: readIdentifiers(childrenOf(article, "ELocationID"), childrenOf(data, "ArticleIdList")),
    publicationTypes,
    state: readPublicationState(publicationTypes, correctionsOf(citation)),
  };
}

/** PMID and revision of a citation or a book document. */
export function readId(owner: XmlElement | undefined): { pmid: string; version: number } | null {
  const element = childAt(owner, "PMID");
  const pmid = textOrNull(element);
  if (pmid === null || !PMID.test(pmid)) return null;
  const version = element?.attributes.Version ?? "";
  return { pmid, version: /^\d{1,6}$/.test(version) ? Number(version) : 1 };
}

// NLM prints this where no English title exists; the title is then the one in the article's own language.
const NOT_AVAILABLE = /^\[not available\]\.?$/i;

export function titleOf(...candidates: readonly (XmlElement | undefined)[]): FlatText {
  const titles = candidates.flatMap((element) => (element === undefined ? [] : [flatten(element)]));
  const real = titles.find(({ text }) => text !== "" && !NOT_AVAILABLE.test(text));
  return real ?? titles.find(({ text }) => text !== "") ?? EMPTY_TEXT;
}
