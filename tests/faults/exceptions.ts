import type { Outcome } from "../../servers/kit/envelope/outcome.ts";

/** Where a scenario means something else than its codes say. The first that fits holds. */
export interface Exception {
  readonly source: string;
  readonly tool?: RegExp;
  /** Against `method path body`. */
  readonly line?: RegExp;
  readonly scenario: RegExp;
  readonly reads: Outcome | "same" | "fails";
  /** Why this is right. */
  readonly reason: string;
}

const NOTHING = /^(?:empty|blank|not_found_page)$/;
const KEGG_NOTHING =
  "KEGG says `nothing` by 404, an empty body or a blank line (sources.md §1); kept for a day at most";
const KEGG_400 = "KEGG's 400 is its word for an unknown database or organism (sources.md §1)";
const ASKED_ALONE = "A portion that is refused, or answered for others, is asked again id by id";

const kegg: readonly Exception[] = (
  [
    [/^get_pathways$/, /link\/pathway\/mtu:/, NOTHING, "none_on_record", KEGG_NOTHING],
    [/^get_pathways$/, /link\/pathway\/mtu:/, /^bad_request$/, "fails", "The organism's list shows that it is known"],
    [/^get_gene$/, /./, /^(?:bad_request|kegg_other_entry)$/, "same", ASKED_ALONE],
    [/^get_gene$/, /./, NOTHING, "not_resolved", KEGG_NOTHING],
    [/^convert_ids$/, /./, /^bad_request$/, "same", ASKED_ALONE],
    [/^convert_ids$/, /./, NOTHING, "none_on_record", KEGG_NOTHING],
    [/^find_genes$/, /./, NOTHING, "no_match", KEGG_NOTHING],
    [/^find_genes$/, /./, /^bad_request$/, "not_resolved", KEGG_400],
    [/^find_genes$/, /./, /^lost_last_column$/, "found", "A hit may have no description; its id stands"],
    [/^list_pathways$/, /link\/pathway\/mtu /, NOTHING, "none_on_record", KEGG_NOTHING],
    [/^get_pathway_genes$/, /link\/mtu/, NOTHING, "not_resolved", KEGG_NOTHING],
    [/^get_pathway_genes$/, /link\/mtu/, /^bad_request$/, "not_resolved", KEGG_400],
    [/^get_pathway_genes$/, /list\/mtu/, /^not_found_page$/, "found", KEGG_NOTHING],
    [/^get_pathway_genes$/, /list\/mtu/, /^bad_request$/, "found", KEGG_400],
    [/./, /list\/mtu /, /^(?:bad_request|not_found_page)$/, "not_resolved", KEGG_400],
    [/./, /list\/pathway\/mtu |link\/pathway\/mtu /, /^not_found_page$/, "found", KEGG_NOTHING],
    [/^get_release$/, /./, /^(?:bad_request|not_found_page)$/, "not_resolved", KEGG_400],
    [/^get_release$/, /./, /^(?:truncated|declared_too_short)$/, "found", "The text has no form that shows its end"],
  ] as const
).map(([tool, line, scenario, reads, reason]) => ({ source: "kegg", tool, line, scenario, reads, reason }));

const string: readonly Exception[] = [
  {
    source: "string",
    tool: /^get_version$/,
    scenario: /^doubled_rows$/,
    reads: "upstream_failed",
    reason: "One version was asked for; of two, none is known to be the one that answers",
  },
];

const SMALL_PAGES = "Large pages are only faster: without them the small ones are read";

const uniprot: readonly Exception[] = [
  {
    source: "uniprot",
    line: /results\/samplejob1\?fields=accession%2Cid&size=500 $/,
    scenario: /^throttled_long$/,
    reads: "upstream_failed",
    reason: "The whole group pauses for as long as was asked, so the small pages cannot be read either",
  },
  {
    source: "uniprot",
    line: /details\/samplejob2/,
    scenario: /^(?:error_object|lost_key)$/,
    reads: "upstream_failed",
    reason: "Details without an address are sound by themselves; they do not fit a job that is finished",
  },
  {
    source: "uniprot",
    line: /results\/samplejob2/,
    scenario: /^uniprot_short_results$/,
    reads: "upstream_failed",
    reason: "A job's results do not change; they are kept under its own id, and a new call starts a new job",
  },
  {
    source: "uniprot",
    line: /results\/samplejob1\?fields=accession%2Cid&size=500 $/,
    scenario: /^(?!reversed_rows|doubled_rows|uniprot_lost_page|uniprot_foreign_page|uniprot_repeated_page)/,
    reads: "same",
    reason: SMALL_PAGES,
  },
  {
    source: "uniprot",
    line: /results\/samplejob1 $/,
    scenario: /^uniprot_(?:repeated|foreign)_page$/,
    reads: "same",
    reason: "The first small page is only a sign that there are more; large ones take its place",
  },
];

const NCBI_ALONE = "A citation without an answer is asked again alone";
const HALVED = "A refused batch of ids is asked again in halves, since one id may spoil it";

const pubmed: readonly Exception[] = [
  {
    source: "pubmed",
    tool: /^match_citation$/,
    line: /ecitmatch/,
    scenario: /^(?:truncated|declared_too_short|ncbi_lost_citation)$/,
    reads: "same",
    reason: NCBI_ALONE,
  },
  {
    source: "pubmed",
    tool: /^convert_ids$/,
    line: /ids=99000001%2C99000002/,
    scenario: /^(?:bad_request|unauthorised|not_found_page|gone|words|image|null|other_shape|idconv_error)$/,
    reads: "same",
    reason: HALVED,
  },
  {
    source: "pubmed",
    tool: /^get_records$/,
    scenario: /^ncbi_empty_set$/,
    reads: "not_resolved",
    reason: "NCBI leaves out PMIDs that it does not have, without a word (sources.md §4)",
  },
];

const AS_THE_FILE_HAS_THEM = "Rows are counted as the file has them (sources.md §5, load checks)";

const tbdb: readonly Exception[] = [
  {
    source: "tbdb",
    line: /mutations\.csv/,
    scenario: /^doubled_rows$/,
    reads: "found",
    reason: AS_THE_FILE_HAS_THEM,
  },
  {
    source: "tbdb",
    tool: /^get_resistance_variants$/,
    line: /mutations\.csv/,
    scenario: /^reversed_rows$/,
    reads: "found",
    reason: "The rows of one variant stand in the order of the file",
  },
  {
    source: "tbdb",
    tool: /^get_release$/,
    scenario: /^doubled_rows$/,
    reads: "found",
    reason: AS_THE_FILE_HAS_THEM,
  },
  {
    source: "tbdb",
    line: /barcode\.bed/,
    scenario: /^lost_last_column$/,
    reads: "same",
    reason: "Older refs have fewer columns; the first five carry the answer",
  },
];

/** Only what is needed: each must fit somewhere, or its source has learnt better. */
export const EXCEPTIONS: readonly Exception[] = [...kegg, ...string, ...uniprot, ...pubmed, ...tbdb];
