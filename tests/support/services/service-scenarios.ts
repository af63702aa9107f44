import { joined, mapJson, partsOf } from "./bodies.ts";
import { type Reply, textOf, withHeaders, withText } from "./reply.ts";
import { type Asked, beside, harmless, lasting, type Scenario } from "./scenario.ts";
import type { ServiceName } from "./service-names.ts";

const at =
  (service: ServiceName, path: RegExp, change: (healthy: Reply, asked: Asked) => Reply | null): Scenario["change"] =>
  (healthy, asked) =>
    asked.service === service && path.test(asked.path) ? change(healthy, asked) : null;

const ok = (healthy: Reply, value: unknown, contentType = "application/json"): Reply =>
  withText(
    withHeaders({ ...healthy, status: 200 }, { "content-type": contentType }),
    typeof value === "string" ? value : JSON.stringify(value),
  );

const replaced =
  (pattern: RegExp, by: string) =>
  (healthy: Reply): Reply | null => {
    const body = textOf(healthy);
    const changed = body.replaceAll(pattern, by);
    return changed === body || healthy.status !== 200 ? null : withText(healthy, changed);
  };

const WRONG = ["unparsable", "unexpected_content", "incomplete"] as const;

const kegg: readonly Scenario[] = [
  lasting(
    "kegg_other_gene",
    "rows about a gene that was not asked",
    WRONG,
    at("kegg", /^\/(?:link\/pathway|conv\/\w+)\/mtu:/, replaced(/mtu:Rv1908c|mtu:Rv1484/g, "mtu:Rv9999")),
  ),
  lasting(
    "kegg_other_entry",
    "entries of genes that were not asked",
    WRONG,
    at("kegg", /^\/get\//, replaced(/Rv1908c|Rv1484/g, "Rv9999")),
  ),
  lasting(
    "kegg_other_organism",
    "a list of another organism's genes",
    WRONG,
    at("kegg", /^\/(?:list\/mtu$|find)/, replaced(/^mtu:/gm, "mto:")),
  ),
  lasting(
    "kegg_other_pathway",
    "genes of another pathway",
    WRONG,
    at("kegg", /^\/link\/mtu\//, replaced(/mtu00074/g, "mtu00999")),
  ),
  lasting(
    "kegg_not_flat",
    "entries as a table",
    ["unparsable", "in_band_error"],
    at("kegg", /^\/get\//, (healthy) => withText(healthy, "Rv1908c\tkatG\tCDS\n")),
  ),
];

const string: readonly Scenario[] = [
  lasting(
    "string_error_object",
    "STRING's error object",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, { Error: "WRONG-BODY", ErrorMessage: "input could not be used" })),
  ),
  lasting(
    "string_error_list",
    "a list of sentences",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, ["WRONG-BODY: a parameter is missing"])),
  ),
  lasting(
    "string_error_rows",
    "a list of error objects",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, [{ error: "WRONG-BODY" }])),
  ),
  lasting(
    "string_error_text",
    "a sentence as JSON",
    ["in_band_error"],
    at("string", /./, (healthy) => ok(healthy, '"WRONG-BODY unknown method"')),
  ),
  lasting(
    "string_other_protein",
    "rows about other proteins",
    WRONG,
    at("string", /partners|homology/, replaced(/83332\.Rv1908c|83332\.Rv1909c/g, "83332.Rv9999")),
  ),
  lasting(
    "string_other_species",
    "partners of another species",
    WRONG,
    at("string", /partners/, (healthy) => {
      const rows = JSON.parse(textOf(healthy)) as { stringId_B: string }[];
      return withText(
        healthy,
        JSON.stringify(rows.map((row) => ({ ...row, stringId_B: row.stringId_B.replace("83332.", "9606.") }))),
      );
    }),
  ),
  lasting(
    "string_per_mille",
    "scores on the other scale",
    ["unparsable"],
    at("string", /partners|network/, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) =>
          /score$/.test(key) && typeof value === "number" ? Math.round(value * 1000) : value,
        ),
      ),
    ),
  ),
  lasting(
    "string_other_names",
    "rows that belong to no name asked",
    WRONG,
    at("string", /get_string_ids/, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) =>
          key === "queryItem" ? "somebody" : key === "queryIndex" ? 77 : value,
        ),
      ),
    ),
  ),
];

const withLink = (link: string) => (healthy: Reply) =>
  healthy.headers.link === undefined ? null : withHeaders(healthy, { link });

const jobAnswer = (value: object) =>
  at("uniprot", /^\/idmapping\/status\//, (healthy) => {
    const { location: _, ...headers } = healthy.headers;
    return ok({ ...healthy, headers }, value);
  });

