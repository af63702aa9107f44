import { expect } from "vitest";
import type { LedgerRow, ReadRow } from "./ledger.ts";
import {
  type Answers,
  callWith,
  expectRefused,
  type Played,
  recorded,
  SEARCH,
  tableOf,
  uniprotJson,
} from "./uniprot-answers.ts";

const FOLDER = "recorded";
const exchange = (name: string) => uniprotJson(`${FOLDER}/${name}.json`) as { url: string; body: string };
const play = (name: string, body?: string): Played => recorded(`${FOLDER}/${name}.json`, body);

const RUN = "map_idmapping_run-4d8e64-POST";
const STATUS_3 = "map_idmapping_status_3-HEAD";
const RESULTS_3 = "map_idmapping_results_3-ef6d74";
const STATUS_1 = "map_idmapping_status_1-HEAD";
const PAGE_1 = "map_idmapping_uniprotkb_results_1-a33f65";
const STREAM_1 = "map_idmapping_uniprotkb_results_stream_1-465fe2";

/** The rows of a recorded table as the service writes them in JSON, which is the form that is asked for. */
const plainRows = (name: string) => tableOf(exchange(name).body).map(({ From, To }) => ({ from: From, to: To }));
const entryRows = (name: string) =>
  tableOf(exchange(name).body).map((row) => ({
    from: row.From,
    to: { primaryAccession: row.Entry, uniProtkbId: row["Entry Name"] },
  }));

/** Where a recorded status request ended, as the redirect that led there. */
const redirectTo = (name: string): Played => ({
  status: 303,
  headers: { location: exchange(name).url },
  body: '{"jobStatus":"FINISHED"}',
});

/** The job of accessions to Ensembl: started, asked after, redirected, read, each with the headers of its recording. */
async function job3() {
  const answers: Answers = {
    "/idmapping/run": play(RUN),
    "/idmapping/status/3": redirectTo(STATUS_3),
    "/idmapping/results/3": play(RESULTS_3, JSON.stringify({ results: plainRows(RESULTS_3) })),
  };
  return callWith(answers, "map_ids", { ids: ["P99998", "P99999"], from: "UniProtKB_AC-ID", to: "Ensembl" });
}

/** The job of accessions to whole entries, on two pages: the recorded first one, and the rest of the recorded stream. */
async function job1(ids = ["P99999", "P12345"]) {
  const [, ...rest] = entryRows(STREAM_1);
  const pages: Answers = {
    "/idmapping/run": play(RUN, '{"jobId":"1"}'),
    "/idmapping/status/1": redirectTo(STATUS_1),
    "/idmapping/uniprotkb/results/1": (url) =>
      url.searchParams.get("cursor") === "j5xqrofo4"
        ? play(STATUS_1, JSON.stringify({ results: rest }))
        : play(PAGE_1, JSON.stringify({ results: entryRows(PAGE_1) })),
  };
  return callWith(pages, "map_ids", { ids, from: "UniProtKB_AC-ID", to: "UniProtKB" });
}

const row = (name: string, tool: string, out: string, check: ReadRow["check"]): ReadRow => ({
  file: `uniprot/${FOLDER}/${name}.json`,
  tool,
  out,
  check,
});

/** Recorded exchanges with their headers, played through the tools. */
export const rows: readonly LedgerRow[] = [
  row(RUN, "map_ids", "the job id 3, and the release that its headers state", async () => {
    const result = await job3();
    expect(result.resolved).toMatchObject({ job_id: "3" });
    expect(result.requests[0]).toMatchObject({ method: "POST", status: 200, release: "2022_05" });
  }),
  row(STATUS_3, "map_ids", "a finished job, followed to the address that its status redirects to", async () => {
    const result = await job3();
    expect(result.asked.map(({ pathname }) => pathname)).toEqual([
      "/idmapping/run",
      "/idmapping/status/3",
      "/idmapping/results/3",
    ]);
    expect(play(STATUS_3).headers?.["x-total-results"]).toBe("3");
    expect(result).toMatchObject({ outcome: "found", page: { total: 3 } });
  }),
  row(RESULTS_3, "map_ids", "3 mappings of 2 accessions; the table itself is refused", async () => {
    const result = await job3();
    expect(result).toMatchObject({ outcome: "found", errors: [], resolved: { mapped: 2, failed: 0 } });
    expect(result.record_ids).toEqual([
      "P99998>ENSPTRG00000018996",
      "P99998>ENSPTRG00000043922",
      "P99999>ENSG00000172115.9",
    ]);
    expect(result.records[2]?.detail).toMatchObject({ from: "P99999", to_database: "Ensembl", reviewed: null });
    expect(result.requests.map(({ release }) => release)).toContain("2022_05");
    await expectRefused(play(RESULTS_3));
  }),
  row(STATUS_1, "map_ids", "a finished job with 2 results on pages", async () => {
    expect(play(STATUS_1).headers).toMatchObject({ "x-total-results": "2", "content-type": "application/json" });
    expect((await job1()).resolved).toMatchObject({ job_id: "1", mapped: 2, failed: 0 });
  }),
  row(PAGE_1, "map_ids", "the first of two pages, and the cursor of its Link followed to the second", async () => {
    const result = await job1();
    expect(result).toMatchObject({ outcome: "found", errors: [], record_ids: ["P99999>P99999", "P12345>P12345"] });
    const cursors = result.asked.map(({ searchParams }) => searchParams.get("cursor"));
    expect(cursors).toEqual([null, null, null, null, "j5xqrofo4"]);
    expect(result.records[0]?.detail).toMatchObject({ entry_name: "CYC_HUMAN" });
    await expectRefused(play(PAGE_1));
  }),
  row(STREAM_1, "map_ids", "the same rows as the pages, as another request gave them", async () => {
    const result = await job1();
    const streamed = entryRows(STREAM_1);
    expect(result.record_ids).toEqual(streamed.map(({ from, to }) => `${from}>${to.primaryAccession}`));
    expect(result.records.map(({ detail }) => detail.entry_name)).toEqual(streamed.map(({ to }) => to.uniProtkbId));
    // An identifier that is on neither is not a zero.
    expect(await job1(["P99999", "P12345", "P00001"])).toMatchObject({
      outcome: "upstream_failed",
      errors: [{ code: "incomplete" }],
    });
    await expectRefused(play(STREAM_1));
  }),
  row(
    "uniprot_search_uniprotkb_search-a81e72-HEAD",
    "get_protein",
    "999 hits, and the next page by cursor",
    async () => {
      const name = "uniprot_search_uniprotkb_search-a81e72-HEAD";
      const hit = { entryType: "UniProtKB unreviewed (TrEMBL)", primaryAccession: "P9WIE5" };
      const answers: Answers = {
        [SEARCH]: (url) =>
          url.searchParams.has("cursor") ? '{"results":[]}' : play(name, JSON.stringify({ results: [hit] })),
      };
      const result = await callWith(answers, "get_protein", { gene: "FUBP3", organism_id: 9606 });
      const second = result.asked[1]!.searchParams;
      expect(second.get("cursor")).toBe("1bq1yslaqtbf8zsosc0nw4cegwj849rqlpnky4i03v5ygve7nh");
      expect([second.get("size"), second.get("format"), second.has("includeIsoform")]).toEqual(["500", "json", false]);
      expect(second.get("query")).toBe('gene:"FUBP3" AND organism_id:9606');
      expect(result).toMatchObject({ outcome: "upstream_failed", resolved: { hits_read: 1, hits_total: 999 } });
      expect(result.errors).toMatchObject([{ code: "incomplete" }]);
      await expectRefused(play(name, ""));
    },
  ),
];
