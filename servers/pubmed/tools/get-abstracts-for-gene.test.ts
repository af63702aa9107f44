import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import {
  articleXml,
  codesOf,
  EUTILS,
  noteOf,
  pubmedNetwork,
  setXml,
  xml,
} from "../../../tests/support/pubmed-network.ts";

const network = pubmedNetwork();
const get = (args: object) => network.call("get_abstracts_for_gene", args);

describe("get_abstracts_for_gene", () => {
  it("searches both names as phrases and answers in the order of the search", async () => {
    const asked = network.serve(["99000003", "99000001", "99000002"]);
    const result = await get({ gene: " katG " });
    expect(result.outcome).toBe("found");
    expect(result.record_ids).toEqual(["99000003", "99000001", "99000002"]);
    expect(result.query).toMatchObject({ gene: "katG", organism: "Mycobacterium tuberculosis", limit: 10 });
    expect(result.resolved).toMatchObject({
      matched_by: "search",
      term: '"katG" AND "Mycobacterium tuberculosis"',
      query_translation: "as run",
      ignored_phrases: [],
      pmids_not_returned: [],
    });
    expect(asked[0]).toEqual({
      db: "pubmed",
      term: '"katG" AND "Mycobacterium tuberculosis"',
      retmode: "json",
      retstart: "0",
      retmax: "10",
      sort: "relevance",
      tool: "gene-router",
    });
    expect(asked[1]).toMatchObject({
      retmode: "xml",
      retstart: "0",
      retmax: "3",
      tool: "gene-router",
    });
  });

  it("gives each record its page, licence, provenance and quotable text", async () => {
    network.serve(["99000001"]);
    const result = await get({ gene: "katG" });
    expect(result.records[0]).toMatchObject({
      record_id: "99000001",
      type: "article",
      url: "https://pubmed.ncbi.nlm.nih.gov/99000001/",
      licence: "pubmed-abstract",
      request_refs: [1, 0],
      also: ["PMID:99000001"],
      detail: { quotable_text: "Title 99000001\n\nAbout katG.", text_version: "t1", mentions: ["katG"] },
    });
    expect(result.licences["pubmed-abstract"]).toMatchObject({ redistribute: false, terms: "publisher" });
    const { detail, retrieved_at } = result.records[0]!;
    expect(detail.publication_state).toEqual({
      states: ["none_known"],
      notices: [],
      is_notice: false,
      checked_at: retrieved_at,
    });
  });

  it.each(["HLA-A", "PE-PGRS33", "rrl/rrs", "p.(E1*)", "5'-NT", "a{2}|b^$+?\\."])(
    "finds the name %s in a text that holds it",
    async (gene) => {
      network.serve(["1"]);
      network.use(
        http.get(`${EUTILS}/efetch.fcgi`, () =>
          xml(setXml(articleXml("1", { abstract: `<AbstractText>On ${gene}, again.</AbstractText>` }))),
        ),
      );
      const result = await get({ gene });
      expect(result.outcome).toBe("found");
      expect(result.records[0]?.detail.mentions).toEqual([gene]);
    },
  );

  it("says what kind of answer it is", async () => {
    network.serve(["99000001", "99000002"], { count: 40 });
    const result = await get({ gene: "katG", limit: 2 });
    expect(codesOf(result)).toEqual(
      expect.arrayContaining(["text_search_not_resolution", "total_matches", "double_count", "partial_list"]),
    );
    expect(noteOf(result, "total_matches")).toContain("40");
    expect(result.page).toMatchObject({ returned: 2, total: 40, truncated_by: "limit" });
    expect(result.outcome).toBe("truncated");
  });

  it("searches any organism when the organism is empty", async () => {
    network.serve(["99000001"]);
    expect((await get({ gene: "katG", organism: "" })).resolved).toMatchObject({ term: '"katG"' });
  });

  it("says that no match is no finding", async () => {
    network.serve([]);
    const result = await get({ gene: "nosuchgene" });
    expect(result).toMatchObject({ outcome: "no_match", records: [], page: { total: 0, returned: 0 } });
    expect(result.resolved).toMatchObject({ matched_by: "none", query_translation: "as run" });
    expect(codesOf(result)).toContain("text_search_not_resolution");
  });

  it("reports a phrase that PubMed left out", async () => {
    network.serve(["99000001"], {
      fields: { warninglist: { phrasesignored: [], quotedphrasesnotfound: ['"katG"'], outputmessages: [] } },
    });
    const result = await get({ gene: "katG" });
    expect(result.resolved.ignored_phrases).toEqual(['"katG"']);
    expect(codesOf(result)).toContain("phrases_ignored");
  });

  it("pages through every record once, gaps in the answers included", async () => {
    const list = ["99000001", "99000002", "99000003", "99000004", "99000005", "99000006", "99000007"];
    network.serve(list, { holds: list.filter((pmid) => pmid !== "99000002") });
    const source = network.open();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await source.call("get_abstracts_for_gene", {
        gene: "katG",
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.record_ids);
      cursor = page.page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(list.filter((pmid) => pmid !== "99000002"));
  });

  it("can be paged past a page without any record", async () => {
    network.serve(["1", "2", "3"], { holds: ["1", "3"] });
    const source = network.open();
    const args = { gene: "katG", limit: 1 };
    const first = await source.call("get_abstracts_for_gene", args);
    const gap = await source.call("get_abstracts_for_gene", { ...args, cursor: first.page.next_cursor });
    expect(gap).toMatchObject({ outcome: "upstream_failed", record_ids: [], errors: [{ code: "incomplete" }] });
    const last = await source.call("get_abstracts_for_gene", { ...args, cursor: gap.page.next_cursor });
    expect(last).toMatchObject({ record_ids: ["3"], page: { next_cursor: null } });
  });

  it("calls a cursor expired once the list has changed", async () => {
    network.serve(["99000001", "99000002"]);
    const { page } = await get({ gene: "katG", limit: 1 });
    network.reset();
    network.serve(["99000001", "99000002", "99000003"]);
    const later = await get({ gene: "katG", limit: 1, cursor: page.next_cursor });
    expect(later).toMatchObject({ outcome: "bad_input", errors: [{ code: "cursor_expired" }] });
    network.reset();
    network.serve([]);
    expect(await get({ gene: "katG", limit: 1, cursor: page.next_cursor })).toMatchObject({
      outcome: "bad_input",
      errors: [{ code: "cursor_expired" }],
    });
  });

  it("says how many matches lie beyond what PubMed serves", async () => {
    network.serve(["99000001"], { count: 25_000 });
    const result = await get({ gene: "katG", limit: 1 });
    expect(result.page).toMatchObject({ total: 25_000, unreachable: 15_000 });
    expect(noteOf(result, "beyond_cap")).toMatch(/15000.*date/);
  });

  it("names the PMIDs that came without a record", async () => {
    network.serve(["99000001", "99000002"], { holds: ["99000001"] });
    const result = await get({ gene: "katG" });
    expect(result.outcome).toBe("truncated");
    expect(result.record_ids).toEqual(["99000001"]);
    expect(result.resolved.pmids_not_returned).toEqual(["99000002"]);
    expect(noteOf(result, "not_returned")).toContain("99000002");
  });

  it("never turns a set without records into an absence of literature", async () => {
    network.serve(["99000001"], { holds: [] });
    const result = await get({ gene: "katG" });
    expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "incomplete" }] });
    expect(result.resolved.pmids_not_returned).toEqual(["99000001"]);
  });

  it("flags what a reader must know of a record", async () => {
    network.serve(["1", "2", "3", "4"]);
    const retraction =
      '<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><PMID>9</PMID></CommentsCorrections></CommentsCorrectionsList>';
    network.use(
      http.get(`${EUTILS}/efetch.fcgi`, () =>
        xml(
          setXml(
            articleXml("1", { abstract: "<AbstractText>katG, 10<sup>5</sup></AbstractText>", citation: retraction }),
            articleXml("2", { abstract: "" }),
            articleXml("3", { abstract: "<AbstractText>Another gene.</AbstractText>" }),
            articleXml("4"),
          ),
        ),
      ),
    );
    const result = await get({ gene: "katG" });
    expect(result.records.map(({ flags }) => flags)).toEqual([
      ["retracted", "superscript_number"],
      ["no_abstract", "no_term_named"],
      ["no_term_named"],
      [],
    ]);
    expect(codesOf(result)).toEqual(
      expect.arrayContaining(["retracted", "superscript_number", "no_abstract", "no_term_named"]),
    );
    expect(noteOf(result, "no_term_named")).toMatch(/ PMIDs: 2, 3\.$/);
    expect(noteOf(result, "no_abstract")).toMatch(/ PMIDs: 2\.$/);
    expect(result.records[0]?.detail.publication_state).toMatchObject({
      states: ["retracted"],
      notices: [{ kind: "retraction", pmid: "9", ref: null, raw: "RetractionIn" }],
    });
  });

  it("keeps the other records when one is broken", async () => {
    network.serve(["1", "2"]);
    network.use(
      http.get(`${EUTILS}/efetch.fcgi`, () =>
        xml(setXml(articleXml("1", { abstract: "<AbstractText><i>x</AbstractText>" }), articleXml("2"))),
      ),
    );
    const result = await get({ gene: "katG" });
    expect(result.record_ids).toEqual(["2"]);
    expect(result.resolved.pmids_not_returned).toEqual(["1"]);
  });
});

