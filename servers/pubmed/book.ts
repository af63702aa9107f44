import { quotableText, readAbstract, textOrNull } from "./abstract.ts";
import { type PubmedRecord, readId, titleOf } from "./article.ts";
import { authorListOf, readAuthors } from "./authors.ts";
import { readDate, readHistory, readYear } from "./dates.ts";
import { readIdentifiers } from "./identifiers.ts";
import { correctionsOf, readPublicationState, readPublicationTypes } from "./publication-state.ts";
import { childAt, childrenOf, type XmlElement } from "./xml.ts";

/** A `PubmedBookArticle`: a book of NCBI's Bookshelf, or one chapter of it. It has no journal. */
export function readBook(element: XmlElement): PubmedRecord | null {
  const document = childAt(element, "BookDocument");
  const book = childAt(document, "Book");
  const data = childAt(element, "PubmedBookData");
  const id = readId(document);
  if (id === null) return null;
  // A book that is continued (GeneReviews since 1993) is older than its chapters, which carry a date of their own.
  const contributed = childAt(document, "ContributionDate");
  const published = childAt(book, "PubDate");
  const isChapter = childAt(document, "ArticleTitle") !== undefined;
  const date = isChapter ? (contributed ?? published) : (published ?? contributed);
  const title = titleOf(
    childAt(document, "ArticleTitle"),
    childAt(document, "VernacularTitle"),
    childAt(book, "BookTitle"),
  );
  const abstract = readAbstract(childAt(document, "Abstract"), childrenOf(document, "OtherAbstract"));
  const publicationTypes = readPublicationTypes([
    ...childrenOf(document, "PublicationType"),
    ...childrenOf(childAt(document, "PublicationTypeList"), "PublicationType"),
  ]);
  return {
    ...id,
    type: "book",
    title,
    abstract,
    quotable: quotableText(title, abstract.flat),
    authors: readAuthors(authorListOf(document, book)),
    journal: null,
    language: abstract.language ?? textOrNull(childAt(document, "Language")),
    year: readYear(date),
    dates: { issue: readDate(date), electronic: null, history: readHistory(childAt(data, "History")) },
    identifiers: readIdentifiers(
      [...childrenOf(document, "ELocationID"), ...childrenOf(book, "ELocationID")],
      [...childrenOf(document, "ArticleIdList"), ...childrenOf(data, "ArticleIdList")],
    ),
    publicationTypes,
    state: readPublicationState(publicationTypes, correctionsOf(document)),
  };
}
