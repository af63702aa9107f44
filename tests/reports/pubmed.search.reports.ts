import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { articleXml, codesOf, EUTILS, paramsOf, setXml, xml } from "../support/pubmed-network.ts";
import { issues, pulls } from "./addresses.ts";
import { expectFailure, pubmed } from "./pubmed-network.ts";
import type { ReportRow } from "./reports.ts";

const esearch = (answer: () => Response) => pubmed.use(http.all(`${EUTILS}/esearch.fcgi`, answer));
const text =
  (body: string, type = "application/json") =>
  () =>
    HttpResponse.text(body, { headers: { "content-type": type } });
const search = (args: object = {}, env?: Record<string, string>) =>
  pubmed.call("search_abstracts", { term: "katG", ...args }, env);

/** What was asked, what was found and what PubMed counts. */
export const rows: readonly ReportRow[] = [
  {
    kind: "more matches than can be reached are counted, cut and said to be unreachable",
    reports: [...issues("biopython/biopython", 4189, 4353, 4193), ...issues("jannisborn/paperscraper", 40)],
    async check() {
      const list = Array.from({ length: 9_999 }, (_, index) => String(30_000_000 + index));
      const asked = pubmed.serve(list, { count: 36_935, fields: { warninglist: { outputmessages: ["adjusted"] } } });
      const first = await search({ limit: 2 });
      expect(first).toMatchObject({
        outcome: "truncated",
        record_ids: list.slice(0, 2),
        page: { total: 36_935, unreachable: 26_935, truncated_by: "limit" },
      });
      expect(codesOf(first)).toContain("beyond_cap");
      expect(Number(asked[0]?.retstart) + Number(asked[0]?.retmax)).toBeLessThanOrEqual(10_000);
    },
  },
  {
    kind: "the number of records asked for is always sent, since PubMed stops at 20 by itself, and the first is no. 0",
    reports: [...issues("biopython/biopython", 1924), ...issues("massimoaria/pubmedR", 7)],
    async check() {
      const list = Array.from({ length: 25 }, (_, index) => String(100 + index));
      const asked = pubmed.serve(list);
      const result = await search({ limit: 25 });
      expect(asked[0]).toMatchObject({ retmax: "25", retstart: "0" });
      expect(asked[1]).toMatchObject({ retmax: "25", retstart: "0" });
      expect(result).toMatchObject({ outcome: "found", record_ids: list, page: { total: 25, returned: 25 } });
      pubmed.serve(["7"]);
      expect(await search()).toMatchObject({ outcome: "found", record_ids: ["7"], page: { total: 1 } });
    },
  },
  {
    kind: "a list of one that is written as one value is a list of one",
    reports: issues("PathwayCommons/semantic-search", 19),
    async check() {
      pubmed.serve(["7"], { fields: { idlist: "7" } });
      expect(await search()).toMatchObject({ outcome: "found", record_ids: ["7"] });
    },
  },
  {
    kind: "an error of the search's backend inside a 200, as JSON, XML or with bare line breaks, is a failure, no zero",
    reports: [
      ...issues("metapub/metapub", 73),
      ...issues("cyanheads/pubmed-mcp-server", 95),
      ...issues("jannisborn/paperscraper", 40),
      ...pulls("ropensci/rentrez", 208),
      ...issues("monarch-initiative/curategpt", 143),
    ],
    async check() {
      const message = "Search Backend failed: Exception:\n'retstart' cannot be larger than 9998.";
      for (const [body, type] of [
        [JSON.stringify({ esearchresult: { ERROR: message } }), "application/json"],
        [`{"header":{},"esearchresult":{"ERROR":"${message}"}}`, "application/json"],
        [JSON.stringify({ esearchresult: { count: "0", idlist: [], ERROR: "Empty term" } }), "application/json"],
        [`<?xml version="1.0"?>\n<eSearchResult>\n\t<ERROR>${message}</ERROR>\n</eSearchResult>`, "text/xml"],
      ] as const) {
        esearch(text(body, type));
        expectFailure(await search(), "in_band_error");
        expectFailure(await pubmed.call("get_abstracts_for_gene", { gene: "katG" }), "in_band_error");
      }
    },
  },
  {
    kind: "phrases, fields and quotes that PubMed did not know are named, since a broader search ran",
    reports: [
      ...pulls("mims-harvard/ToolUniverse", 502),
      ...issues("cyanheads/pubmed-mcp-server", 96),
      ...issues("wcmc-its/ReCiter", 282),
      ...issues("hetio/medline", 3),
      ...issues("BRCAChallenge/brca-exchange", 1237),
    ],
    async check() {
      const errorlist = { phrasesnotfound: ["unicornwombat"], fieldsnotfound: ["NoSuchField"] };
      const warninglist = { phrasesignored: ["of"], quotedphrasesnotfound: ['"JAK2 wombat"'], outputmessages: [] };
      pubmed.serve(["7"], { count: 540, fields: { errorlist, warninglist, querytranslation: "JAK2" } });
      const result = await search({ limit: 1 });
      expect(result.resolved).toMatchObject({
        query_translation: "JAK2",
        ignored_phrases: ["unicornwombat", "NoSuchField", "of", '"JAK2 wombat"'],
      });
      expect(codesOf(result)).toContain("phrases_ignored");
      const strict = await search({ strict: true });
      expect(strict).toMatchObject({ outcome: "no_match", records: [], page: { total: 0 } });
      const inXml =
        "<eSearchResult><Count>870</Count><IdList><Id>7</Id></IdList><QueryTranslation>J[au]</QueryTranslation><ErrorList><PhraseNotFound>Charles-rawlins</PhraseNotFound><FieldNotFound>Aithor</FieldNotFound></ErrorList></eSearchResult>";
      esearch(text(inXml, "text/xml"));
      expect((await search({ limit: 1 })).resolved.ignored_phrases).toEqual(["Charles-rawlins", "Aithor"]);
    },
  },
  {
    kind: "the search is sent as it was written, and how PubMed ran it is shown beside its count",
    reports: [
      ...issues("biopython/biopython", 4160, 1282),
      ...issues("ialbert/bio", 24),
      ...issues("run-llama/llama-hub", 369),
    ],
    async check() {
      const asked = pubmed.serve(["7"], { fields: { querytranslation: '"nitrilase"[All Fields]' } });
      const term = '((cSCC) OR ("Squilla empusa"[Organism])) AND "18S"[ti] NOT (mito* OR "whole genome")';
      const result = await search({ term });
      expect(asked[0]).toMatchObject({ term, db: "pubmed", sort: "relevance" });
      expect(asked[0]).not.toHaveProperty("rettype");
      expect(result.resolved).toMatchObject({ term, query_translation: '"nitrilase"[All Fields]' });
      const explained = await pubmed.call("explain_query", { term });
      expect(explained.resolved).toMatchObject({ count: 1, clauses: 3 });
    },
  },
  {
    kind: "a range of dates with one end is sent with both and by date of publication, or PubMed would ignore it",
    reports: pulls("mims-harvard/ToolUniverse", 311),
    async check() {
      const asked = pubmed.serve(["7"]);
      await search({ from_date: "2024" });
      await search({ to_date: "2019-06" });
      await search({});
      expect(asked.filter(({ term }) => term !== undefined)).toMatchObject([
        { mindate: "2024", maxdate: "3000", datetype: "pdat" },
        { mindate: "1500", maxdate: "2019/06", datetype: "pdat" },
        {},
      ]);
      expect(asked.at(-2)).not.toHaveProperty("datetype");
    },
  },
  {
    kind: "a blank date is refused by name, never sent and never read as a search without match",
    reports: issues("cyanheads/pubmed-mcp-server", 13),
    async check() {
      const asked = pubmed.serve(["7"]);
      const result = await search({ from_date: "", to_date: "" });
      expect(result).toMatchObject({ outcome: "bad_input", requests: [] });
      expect(result.errors.map(({ param }) => param)).toEqual(["from_date", "to_date"]);
      expect(asked).toEqual([]);
    },
  },
  {
    kind: "a long search and a long list of PMIDs go in a body, not in a URL that is refused for its length",
    reports: [
      ...issues("biopython/biopython", 2010),
      ...issues("ropensci/rentrez", 45, 168, 97),
      ...pulls("ropensci/rentrez", 174),
      ...pulls("monarch-initiative/ontogpt", 131),
    ],
    async check() {
      const pmids = Array.from({ length: 200 }, (_, index) => String(30_000_000 + index));
      const asked = pubmed.serve(pmids);
      const result = await pubmed.call("get_records", { pmids, max_bytes: 400_000 });
      expect(asked).toMatchObject([{ method: "POST", id: pmids.join(",") }]);
      expect(result.items.map(({ outcome }) => outcome)).toEqual(pmids.map(() => "found"));
      const methods: string[] = [];
      pubmed.use(
        http.all(`${EUTILS}/esearch.fcgi`, async ({ request }) => {
          methods.push(request.method);
          const { term } = await paramsOf(request);
          return HttpResponse.json({ esearchresult: { count: "0", idlist: [], querytranslation: term?.slice(0, 9) } });
        }),
      );
      const term = Array.from({ length: 90 }, (_, index) => `"silver tube 99.95+%, ${index} mm"[tiab]`).join(" OR ");
      expect(await search({ term })).toMatchObject({ outcome: "no_match", resolved: { term } });
      expect(methods).toEqual(["POST"]);
    },
  },
  {
    kind: "a server error, with a page for its body, is a failure that may be tried again, not a missing field or a zero",
    reports: [
      ...issues("OpenKnowledgeMaps/Headstart", 257),
      ...issues("snap-stanford/Biomni", 101),
      ...issues("monarch-initiative/ontogpt", 427, 268),
    ],
    async check() {
      const page = "<head><title>NCBI/eutils202 - WWW Error 500 Diagnostic</title></head><body>Server Error</body>";
      esearch(() => HttpResponse.html(page, { status: 500 }));
      const failed = await search();
      expectFailure(failed, "upstream_error");
      expect(failed.errors[0]).toMatchObject({ retryable: true, status: 500 });
      esearch(() => HttpResponse.html(page));
      expectFailure(await search(), "unexpected_content");
      esearch(text(""));
      expectFailure(await search(), "incomplete");
    },
  },
  {
    kind: "too many requests, as a status or as a message in a 200, are waited for, then told as such, never as a zero",
    reports: [
      ...issues("wcmc-its/ReCiter-PubMed-Retrieval-Tool", 166),
      ...issues("MVesuviusC/primerTree", 33, 35),
      ...issues("anthropics/life-sciences", 35),
    ],
    async check() {
      const body = { error: "API rate limit exceeded", "api-key": "192.0.2.7", count: "17", limit: "3" };
      esearch(() => HttpResponse.json(body, { status: 429 }));
      const failed = await search();
      expectFailure(failed, "rate_limited");
      expect(failed.errors[0]).toMatchObject({ retryable: true, status: 429 });
      expect(failed.requests[0]?.attempts).toBe(4);
      esearch(() => HttpResponse.json(body));
      expectFailure(await search(), "rate_limited");
      expect(JSON.stringify(await search())).not.toContain("192.0.2.7");
      pubmed.serve(["7"]);
      let times = 0;
      pubmed.use(
        http.all(`${EUTILS}/efetch.fcgi`, () => {
          times += 1;
          return times < 3 ? HttpResponse.json(body, { status: 429 }) : xml(setXml(articleXml("7")));
        }),
      );
      expect(await search()).toMatchObject({ outcome: "found", record_ids: ["7"] });
    },
  },
  {
    kind: "a key that NCBI does not know is named as the cause, not the PMIDs or the term, and is shown nowhere",
    reports: issues("metapub/metapub", 32),
    async check() {
      const key = "0123456789abcdef0123456789abcdef0123";
      const refused = () =>
        HttpResponse.json(
          { error: "API key invalid", "api-key": key, type: "api", status: "unknown" },
          { status: 400 },
        );
      pubmed.use(http.all(`${EUTILS}/esearch.fcgi`, refused), http.all(`${EUTILS}/efetch.fcgi`, refused));
      pubmed.use(http.all(`${EUTILS}/ecitmatch.cgi`, refused));
      const citations = [{ journal: "science", year: "1987", volume: "235", first_page: "182", author: "x" }];
      for (const [tool, args] of [
        ["search_abstracts", { term: "katG" }],
        ["get_records", { pmids: ["6761231"] }],
        ["match_citation", { citations }],
      ] as const) {
        const result = await pubmed.call(tool, args, { NCBI_API_KEY: key });
        expect(result).toMatchObject({
          outcome: "upstream_failed",
          errors: [{ code: "upstream_refused", param: "NCBI_API_KEY", status: 400, retryable: false }],
        });
        expect(JSON.stringify(result)).not.toContain(key);
      }
      esearch(() => HttpResponse.json({ error: "something else" }, { status: 400 }));
      expect((await search()).errors).toMatchObject([{ code: "upstream_refused", param: "term", status: 400 }]);
    },
  },
  {
    kind: "PMIDs that came without a record are named and not citable; they do not vanish from a count",
    reports: [
      ...issues("skoval/RISmed", 6),
      ...issues("JetBrains-Research/pubtrends", 296),
      ...issues("wcmc-its/ReCiter-PubMed-Retrieval-Tool", 166),
    ],
    async check() {
      pubmed.serve(["5", "6", "7"], { holds: ["5", "7"] });
      const result = await search();
      expect(result).toMatchObject({
        outcome: "truncated",
        record_ids: ["5", "7"],
        page: { total: 3 },
        resolved: { pmids_not_returned: ["6"] },
      });
    },
  },
];
