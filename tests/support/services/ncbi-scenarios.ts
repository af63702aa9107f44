import { joined, partsOf } from "./bodies.ts";
import { at, ok, replaced } from "./change.ts";
import { textOf, withText } from "./reply.ts";
import { beside, lasting, type Scenario } from "./scenario.ts";

const search = (facts: object) =>
  at("ncbi", /^\/esearch/, (healthy) => {
    const answer = JSON.parse(textOf(healthy)) as { esearchresult: { idlist: string[] } };
    return ok(healthy, { ...answer, esearchresult: { ...answer.esearchresult, ...facts } });
  });
const listsIds =
  (change: Scenario["change"]): Scenario["change"] =>
  (healthy, asked) =>
    /retmax=0&/.test(asked.path) ? null : change(healthy, asked);

const pubmedRows = (change: (rows: readonly string[]) => readonly string[] | null) =>
  at("ncbi", /^\/efetch/, (healthy) => {
    const body = partsOf("xml", textOf(healthy))!;
    const rows = change(body.rows);
    return rows === null ? null : withText(healthy, joined({ ...body, rows }));
  });

export const NCBI_SCENARIOS: readonly Scenario[] = [
  lasting(
    "ncbi_rate_json",
    "the rate message as JSON",
    ["rate_limited"],
    at("ncbi", /./, (healthy) =>
      ok(healthy, { error: "API rate limit exceeded", "api-key": "WRONG-BODY", count: "4", limit: "3" }),
    ),
  ),
  lasting(
    "ncbi_error_xml",
    "an error element",
    ["in_band_error"],
    at("ncbi", /fetch|search/, (healthy) =>
      ok(
        healthy,
        '<?xml version="1.0"?>\n<eSampleResult><ERROR>WRONG-BODY: backend unavailable</ERROR></eSampleResult>',
        "text/xml",
      ),
    ),
  ),
  lasting(
    "ncbi_search_error",
    "an error inside a search answer",
    ["in_band_error"],
    at("ncbi", /esearch/, (healthy) => ok(healthy, { esearchresult: { ERROR: "WRONG-BODY: search backend failed" } })),
  ),
  lasting("ncbi_no_ids", "a count without ids", ["incomplete"], listsIds(search({ idlist: [] }))),
  lasting("ncbi_uncounted", "an answer without a count", ["unparsable", "in_band_error"], search({ count: undefined })),
  lasting(
    "ncbi_ids_uncounted",
    "ids beside a count of none",
    ["unparsable", "incomplete"],
    listsIds(search({ count: "0" })),
  ),
  beside(
    "ncbi_empty_set",
    "a set without records",
    ["incomplete"],
    pubmedRows(() => []),
  ),
  lasting(
    "ncbi_other_records",
    "records of other PMIDs",
    ["unexpected_content", "incomplete"],
    at("ncbi", /^\/efetch/, replaced(/(<PMID[^>]*>)9\d{6,7}|(<ArticleId IdType="pubmed">)9\d{6,7}/g, "$1$212345678")),
  ),
  beside(
    "ncbi_open_record",
    "a record that is never closed",
    ["unparsable", "incomplete"],
    at("ncbi", /^\/efetch/, replaced(/<\/Article>/g, "")),
  ),
  lasting(
    "ncbi_error_among_records",
    "a set that breaks off with an error element",
    ["in_band_error", "incomplete"],
    pubmedRows(() => ["<ERROR>WRONG-BODY: lost the backend</ERROR>"]),
  ),
  beside(
    "ncbi_lost_citation",
    "an answer without one of the keys",
    ["incomplete", "in_band_error"],
    at("ncbi", /^\/ecitmatch/, replaced(/^.*\|c1\|.*\n/gm, "")),
  ),
];
