import { expect } from "vitest";
import type { ArticleDetail } from "../../servers/pubmed/detail.ts";
import { capturedText } from "../support/captured/captured.ts";
import { articleXml, setXml } from "../support/pubmed-network.ts";
import type { LedgerRow, ReadRow } from "./ledger.ts";
import { callWith } from "./pubmed-answers.ts";

const EUTILS = "pubmed/eutils";

/** efetch for whatever PMIDs are asked, in an order that means nothing. */
const fetched = (params: Record<string, string>): string =>
  setXml(
    ...params
      .id!.split(",")
      .sort()
      .map((pmid) => articleXml(pmid)),
  );

interface Search {
  readonly count: number;
  /** How many PMIDs are listed, the first and the last. */
  readonly listed: readonly [number, string, string];
  readonly translation: string;
  readonly ignored?: readonly string[];
  readonly truncated?: boolean;
}

/** A search answer whose PMIDs come out as records, in its order. */
const searchRow = (file: string, { count, listed, translation, ignored = [] }: Search): ReadRow => ({
  file,
  tool: "search_abstracts",
  out: `${listed[0]} of ${count} matches in PubMed's order${ignored.length > 0 ? `, ignoring ${ignored}` : ""}`,
  async check() {
    const answers = { esearch: capturedText(file), efetch: fetched };
    const limit = listed[0];
    const result = await callWith(answers, "search_abstracts", { term: "x", limit, max_bytes: 400_000 });
    expect(result).toMatchObject({ outcome: "truncated", errors: [], page: { returned: limit, total: count } });
    expect(result.page).toMatchObject({
      truncated_by: "limit",
      unreachable: count > 10_000 ? count - 10_000 : null,
    });
    expect(result.page.next_cursor).not.toBeNull();
    expect([result.record_ids.length, result.record_ids[0], result.record_ids.at(-1)]).toEqual(listed);
    expect(result.resolved).toMatchObject({ matched_by: "search", query_translation: translation });
    expect(result.resolved.ignored_phrases).toEqual(ignored);
    if (ignored.length === 0) return;
    const strict = await callWith(answers, "search_abstracts", { term: "x", limit, strict: true });
    expect(strict).toMatchObject({ outcome: "no_match", records: [], page: { total: 0 } });
  },
});

/** A search answer of another database: its ids have no form by which they could be told, its count is a count. */
const countRow = (file: string, count: number, translation: string): ReadRow => ({
  file,
  tool: "explain_query",
  out: `count ${count} and translation, no id taken for an article`,
  async check() {
    const esearch = capturedText(file);
    const counted = await callWith({ esearch }, "explain_query", { term: "x" });
    expect(counted).toMatchObject({ outcome: "found", resolved: { count, query_translation: translation } });
    expect(counted.records[0]?.detail).toMatchObject({ count });
    // PubMed knows none of these ids: a failure of the answer, not an absence of literature.
    const searched = await callWith({ esearch, efetch: () => setXml() }, "search_abstracts", { term: "x" });
    expect(searched).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "incomplete" }] });
  },
});

const noMatch: ReadRow = {
  file: `${EUTILS}/biopython_esearch8.xml`,
  tool: "search_abstracts",
  out: "no match and the phrase that PubMed did not find",
  async check() {
    const result = await callWith({ esearch: capturedText(noMatch.file) }, "search_abstracts", { term: "abcXYZ" });
    expect(result).toMatchObject({ outcome: "no_match", records: [], errors: [], page: { total: 0 } });
    expect(result.resolved).toMatchObject({ matched_by: "none", ignored_phrases: ["abcXYZ"] });
  },
};

/** A list of look-ups by citation, each with what ecitmatch had answered; the answers are put back into its lines. */
const citations: ReadRow = {
  file: `${EUTILS}/metapub_example_citation_lookup_results.txt`,
  tool: "match_citation",
  out: "15 answers: 7 PMIDs of 6 articles, 2 ambiguous of 7, 6 not found",
  async check() {
    const answers = [...capturedText(citations.file).matchAll(/^predicted pmid: {2}(.*)$/gm)].map(
      ([, answer]) => answer!,
    );
    expect(answers).toHaveLength(15);
    const asked = answers.map((_, index) => ({
      journal: "j test",
      year: 2000 + index,
      volume: index + 1,
      first_page: "7",
      author: "doe j",
    }));
    const ecitmatch = ({ bdata = "" }: Record<string, string>): string =>
      bdata
        .split("\r")
        .map((line) => `${line}${answers[Number(line.split("|")[2]) - 1]}`)
        .reverse()
        .join("\n");
    const result = await callWith({ ecitmatch, efetch: fetched }, "match_citation", { citations: asked });
    expect(result).toMatchObject({ outcome: "found", errors: [] });
    expect(result.items.map(({ resolved_to, reason }) => resolved_to ?? reason)).toEqual(
      answers.map((answer) => (answer.startsWith("AMBIGUOUS") ? "7 articles fit" : answer)),
    );
    expect(result.items.map(({ outcome }) => outcome)).toEqual(
      answers.map((answer) =>
        answer.startsWith("AMBIGUOUS") ? "ambiguous" : answer === "NOT_FOUND" ? "not_resolved" : "found",
      ),
    );
    expect(result.record_ids).toEqual(["23210566", "21655256", "23084198", "15805159", "9430654", "12707387"]);
    expect(result.items.filter(({ outcome }) => outcome === "found")).toHaveLength(7);
  },
};

