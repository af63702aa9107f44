import type { WorldEntry } from "../world-entry.ts";

const JSON_TYPE = { "content-type": "application/json; charset=UTF-8" };
const XML_TYPE = { "content-type": "text/xml; charset=UTF-8" };

interface Article {
  readonly pmid: string;
  readonly title: string;
  readonly abstract: string;
  readonly doi: string;
}

const ARTICLES: readonly Article[] = [
  {
    pmid: "99000001",
    title: "Sample study of katG and isoniazid",
    abstract: "We looked at katG in sample strains.",
    doi: "10.5555/demo.katg.1",
  },
  {
    pmid: "99000002",
    title: "Another sample on katG",
    abstract: "A second text on isoniazid.",
    doi: "10.5555/demo.katg.2",
  },
  { pmid: "99000003", title: "A third sample", abstract: "A third text.", doi: "10.5555/demo.katg.3" },
  { pmid: "9634230", title: "Sample of a genome article", abstract: "A genome was read.", doi: "10.1038/31159" },
];

const articleXml = ({ pmid, title, abstract, doi }: Article): string =>
  `<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">${pmid}</PMID><Article PubModel="Print">` +
  "<Journal><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue><Title>Demo journal</Title></Journal>" +
  `<ArticleTitle>${title}</ArticleTitle><ELocationID EIdType="doi" ValidYN="Y">${doi}</ELocationID>` +
  `<Abstract><AbstractText>${abstract}</AbstractText></Abstract><Language>eng</Language>` +
  "<PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList></Article></MedlineCitation>" +
  `<PubmedData><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>\n`;

const records = (pmids: readonly string[], query: Readonly<Record<string, string | number>>): WorldEntry => ({
  path: "/efetch.fcgi",
  query: { db: "pubmed", id: pmids.join(","), retmode: "xml", ...query },
  headers: XML_TYPE,
  body:
    '<?xml version="1.0" ?>\n<PubmedArticleSet>\n' +
    pmids.map((pmid) => articleXml(ARTICLES.find((article) => article.pmid === pmid)!)).join("") +
    "</PubmedArticleSet>\n",
});

const fetched = (...pmids: readonly string[]): WorldEntry => records(pmids, { retstart: 0, retmax: pmids.length });

interface Found {
  readonly retmax: number;
  readonly retstart?: number;
  readonly count: number;
  readonly pmids: readonly string[];
  readonly more?: object;
}

const search = (term: string, { retmax, retstart = 0, count, pmids, more = {} }: Found): WorldEntry => ({
  path: "/esearch.fcgi",
  query: { db: "pubmed", term, retmode: "json", retmax, retstart, sort: "relevance" },
  headers: JSON_TYPE,
  body: JSON.stringify({
    header: { type: "esearch", version: "0.3" },
    esearchresult: {
      count: String(count),
      retmax: String(pmids.length),
      retstart: String(retstart),
      idlist: pmids,
      translationset: [],
      querytranslation: `${term}[All Fields]`,
      ...more,
    },
  }),
});

const matched = (...lines: readonly string[]): WorldEntry => ({
  path: "/ecitmatch.cgi",
  query: {
    db: "pubmed",
    retmode: "xml",
    bdata: lines.map((line) => line.slice(0, line.lastIndexOf("|") + 1)).join("\r"),
  },
  headers: { "content-type": "text/plain" },
  body: `${lines.join("\n")}\n`,
});

const FIRST = "Demo J|2020|1|1|Example A|c1|99000001";
const SECOND = "Demo J|2021|2|20|Sample B|c2|99000002";

export const ncbiWorld: readonly WorldEntry[] = [
  search("katG isoniazid", { retmax: 20, count: 2, pmids: ["99000001", "99000002"] }),
  fetched("99000001", "99000002"),
  fetched("99000003"),
  matched(FIRST, SECOND),
  matched(FIRST),
  matched(SECOND),
  search('"10.5555/demo.katg.3"[doi]', { retmax: 5, count: 1, pmids: ["99000003"] }),
  search("katG AND isoniazid", { retmax: 0, count: 2, pmids: [] }),
  search("katG", { retmax: 0, count: 5, pmids: [] }),
  search("isoniazid", { retmax: 0, count: 9, pmids: [] }),

  search('"katG" AND "Mycobacterium tuberculosis"', { retmax: 2, count: 5, pmids: ["99000001", "99000002"] }),
  search('katG AND "zzqqxx yyvvww"', {
    retmax: 2,
    count: 5,
    pmids: ["99000001", "99000002"],
    more: { warninglist: { phrasesignored: [], quotedphrasesnotfound: ['"zzqqxx yyvvww"'], outputmessages: [] } },
  }),
  {
    path: "/esearch.fcgi",
    query: { db: "pubmed", term: "tuberculosis", retmode: "json", retmax: 2, retstart: 10_000, sort: "relevance" },
    headers: JSON_TYPE,
    body: '{"header":{"type":"esearch"},"esearchresult":{"ERROR":"Sample message: no more than 9998 records"}}',
  },
  records(["9634230"], {}),
  matched("nature|1998|393|537|cole st|k1|9634230"),
];
