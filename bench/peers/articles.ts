/** What both servers are asked to say of one article; `null` where they say nothing. */
export interface Article {
  readonly pmid: string;
  readonly title: string | null;
  readonly abstract: string | null;
  readonly authors: number;
  readonly collectives: number;
  readonly doi: string | null;
  readonly pmcid: string | null;
  readonly year: string | null;
  readonly language: string | null;
  readonly types: readonly string[];
  /** Retracted, corrected, of concern …; `[]` where nothing is on record, `null` where the server does not say. */
  readonly state: readonly string[] | null;
}

export const FIELDS = [
  "title",
  "abstract",
  "authors",
  "collectives",
  "doi",
  "pmcid",
  "year",
  "language",
  "types",
  "state",
] as const;

/** White space and the notation of superscripts (`10⁵`, `10^5`, `105`) are a server's own choice; the words are not. */
const words = (text: string | null): string => (text ?? "").normalize("NFKC").replace(/[\s_^]+/gu, "");

/** Whether a server's field says what the XML says; the case of a DOI and the order of types are free. */
export function sameField(field: (typeof FIELDS)[number], said: Article, is: Article): boolean {
  switch (field) {
    case "title":
    case "abstract":
      return words(said[field]) === words(is[field]);
    case "doi":
      return (said.doi ?? "").toLowerCase() === (is.doi ?? "").toLowerCase();
    case "types":
      return [...said.types].sort().join("|") === [...is.types].sort().join("|");
    case "state":
      return said.state !== null && [...said.state].sort().join("|") === [...(is.state ?? [])].sort().join("|");
    default:
      return said[field] === is[field];
  }
}
