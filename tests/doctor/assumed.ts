import { MAPPED_FROM, MAPPED_TO } from "../../servers/uniprot/mapping-databases.ts";
import type { ServiceName } from "../support/services/service-names.ts";
import type { Services } from "../support/services/start-services.ts";

/** What a service answers while it is as its source takes it to be. Made by hand, as small as the question allows. */
interface Assumed {
  readonly service: ServiceName;
  /** Of `method path body`. */
  readonly match: RegExp;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** STRING under the address that names its version, and pages of other hosts, are played below the service that they belong to. */
export const PAGES: Readonly<Record<string, ServiceName>> = {
  "www.kegg.jp": "kegg",
  "version-12-0.string-db.org": "string",
  "string-db.org": "string",
  "rest.uniprot.org": "uniprot",
  "www.nlm.nih.gov": "ncbi",
  "github.com": "tbdb",
  "creativecommons.org": "tbdb",
};

const JSON_TYPE = { "content-type": "application/json" };
const HTML_TYPE = { "content-type": "text/html; charset=utf-8" };

const gene = (id: string) => `${id}\tCDS\t1..90\tabcA; made up\n`;
const entry = (id: string) =>
  `ENTRY       ${id}            CDS       T00015\nSYMBOL      katG\nNAME        (made) made up\nORGANISM    mtu  Mycobacterium tuberculosis H37Rv\nPATHWAY     mtu00360  Made up\nAASEQ       3\n            MPE\n///\n`;
const compound = (id: string) => `ENTRY       ${id}                      Compound\nNAME        made up\n///\n`;
const TEN = Array.from({ length: 10 }, (_, index) => compound(`C${String(index + 1).padStart(5, "0")}`)).join("");

const katG = { stringId_A: "83332.Rv1908c", preferredName_A: "katG", ncbiTaxonId: 83332 };
const channels = { nscore: 0.1, fscore: 0, pscore: 0, ascore: 0, escore: 0, dscore: 0, tscore: 0.9 };
const partner = (tag: string, score: number) => ({
  ...katG,
  stringId_B: `83332.${tag}`,
  preferredName_B: tag,
  score,
  ...channels,
});

const found = (accession: string) => ({ entryType: "UniProtKB reviewed (Swiss-Prot)", primaryAccession: accession });

const articles = `<?xml version="1.0" ?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">9634230</PMID><Article><Journal><Title>J</Title><JournalIssue><PubDate><Year>1998</Year></PubDate></JournalIssue></Journal><ArticleTitle>Made up</ArticleTitle><ELocationID EIdType="doi" ValidYN="Y">10.5555/made.up</ELocationID></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`;
const search = (more: object) =>
  JSON.stringify({
    header: { type: "esearch", version: "0.3" },
    esearchresult: { count: "2", retmax: "2", retstart: "0", idlist: ["2", "1"], querytranslation: "made up", ...more },
  });

export const ASSUMED: readonly Assumed[] = [
  { service: "kegg", match: / \/list\/mge /, body: gene("mge:MG_001") },
  { service: "kegg", match: / \/link\/pathway\/mtu:Rv1908c /, body: "mtu:Rv1908c\tpath:mtu00360\n" },
  { service: "kegg", match: / \/list\/pathway\/mtu /, body: "mtu00360\tMade up\n" },
  { service: "kegg", match: / \/get\/mtu:Rv1908c /, body: entry("Rv1908c") },
  { service: "kegg", match: / \/get\/C00001/, body: TEN },
  { service: "kegg", match: / \/get\/mtu:Rv0000x /, status: 404, body: "" },
  { service: "kegg", match: / \/link\/pathway\/mtu:Rv0006 /, body: "\n" },
  { service: "kegg", match: / \/list\/zzzz /, status: 400, body: "" },
  { service: "kegg", match: / \/conv\/uniprot\/mtu:Rv1908c /, body: "mtu:Rv1908c\tup:P9WIE5\n" },
  {
    service: "kegg",
    match: / \/info\/kegg /,
    body: "kegg             Made up\nkegg             Release 110.0, May 24\n",
  },
  { service: "kegg", match: /legal\.html/, headers: HTML_TYPE, body: "<html><body>Academic users</body></html>" },

  {
    service: "string",
    match: / \/api\/json\/version /,
    headers: JSON_TYPE,
    body: '[{"string_version":"12.0","string_stable_address":"https://version-12-0.string-db.org"}]',
  },
  {
    service: "string",
    match: /get_string_ids .*katG%0DfurA/,
    headers: JSON_TYPE,
    body: JSON.stringify(
      ["katG", "furA"].map((name, queryIndex) => ({
        queryItem: name,
        queryIndex,
        stringId: `83332.Rv190${8 + queryIndex}c`,
        ncbiTaxonId: 83332,
        preferredName: name,
        annotation: "made up",
      })),
    ),
  },
  { service: "string", match: /get_string_ids .*zzqqxx0/, headers: JSON_TYPE, body: "[]" },
  {
    service: "string",
    match: /interaction_partners .*required_score=900/,
    headers: JSON_TYPE,
    body: JSON.stringify([partner("Rv1909c", 0.979)]),
  },
  {
    service: "string",
    match: /interaction_partners .*limit=1(?:&|$)/,
    headers: JSON_TYPE,
    body: JSON.stringify([partner("Rv1909c", 0.979)]),
  },
  {
    service: "string",
    match: /interaction_partners .*limit=3(?:&|$)/,
    headers: JSON_TYPE,
    body: JSON.stringify(["Rv1909c", "Rv2428", "Rv3795"].map((tag) => partner(tag, 0.9))),
  },
  {
    service: "string",
    match: /network .*add_nodes=0/,
    headers: JSON_TYPE,
    body: JSON.stringify([partner("Rv1909c", 0.979)]),
  },
  { service: "string", match: /cgi\/access/, headers: HTML_TYPE, body: "<html>Creative Commons BY 4.0</html>" },

  {
    service: "uniprot",
    match: /uniprotkb\/search\?.*Rv1908c/,
    headers: { ...JSON_TYPE, "x-total-results": "1" },
    body: JSON.stringify({ results: [found("P9WIE5")] }),
  },
  {
    service: "uniprot",
    match: /uniprotkb\/search\?.*reviewed/,
    headers: {
      ...JSON_TYPE,
      "x-total-results": "2338",
      link: '<https://rest.uniprot.org/uniprotkb/search?cursor=made&size=1>; rel="next"',
    },
    body: JSON.stringify({ results: [found("P9WIE5")] }),
  },
  {
    service: "uniprot",
    match: /uniprotkb\/search\?.*size=1$|uniprotkb\/search\?.*accession(?:%3A|:)P9WIE5.*size=1(?:&| |$)/,
    headers: { ...JSON_TYPE, "x-total-results": "1", "x-uniprot-release": "2026_03" },
    body: JSON.stringify({ results: [found("P9WIE5")] }),
  },
  {
    service: "uniprot",
    match: /uniprotkb\/search\?.*size=500/,
    headers: { ...JSON_TYPE, "x-total-results": "1" },
    body: JSON.stringify({ results: [found("P9WIE5")] }),
  },
  {
    service: "uniprot",
    match: /uniprotkb\/P9WIE5\.json/,
    headers: JSON_TYPE,
    body: JSON.stringify({ ...found("P9WIE5"), comments: [{ evidences: [{ evidenceCode: "ECO:0000269" }] }] }),
  },
  {
    service: "uniprot",
    match: /uniprotkb\/P00001\.json/,
    headers: JSON_TYPE,
    body: JSON.stringify({
      entryType: "Inactive",
      primaryAccession: "P00001",
      inactiveReason: { inactiveReasonType: "DEMERGED", mergeDemergeTo: ["P99998", "P99999"] },
    }),
  },
  { service: "uniprot", match: /A0A000AAA0\.json/, status: 404, headers: JSON_TYPE, body: '{"messages":["made up"]}' },
  {
    service: "uniprot",
    match: /organism_id(?:%3A|:)tuberculosis/,
    status: 400,
    headers: JSON_TYPE,
    body: '{"messages":["made up"]}',
  },
  {
    service: "uniprot",
    match: /configure\/idmapping\/fields/,
    headers: JSON_TYPE,
    body: JSON.stringify({ items: [...MAPPED_FROM, ...MAPPED_TO].map((name) => ({ name })) }),
  },
  { service: "uniprot", match: /idmapping\/run/, headers: JSON_TYPE, body: '{"jobId":"made-up"}' },
  {
    service: "uniprot",
    match: /idmapping\/status\/made-up/,
    headers: JSON_TYPE,
    body: '{"jobStatus":"RUNNING"}',
  },
  { service: "uniprot", match: /help\/license/, headers: JSON_TYPE, body: '{"content":"Creative Commons BY 4.0"}' },

  {
    service: "ncbi",
    match: /esearch.*zzqqxx/,
    headers: JSON_TYPE,
    body: search({ warninglist: { quotedphrasesnotfound: ["zzqqxx yyvvww"] } }),
  },
  {
    service: "ncbi",
    match: /esearch.*retstart=10000/,
    headers: JSON_TYPE,
    body: '{"esearchresult":{"ERROR":"made up"}}',
  },
  { service: "ncbi", match: /esearch.*katG/, headers: JSON_TYPE, body: search({}) },
  { service: "ncbi", match: /efetch/, headers: { "content-type": "text/xml" }, body: articles },
  { service: "ncbi", match: /ecitmatch/, body: "nature|1998|393|537|cole st|k1|9634230\n" },
  {
    service: "idconv",
    match: /23193287/,
    headers: JSON_TYPE,
    body: '{"status":"ok","records":[{"requested-id":"23193287","pmid":23193287,"pmcid":"PMC3531190","doi":"10.5555/made.up"}]}',
  },
  { service: "ncbi", match: /terms_and_conditions/, headers: HTML_TYPE, body: "<html>Terms and Conditions</html>" },

  { service: "tbdb", match: /variables\.json/, body: '{"db-schema-version":"1.0.0","drugs":["isoniazid"]}' },
  { service: "tbdb", match: /barcode\.bed/, body: "Chromosome\t99\t100\tlineage1\tA\tMade up\tNone\tNone\n" },
  { service: "tbdb", match: /rules\.yml/, body: "made:\n  type: other\n" },
  {
    service: "tbdb",
    match: /mutations\.csv/,
    body: "Gene,Mutation,type,drug,original_mutation,confidence,source,comment\nkatG,p.Ser315Thr,drug_resistance,isoniazid,katG_p.Ser315Thr,Assoc w R,made up,\n",
  },
  { service: "tbdb", match: /LICENSE/, headers: HTML_TYPE, body: "<html>GNU Lesser General Public License</html>" },
  { service: "tbdb", match: /by-nc-sa/, headers: HTML_TYPE, body: "<html>ShareAlike</html>" },
];

/** Lets the stand-in answer as assumed, wherever it is not broken before. */
export function answerAsAssumed(services: Services): void {
  for (const { service, match, status = 200, headers = { "content-type": "text/plain" }, body } of ASSUMED) {
    services.break({ service, match, scenario: () => ({ status, headers, body: Buffer.from(body) }) });
  }
}