describeCaptured("get_abstracts_for_gene on captured answers", () => {
  it("gives the first article of katG whole and names the three that the capture lacks", async () => {
    network.use(
      http.get(`${EUTILS}/esearch.fcgi`, () =>
        HttpResponse.json(JSON.parse(capturedText("pubmed/tb/esearch_katG.json"))),
      ),
      http.get(`${EUTILS}/efetch.fcgi`, () => xml(capturedText("pubmed/tb/efetch_35919400_cut.xml"))),
    );
    const result = await get({ gene: "katG", limit: 4 });
    expect(result).toMatchObject({ outcome: "truncated", record_ids: ["35919400"], page: { total: 1382 } });
    expect(result.resolved.pmids_not_returned).toEqual(["30808448", "42239534", "35038342"]);
    const [record] = result.records;
    expect(record?.flags).toEqual(["superscript_number"]);
    expect(record?.detail).toMatchObject({
      journal: "PeerJ",
      year: "2022",
      doi: "10.7717/peerj.13645",
      doi_conflict: false,
      pmcid: "PMC9339217",
      in_pmc: true,
      language: "eng",
      abstract_kind: "main",
      mentions: ["katG"],
      dates: { issue: { raw: "2022", precision: "year" }, electronic: { raw: "2022 07 28", precision: "day" } },
    });
    const { abstract_sections, quotable_text, script_spans } = record!.detail as {
      abstract_sections: { label: string }[];
      quotable_text: string;
      script_spans: { start: number; end: number }[];
    };
    expect(abstract_sections.map(({ label }) => label)).toEqual(["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"]);
    expect(script_spans.map(({ start, end }) => quotable_text.slice(start, end))).toEqual([
      "5",
      "R",
      "R",
      "R",
      "R",
      "R",
    ]);
  });
});