const book: ReadRow = {
  file: "pubmed/odd/jabref_MedlineImporterTestPubmedBook.xml",
  tool: "get_records",
  out: "one book without a set around it, with its title, a group and a person as authors, and no journal",
  async check() {
    const result = await callWith({ efetch: capturedText(book.file) }, "get_records", { pmids: ["21413195"] });
    expect(result).toMatchObject({ outcome: "found", record_ids: ["21413195"], errors: [] });
    const [record] = result.records;
    expect(record).toMatchObject({ type: "book", flags: [] });
    const detail = record!.detail as unknown as ArticleDetail;
    expect(detail).toMatchObject({
      journal: null,
      year: "2009",
      language: "eng",
      abstract_kind: "main",
      doi: null,
      pmcid: null,
      in_pmc: false,
      publication_types: ["Review", "Practice Guideline"],
      dates: { issue: { raw: "2009 02", precision: "month" }, electronic: null },
      authors: [
        { collective: "National Collaborating Centre for Chronic Conditions (UK)" },
        { last_name: "Williams", fore_name: "Darlisha A", initials: "DA", suffix: null },
      ],
    });
    expect(detail.title).toMatch(/^Rheumatoid Arthritis: .* in Adults$/);
    expect(detail.abstract).toHaveLength(13);
    expect(detail.dates.history.map(({ status }) => status)).toEqual(["pubmed", "medline", "entrez"]);
  },
};

/** esummary's table of the PMIDs that an efetch answer beside it holds: another party's reading of the same records. */
const summary: ReadRow = {
  file: `${EUTILS}/pubmedpy_esummary.xml`,
  tool: "get_records",
  out: "6 summaries agree with our records on title, authors, journal, DOI, PMC id, types and history",
  async check() {
    const summaries = capturedText(summary.file)
      .split("<DocSum>")
      .slice(1)
      .map((text) => {
        const item = (name: string) =>
          decoded(new RegExp(`Name="${name}"[^>]*>([^<]*)<`).exec(text)?.[1] ?? "") || null;
        const items = (name: string) =>
          [...text.matchAll(new RegExp(`Name="${name}"[^>]*>([^<]*)<`, "g"))].map(([, value]) => decoded(value!));
        return { id: /<Id>(\d+)</.exec(text)![1]!, item, items };
      });
    const pmids = summaries.map(({ id }) => id);
    const efetch = capturedText(`${EUTILS}/pubmedpy_efetch.xml`);
    const result = await callWith({ efetch }, "get_records", { pmids, max_bytes: 400_000 });
    expect(result.record_ids).toEqual(pmids);
    expect(result.records).toHaveLength(6);
    for (const [index, { item, items }] of summaries.entries()) {
      const detail = result.records[index]!.detail as unknown as ArticleDetail;
      expect(detail.title).toBe(item("Title"));
      expect(detail.journal?.toLowerCase()).toBe(item("FullJournalName")?.toLowerCase());
      expect({ doi: detail.doi, pmcid: detail.pmcid }).toEqual({ doi: item("doi"), pmcid: item("pmc") });
      expect(detail.has_abstract).toBe(item("HasAbstract") === "1");
      expect(detail.year).toBe(item("PubDate")?.slice(0, 4));
      expect(
        detail.authors.map((author) => ("last_name" in author ? `${author.last_name} ${author.initials}` : "")),
      ).toEqual(items("Author"));
      // esummary leaves funding out of its types.
      expect(detail.publication_types.filter((type) => !type.startsWith("Research Support"))).toEqual(
        items("PubType").filter((type) => !type.startsWith("Research Support")),
      );
    }
  },
};

const decoded = (text: string): string =>
  text.replace(
    /&(?:lt|gt|amp|quot);/g,
    (entity) => ({ "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' })[entity]!,
  );

const katG: ReadRow = {
  file: "pubmed/tb/esearch_katG.json",
  tool: "get_abstracts_for_gene",
  out: "1,382 matches, the first four in rank; the captured fetch holds the first only",
  async check() {
    const answers = {
      esearch: capturedText(katG.file),
      efetch: capturedText("pubmed/tb/efetch_35919400_cut.xml"),
    };
    const result = await callWith(answers, "get_abstracts_for_gene", { gene: "katG", limit: 4 });
    expect(result).toMatchObject({ outcome: "truncated", record_ids: ["35919400"], page: { total: 1382 } });
    expect(result.resolved.pmids_not_returned).toEqual(["30808448", "42239534", "35038342"]);
    expect(result.records[0]).toMatchObject({ flags: ["superscript_number"], detail: { mentions: ["katG"] } });
  },
};

/** Files that a tool other than a plain `get_records` of articles reads. */
export const rows: readonly LedgerRow[] = [
  katG,
  searchRow(`${EUTILS}/biomcp_pubmed_4c7a563ff509.json`, {
    count: 40_362,
    listed: [100, "42555032", "42506116"],
    translation: '("ann pancreat cancer"[Journal] OR "apc"[All Fields]) NOT "retracted publication"[Publication Type]',
    ignored: ["p.E1317Q"],
  }),
  searchRow(`${EUTILS}/biopython_esearch1.xml`, {
    count: 63,
    listed: [20, "41282813", "37810457"],
    translation: '"biopython"[All Fields]',
  }),
  searchRow(`${EUTILS}/biopython_esearch3.xml`, {
    count: 2651,
    listed: [6, "11121077", "11121072"],
    translation: '"proc natl acad sci u s a"[Journal] AND "97"[Volume]',
  }),
  noMatch,
  countRow(`${EUTILS}/biopython_esearch6.xml`, 1018, "biomol trna[prop]"),
  countRow(`${EUTILS}/eutils_test_esearch_0_esearch.xml`, 5, "OCRL[All Fields]"),
  citations,
  book,
  summary,
];
