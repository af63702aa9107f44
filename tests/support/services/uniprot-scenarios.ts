import { at, ok, replaced, WRONG } from "./change.ts";
import { type Reply, withHeaders, withText } from "./reply.ts";
import { beside, harmless, lasting, type Scenario } from "./scenario.ts";

const withLink = (link: string) => (healthy: Reply) =>
  healthy.headers.link === undefined ? null : withHeaders(healthy, { link });

const jobAnswer = (value: object) =>
  at("uniprot", /^\/idmapping\/status\//, (healthy) => {
    const { location: _, ...headers } = healthy.headers;
    return ok({ ...healthy, headers }, value);
  });

export const UNIPROT_SCENARIOS: readonly Scenario[] = [
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