const uniprot: readonly Scenario[] = [
  lasting(
    "uniprot_messages",
    "UniProt's error report with status 200",
    ["in_band_error", "unparsable"],
    at("uniprot", /./, (healthy, { url, path }) =>
      ok(healthy, { url: url + path, messages: ["WRONG-BODY cannot be read"] }),
    ),
  ),
  beside(
    "uniprot_repeated_page",
    "a next page that is the page itself",
    ["incomplete", "unparsable"],
    at("uniprot", /search|results/, (healthy, { url, path }) => withLink(`<${url}${path}>; rel="next"`)(healthy)),
  ),
  beside(
    "uniprot_foreign_page",
    "a next page on a foreign host",
    ["redirect_refused"],
    at("uniprot", /search|results/, (healthy) => withLink('<https://elsewhere.invalid/page2>; rel="next"')(healthy)),
  ),
  beside(
    "uniprot_lost_page",
    "fewer rows than counted, and no next page",
    ["incomplete"],
    at("uniprot", /search|results/, (healthy) => {
      if (healthy.headers.link === undefined) return null;
      const { link: _, ...headers } = healthy.headers;
      return { ...healthy, headers };
    }),
  ),
  beside(
    "uniprot_lost_rows",
    "a count, and none of its rows",
    ["incomplete", "unparsable"],
    at("uniprot", /search|results/, (healthy) => {
      const total = Number(healthy.headers["x-total-results"] ?? 0);
      if (total === 0 || healthy.headers.link !== undefined || /cursor/.test(healthy.headers.link ?? "")) return null;
      return withText(healthy, '{"results":[]}');
    }),
  ),
  lasting(
    "uniprot_other_entry",
    "another entry than the one asked for",
    WRONG,
    at("uniprot", /^\/uniprotkb\/\w+\.json/, replaced(/"primaryAccession":"\w+"/g, '"primaryAccession":"Q99999"')),
  ),
  lasting(
    "uniprot_new_type",
    "an entry type that nobody knows",
    ["unparsable"],
    at("uniprot", /uniprotkb\/(?!results)/, replaced(/"entryType":"[^"]+"/g, '"entryType":"UniProtKB checked (New)"')),
  ),
  harmless(
    "uniprot_results_at_status",
    "a job that answers with its results instead of a status",
    at("uniprot", /^\/idmapping\/status\/samplejob2/, (healthy) =>
      ok(healthy, {
        results: [
          { from: "P9WIE5", to: "mtu:Rv1908c" },
          { from: "P9WGR1", to: "mtu:Rv1484" },
        ],
      }),
    ),
  ),
  lasting(
    "uniprot_job_failed",
    "a job that failed",
    ["in_band_error"],
    jobAnswer({ jobStatus: "ERROR", errors: [{ code: 50, message: "WRONG-BODY" }] }),
  ),
  beside(
    "uniprot_job_forever",
    "a job that never finishes",
    ["deadline_exceeded"],
    jobAnswer({ jobStatus: "RUNNING" }),
  ),
  lasting("uniprot_job_unknown", "a job status that nobody knows", ["unparsable"], jobAnswer({ jobStatus: "PAUSED" })),
  lasting("uniprot_job_silent", "a status without a status", ["unparsable"], jobAnswer({ warnings: [] })),
  lasting(
    "uniprot_no_job",
    "no job id",
    ["unparsable"],
    at("uniprot", /^\/idmapping\/run/, (healthy) => ok(healthy, { jobId: "" })),
  ),
  beside(
    "uniprot_foreign_results",
    "results on a foreign host",
    ["redirect_refused"],
    at("uniprot", /^\/idmapping\/details/, (healthy) =>
      ok(healthy, { redirectURL: "https://elsewhere.invalid/results" }),
    ),
  ),
  beside(
    "uniprot_short_results",
    "results without one of the ids",
    ["incomplete"],
    at("uniprot", /^\/idmapping\/results\/samplejob2/, (healthy) =>
      ok(withHeaders(healthy, { "x-total-results": "1" }), { results: [{ from: "P9WIE5", to: "mtu:Rv1908c" }] }),
    ),
  ),
];

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

const ncbi: readonly Scenario[] = [
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

const idconv: readonly Scenario[] = [
  lasting(
    "idconv_error",
    "an answer that reports an error",
    ["in_band_error"],
    at("idconv", /./, (healthy) => ok(healthy, { status: "error", message: "WRONG-BODY: internal" })),
  ),
  beside(
    "idconv_record_error",
    "a record with a trouble of the service's own",
    ["incomplete"],
    at("idconv", /./, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) =>
          key === "records"
            ? (value as object[]).map((row) => ({
                "requested-id": (row as Record<string, unknown>)["requested-id"],
                status: "error",
                errmsg: "WRONG-BODY timeout of a backend",
              }))
            : value,
        ),
      ),
    ),
  ),
  beside(
    "idconv_lost_record",
    "no record of an id that was asked",
    ["incomplete"],
    at("idconv", /./, (healthy) =>
      withText(
        healthy,
        mapJson(textOf(healthy), (key, value) => (key === "records" ? (value as object[]).slice(1) : value)),
      ),
    ),
  ),
];

const tbdb: readonly Scenario[] = [
  lasting(
    "tbdb_not_found_text",
    "GitHub's words for a missing file, with status 200",
    ["unparsable", "incomplete", "unexpected_content"],
    at("tbdb", /./, (healthy) => withText(healthy, "404: Not Found")),
  ),
  lasting(
    "tbdb_other_file",
    "another file of the repository",
    ["unparsable"],
    at("tbdb", /./, (healthy) =>
      withText(
        healthy,
        textOf(healthy).startsWith("#")
          ? "name\tvalue\na\t1\n"
          : "##gff-version 3\nChromosome\tx\tgene\t1\t9\t.\t+\t.\tID=gene:Rv0001\n",
      ),
    ),
  ),
];

/** What only one service does. */
export const SERVICE_SCENARIOS: readonly Scenario[] = [...kegg, ...string, ...uniprot, ...ncbi, ...idconv, ...tbdb];
