import { readdirSync } from "node:fs";
import type { ReceivedBody } from "../../../servers/kit/upstream/upstream.ts";
import { type CapturedRow, capturedIsHere, capturedPath, capturedText } from "./captured.ts";

/** Captured files that hold a whole `PubmedArticleSet`; empty where the captures are absent. */
export const readdirCaptured = (): string[] =>
  capturedIsHere
    ? ["efetch", "odd", "tb", "eutils"]
        .flatMap((folder) => readdirSync(capturedPath(`pubmed/${folder}`)).map((name) => `pubmed/${folder}/${name}`))
        .filter((file) => file.endsWith(".xml") && /<\/PubmedArticleSet>\s*$/.test(capturedText(file)))
        .sort()
    : [];

/** A body as the upstream layer hands it to a validator. */
export const received = (text: string, contentType: string, status = 200): ReceivedBody => ({
  status,
  contentType,
  body: new TextEncoder().encode(text),
  text: () => text,
});

const EUTILS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils";
const LICENCE = "pubmed-abstract";

const keyUrl = (endpoint: string, params: Record<string, string>): string =>
  `${EUTILS}/${endpoint}?${new URLSearchParams(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)))}`;

const efetchRow = (file: string, pmids: readonly string[]): CapturedRow => ({
  file: `pubmed/${file}`,
  method: "GET",
  url: keyUrl("efetch.fcgi", {
    db: "pubmed",
    id: pmids.join(","),
    retmax: String(pmids.length),
    retmode: "xml",
    retstart: "0",
  }),
  form: null,
  licence: LICENCE,
  headers: { "content-type": "text/xml; charset=UTF-8" },
});

const KATG_PMIDS = ["35919400", "30808448", "42239534", "35038342"];

/**
 * `get_abstracts_for_gene {gene: katG, limit: 4}`: the search names four PMIDs, the captured fetch holds the first only,
 * so the other three are "asked and not returned". Further rows bring single records of other kinds out whole.
 */
export const pubmedRows: readonly CapturedRow[] = [
  {
    file: "pubmed/tb/esearch_katG.json",
    method: "GET",
    url: keyUrl("esearch.fcgi", {
      db: "pubmed",
      retmax: "4",
      retmode: "json",
      retstart: "0",
      sort: "relevance",
      term: '"katG" AND "Mycobacterium tuberculosis"',
    }),
    form: null,
    licence: LICENCE,
    headers: { "content-type": "application/json; charset=UTF-8" },
  },
  efetchRow("tb/efetch_35919400_cut.xml", KATG_PMIDS),
  efetchRow("tb/efetch_35919400_cut.xml", ["35919400"]),
  efetchRow("tb/efetch_no_abstract_8950806.xml", ["8950806"]),
  efetchRow("efetch/39345789.xml", ["39345789"]),
  efetchRow("efetch/36987902.xml", ["36987902"]),
  efetchRow("efetch/39382274.xml", ["39382274"]),
  efetchRow("odd/zotero_03_20729678.xml", ["20729678"]),
];
