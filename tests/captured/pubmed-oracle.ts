/** What a record states, read by another way than the source's: regular expressions over the raw XML, no tree. */
export interface StatedArticle {
  readonly pmid: string;
  readonly title: string;
  /** Label ("" for none) and text of each section of the main abstract. */
  readonly sections: readonly (readonly [string, string])[];
  readonly authors: number;
  readonly collectives: readonly string[];
  readonly doi: string | null;
  readonly pmcid: string | null;
  readonly year: string | null;
  readonly journal: string | null;
  readonly language: string | null;
  readonly types: readonly string[];
  /** `RefType` of each correction, comment or reference, in order. */
  readonly relations: readonly string[];
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const INVISIBLE = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

function plain(xml: string): string {
  return xml
    .replace(/<\/?[A-Za-z][^>]*>/g, "")
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
      name === undefined
        ? String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10))
        : (NAMED[name] ?? whole),
    )
    .replace(INVISIBLE, "")
    .replace(/\s+/g, " ")
    .trim();
}

const first = (xml: string, pattern: RegExp): string | null => pattern.exec(xml)?.[1] ?? null;
const every = (xml: string, pattern: RegExp): string[] => [...xml.matchAll(pattern)].map((match) => match[1] ?? "");
const plainOrNull = (xml: string | null): string | null => (xml === null ? null : plain(xml) || null);

/** Every `PubmedArticle` of an answer, in its order. */
export const statedArticles = (answer: string): StatedArticle[] =>
  every(answer, /<PubmedArticle>([\s\S]*?)<\/PubmedArticle>/g).map(statedArticle);

function statedArticle(whole: string): StatedArticle {
  const xml = whole.replace(/<ReferenceList>[\s\S]*<\/ReferenceList>/g, "");
  const date = first(xml, /<PubDate>([\s\S]*?)<\/PubDate>/) ?? "";
  const abstract = first(xml, /<Abstract>([\s\S]*?)<\/Abstract>/) ?? "";
  const authors = every(
    first(xml, /<AuthorList[^>]*>([\s\S]*?)<\/AuthorList>/) ?? "",
    /<Author((?:\s[^>]*)?>[\s\S]*?)<\/Author>/g,
  );
  const located = [...xml.matchAll(/<ELocationID([^>]*)>([^<]*)</g)].find(
    ([, attributes]) => /EIdType="doi"/.test(attributes!) && !/ValidYN="N"/.test(attributes!),
  );
  return {
    pmid: first(xml, /<PMID[^>]*>(\d+)</) ?? "",
    title: plain(first(xml, /<ArticleTitle[^>]*>([\s\S]*?)<\/ArticleTitle>/) ?? ""),
    sections: [...abstract.matchAll(/<AbstractText([^>]*)>([\s\S]*?)<\/AbstractText>/g)]
      .map(([, attributes, body]) => [plain(first(attributes!, /Label="([^"]*)"/) ?? ""), plain(body!)] as const)
      .filter(([, body]) => body !== ""),
    authors: authors.filter((author) => !/^[^>]*ValidYN="N"/.test(author)).length,
    collectives: authors.flatMap((author) => every(author, /<CollectiveName>([^<]*)</g).map(plain)),
    doi: plainOrNull(located?.[2] ?? first(xml, /<ArticleId IdType="doi">([^<]*)</)),
    pmcid: plainOrNull(first(xml, /<ArticleId IdType="pmc">([^<]*)</)),
    year: first(date, /<Year>\s*(\d{4})/) ?? first(date, /<MedlineDate>[^<\d]*(\d{4})/),
    journal: plainOrNull(first(xml, /<Title>([^<]*)</)),
    language: plainOrNull(first(xml, /<Language>([^<]*)</)),
    types: every(xml, /<PublicationType(?:\s[^>]*)?>([^<]*)</g).map(plain),
    relations: every(xml, /<CommentsCorrections\s[^>]*RefType="(\w+)"/g),
  };
}
