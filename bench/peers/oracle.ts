import type { Article } from "./articles.ts";

/**
 * Reads articles out of `PubmedArticleSet` by regular expressions: slow, narrow, and unlike either server's reader, so
 * that a fault of a reader cannot hide behind the same fault here. Books are not read.
 */
export function readArticles(xml: string): Article[] {
  return blocks(xml, "PubmedArticle").map((article) => {
    const citation = blocks(article, "MedlineCitation")[0] ?? "";
    const inner = blocks(citation, "Article")[0] ?? "";
    const abstract = blocks(inner, "Abstract")[0] ?? "";
    const authorList = blocks(inner, "AuthorList")[0] ?? "";
    const ids = directIds(blocks(article, "PubmedData")[0] ?? "");
    const issue = blocks(inner, "PubDate")[0] ?? "";
    return {
      pmid: flat(blocks(citation, "PMID")[0] ?? ""),
      title: flat(blocks(inner, "ArticleTitle")[0] ?? "") || null,
      abstract: sections(abstract) || null,
      authors: blocks(authorList, "Author").length,
      collectives: blocks(authorList, "CollectiveName").length,
      doi: validDoi(inner) ?? ids.doi ?? null,
      pmcid: ids.pmc ?? null,
      year: /<Year>(\d{4})/.exec(issue)?.[1] ?? /<MedlineDate>\D*(\d{4})/.exec(issue)?.[1] ?? null,
      language: flat(blocks(inner, "Language")[0] ?? "") || null,
      types: blocks(blocks(inner, "PublicationTypeList")[0] ?? "", "PublicationType").map(flat),
      state: states(citation),
    };
  });
}

/** Inner texts of every element of that name; PubMed's elements of these names do not nest in themselves. */
function blocks(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>([\\s\\S]*?)</${name}>)`, "g");
  return [...xml.matchAll(pattern)].map(([, inside = ""]) => inside);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function flat(inside: string): string {
  return inside
    .replace(/<[^>]*>/g, "")
    .replace(/&(#x?[0-9a-fA-F]+|[a-z]+);/g, (whole, name: string) =>
      name.startsWith("#")
        ? String.fromCodePoint(name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
        : (ENTITIES[name] ?? whole),
    )
    .replace(/\s+/gu, " ")
    .trim();
}

/** `LABEL: text` of each part, as both servers print it. */
function sections(abstract: string): string {
  return [...abstract.matchAll(/<AbstractText((?:\s[^>]*)?)(?:\/>|>([\s\S]*?)<\/AbstractText>)/g)]
    .map(([, attributes = "", inside = ""]) => {
      const label = flat(/\sLabel="([^"]*)"/.exec(attributes)?.[1] ?? "");
      const text = flat(inside);
      return text === "" ? "" : label === "" ? text : `${label}: ${text}`;
    })
    .filter((part) => part !== "")
    .join(" ");
}

/** The article's own list; lists of references stand inside `ReferenceList`. */
function directIds(pubmedData: string): Record<string, string> {
  const own = pubmedData.replace(/<ReferenceList>[\s\S]*<\/ReferenceList>/g, "");
  const list = blocks(own, "ArticleIdList")[0] ?? "";
  return Object.fromEntries(
    [...list.matchAll(/<ArticleId IdType="([^"]+)">([^<]*)</g)].map(([, type = "", id = ""]) => [type, flat(id)]),
  );
}

const validDoi = (article: string): string | null => {
  for (const [, attributes = "", inside = ""] of article.matchAll(/<ELocationID([^>]*)>([^<]*)</g)) {
    if (/EIdType="doi"/.test(attributes) && !/ValidYN="N"/.test(attributes)) return flat(inside);
  }
  return null;
};

const KINDS: Readonly<Record<string, readonly string[]>> = {
  RetractionIn: ["retracted"],
  ExpressionOfConcernIn: ["expression_of_concern"],
  ErratumIn: ["corrected"],
  RepublishedIn: ["republished"],
  UpdateIn: ["updated"],
  CorrectedandRepublishedIn: ["corrected", "republished"],
  RetractedandRepublishedIn: ["retracted", "republished"],
};

function states(citation: string): string[] {
  const found = new Set<string>();
  if (/<PublicationType[^>]*UI="D016441"/.test(citation)) found.add("retracted");
  for (const [, kind = ""] of citation.matchAll(/<CommentsCorrections RefType="([^"]+)"/g)) {
    for (const state of KINDS[kind] ?? []) found.add(state);
  }
  return [...found];
}
