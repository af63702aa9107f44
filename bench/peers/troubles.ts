import type { Outcome } from "./servers.ts";
import type { NcbiAnswer, NcbiRequest } from "./stand-in-ncbi.ts";

/** A way in which the service goes wrong, and what a right answer to it is. */
export interface Trouble {
  readonly name: string;
  /** Tool and arguments, ours and the peer's. */
  readonly ours: readonly [string, Record<string, unknown>];
  readonly peers: readonly [string, Record<string, unknown>];
  /** `good` is the article set of PMID 1 and 2, written here. */
  answer(request: NcbiRequest, nth: number): NcbiAnswer;
  right(outcome: Outcome): boolean;
}

const article = (pmid: string) =>
  `<PubmedArticle><MedlineCitation><PMID Version="1">${pmid}</PMID><Article><Journal><Title>J</Title><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue></Journal><ArticleTitle>Title of ${pmid}</ArticleTitle><Abstract><AbstractText>Text of ${pmid}.</AbstractText></Abstract><Language>eng</Language><PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList></Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`;
const set = (...pmids: string[]) =>
  `<?xml version="1.0" ?><PubmedArticleSet>${pmids.map(article).join("")}</PubmedArticleSet>`;

const records = (...pmids: string[]) =>
  ({ ours: ["get_records", { pmids }], peers: ["pubmed_fetch_articles", { pmids }] }) as const;

/** An error, or every PMID that did not come named as missing. */
const failedOrMissing =
  (...pmids: string[]) =>
  ({ failed, result }: Outcome): boolean => {
    if (failed) return true;
    const missing = (result.unavailablePmids ?? []) as string[];
    const items = (result.items ?? []) as { input: string; outcome: string }[];
    return pmids.every(
      (pmid) => missing.includes(pmid) || items.some((one) => one.input === pmid && one.outcome !== "found"),
    );
  };
const failed = (outcome: Outcome): boolean => outcome.failed;
const recovered = (outcome: Outcome): boolean =>
  !outcome.failed && JSON.stringify(outcome.result).includes("Text of 11");

const search = (term: string) =>
  ({ ours: ["search_abstracts", { term }], peers: ["pubmed_search_articles", { query: term }] }) as const;

/** One search answer in the format that was asked for. */
const found = (request: NcbiRequest, count: number, ids: readonly string[], ignored: string): NcbiAnswer =>
  request.params.get("retmode") === "json"
    ? {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          header: { type: "esearch", version: "0.3" },
          esearchresult: {
            count: String(count),
            retmax: String(ids.length),
            retstart: "0",
            idlist: ids,
            querytranslation: "x",
            errorlist: { phrasesnotfound: [ignored], fieldsnotfound: [] },
          },
        }),
      }
    : {
        body: `<?xml version="1.0"?><eSearchResult><Count>${count}</Count><RetMax>${ids.length}</RetMax><RetStart>0</RetStart><IdList>${ids.map((id) => `<Id>${id}</Id>`).join("")}</IdList><QueryTranslation>x</QueryTranslation><ErrorList><PhraseNotFound>${ignored}</PhraseNotFound></ErrorList></eSearchResult>`,
      };

const citation = (first: string) => ({ journal: "j", year: "2020", volume: "1", author: first });
const citations = {
  ours: [
    "match_citation",
    {
      citations: [
        { ...citation("a"), first_page: "1" },
        { ...citation("b"), first_page: "2" },
      ],
    },
  ],
  peers: [
    "pubmed_lookup_citation",
    {
      citations: ["a", "b"].map((author, index) => ({
        journal: "j",
        year: "2020",
        volume: "1",
        firstPage: String(index + 1),
        authorName: author,
      })),
    },
  ],
} as const;

/** The lines of a citation request, each with its key in the sixth column. */
const lines = (request: NcbiRequest): string[] => (request.params.get("bdata") ?? "").split(/\r|\n/).filter(Boolean);

export const TROUBLES: readonly Trouble[] = [
  {
    name: "two PMIDs asked, one returned",
    ...records("11", "12"),
    answer: () => ({ body: set("11") }),
    right: failedOrMissing("12"),
  },
  {
    name: "a book instead of an article",
    ...records("11"),
    answer: () => ({
      body: `<?xml version="1.0" ?><PubmedArticleSet><PubmedBookArticle><BookDocument><PMID Version="1">11</PMID><ArticleIdList/><Book><BookTitle>Book of 11</BookTitle><PubDate><Year>2020</Year></PubDate></Book><ArticleTitle>Chapter</ArticleTitle><Abstract><AbstractText>Text of 11.</AbstractText></Abstract></BookDocument></PubmedBookArticle></PubmedArticleSet>`,
    }),
    right: recovered,
  },
  {
    name: "other articles returned than asked",
    ...records("11"),
    answer: () => ({ body: set("99") }),
    right: failedOrMissing("11"),
  },
  {
    name: "429 with Retry-After, then the answer",
    ...records("11"),
    answer: (_, nth) => (nth === 1 ? { status: 429, headers: { "retry-after": "1" }, body: "" } : { body: set("11") }),
    right: recovered,
  },
  {
    name: "rate message as JSON in a 200",
    ...records("11"),
    answer: () => ({
      headers: { "content-type": "application/json" },
      body: '{"error":"API rate limit exceeded","api-key":"0.0.0.0","count":"4","limit":"3"}',
    }),
    right: failed,
  },
  {
    name: "HTML page in a 200",
    ...records("11"),
    answer: () => ({ headers: { "content-type": "text/html" }, body: "<!DOCTYPE html><html><body>Down</body></html>" }),
    right: failed,
  },
  {
    name: "empty body in a 200",
    ...records("11"),
    answer: () => ({ body: "" }),
    right: failedOrMissing("11"),
  },
  {
    name: "XML cut inside the second article",
    ...records("11", "12"),
    answer: () => ({ body: set("11", "12").slice(0, set("11").length + 200) }),
    right: failedOrMissing("12"),
  },
  {
    name: "error element in a 200",
    ...records("11"),
    answer: () => ({ body: '<?xml version="1.0"?><eFetchResult><ERROR>Cannot process ID list</ERROR></eFetchResult>' }),
    right: failed,
  },
  {
    name: "a summary document instead of articles",
    ...records("11"),
    answer: () => ({ body: '<?xml version="1.0"?><eSummaryResult><DocSum><Id>11</Id></DocSum></eSummaryResult>' }),
    right: failed,
  },
  {
    name: "a phrase that the search ignored is reported",
    ...search("katG zzqqxx"),
    answer: (request) =>
      request.endpoint.startsWith("esearch") ? found(request, 1, ["11"], "zzqqxx") : { body: set("11") },
    right: ({ result, failed }) => {
      const { query, effectiveQuery, searchUrl, requests, resolved = {}, ...said } = result;
      const { term, query_translation, ...read } = resolved as Record<string, unknown>;
      return !failed && JSON.stringify([said, read]).includes("zzqqxx");
    },
  },
  {
    name: "search backend failure in a 200",
    ...search("katG"),
    answer: (request) =>
      request.params.get("retmode") === "json"
        ? {
            headers: { "content-type": "application/json" },
            body: '{"header":{"type":"esearch","version":"0.3"},"esearchresult":{"ERROR":"Search Backend failed: timeout"}}',
          }
        : { body: '<?xml version="1.0"?><eSearchResult><ERROR>Search Backend failed: timeout</ERROR></eSearchResult>' },
    right: failed,
  },
  {
    name: "citations answered in another order",
    ...citations,
    answer: (request) =>
      request.endpoint.startsWith("ecitmatch")
        ? {
            headers: { "content-type": "text/plain" },
            body: `${lines(request)
              .map((line, index) => `${line.replace(/\|$/, "")}|${index + 11}`)
              .reverse()
              .join("\n")}\n`,
          }
        : { body: set(...(request.params.get("id") ?? "").split(",")) },
    right: ({ result }) => {
      const items = (result.items ?? []) as { resolved_to: string }[];
      const rows = (result.results ?? []) as { key: string; pmid: string }[];
      const byKey = [...rows].sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ pmid }) => pmid);
      return [...items.map(({ resolved_to }) => resolved_to), ...byKey].join() === "11,12";
    },
  },
  {
    name: "one citation left without an answer is a failure, not a miss",
    ...citations,
    answer: (request) =>
      request.endpoint.startsWith("ecitmatch")
        ? {
            headers: { "content-type": "text/plain" },
            body: `${lines(request)
              .filter((line) => line.includes("|1|a|"))
              .map((line) => `${line.replace(/\|$/, "")}|11`)
              .join("\n")}\n`,
          }
        : { body: set(...(request.params.get("id") ?? "").split(",")) },
    right: ({ failed, result }) => failed || !JSON.stringify(result).includes('"not_found"'),
  },
];
