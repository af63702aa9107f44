import type { ServiceName } from "../support/services/service-names.ts";

/** One healthy call of a tool, by one of the ways that lead through it. */
export interface Call {
  readonly tool: string;
  /** What is special about this way. */
  readonly way: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Requests of this call that only decorate (sources.md §1): their failure leaves nulls and a note. */
  readonly decorating?: RegExp;
  /** Facts of `resolved` that are settled before these requests, and that their failure must not cost. */
  readonly kept?: { readonly after: RegExp; readonly facts: readonly string[] };
}

/** All requests but those whose lines match. */
const after = (line: RegExp, ...facts: readonly string[]): NonNullable<Call["kept"]> => ({
  after: new RegExp(`^(?!.*(?:${line.source}))`, "s"),
  facts,
});
const KEGG_GENE = after(/GET \/list\/mtu /, "matched_by", "kegg_gene_id", "locus_tag", "symbols");
const STRING_PROTEIN = after(/get_string_ids/, "matched_by", "string_id", "preferred_name");
const STRING_SET = after(/get_string_ids/, "matched_by", "proteins");
const SEARCH = after(/esearch/, "matched_by", "term", "query_translation");
const TBDB_GENE = after(/genome\.gff/, "matched_by", "locus_tag");

const NAMES_AND_SIZES = /GET \/(?:list|link)\/pathway\/mtu $/;

/** Every tool that asks a service, each by every way in which its requests differ. */
export const CALLS: Readonly<Record<string, readonly Call[]>> = {
  kegg: [
    { tool: "get_pathways", way: "a symbol", args: { gene: "katG" }, decorating: NAMES_AND_SIZES, kept: KEGG_GENE },
    { tool: "get_pathways", way: "an id", args: { gene: "mtu:Rv1908c" }, decorating: NAMES_AND_SIZES },
    { tool: "get_pathways", way: "a gene without a pathway", args: { gene: "gyrA" }, kept: KEGG_GENE },
    { tool: "get_pathways", way: "the id of a gene without a pathway", args: { gene: "mtu:Rv0006" } },
    { tool: "resolve_genes", way: "two names", args: { names: ["katG", "Rv1484"] } },
    { tool: "get_gene", way: "two ids", args: { ids: ["mtu:Rv1908c", "mtu:Rv1484"], include_sequence: true } },
    { tool: "find_genes", way: "a word", args: { query: "catalase" } },
    { tool: "list_pathways", way: "all", args: {}, decorating: /GET \/list\/pathway\/mtu $/ },
    { tool: "get_pathway_genes", way: "an id", args: { pathway: "mtu00074" }, decorating: /GET \/list\/mtu $/ },
    { tool: "get_release", way: "of KEGG", args: {} },
    { tool: "convert_ids", way: "two ids", args: { ids: ["mtu:Rv1908c", "mtu:Rv1484"], target: "uniprot" } },
  ],
  string: [
    { tool: "get_partners", way: "a symbol", args: { gene: "katG" }, kept: STRING_PROTEIN },
    { tool: "get_partners", way: "an id", args: { gene: "83332.Rv1909c" }, kept: STRING_PROTEIN },
    { tool: "resolve_ids", way: "two names", args: { names: ["katG", "furA"] } },
    { tool: "get_network", way: "three genes", args: { ids: ["katG", "furA", "ahpC"] }, kept: STRING_SET },
    { tool: "get_enrichment", way: "three genes", args: { ids: ["katG", "furA", "ahpC"] }, kept: STRING_SET },
    { tool: "get_homologs", way: "one species", args: { gene: "katG", species_b: [246196] }, kept: STRING_PROTEIN },
    { tool: "get_version", way: "the one", args: {} },
  ],
  uniprot: [
    { tool: "get_protein", way: "a symbol", args: { gene: "katG" } },
    { tool: "get_protein", way: "an accession", args: { gene: "P9WIE5" } },
    {
      tool: "get_protein",
      way: "a name on the second page",
      args: { gene: "furA", organism_id: 1773, taxon_scope: "descendants" },
    },
    { tool: "get_entry", way: "an accession", args: { accessions: ["P9WIE5"] } },
    { tool: "get_entry", way: "a merged and a secondary one", args: { accessions: ["P0A5J0", "Q08129"] } },
    { tool: "get_features", way: "an accession", args: { accession: "P9WIE5" } },
    { tool: "get_sequence", way: "an accession", args: { accession: "P9WIE5" } },
    {
      tool: "map_ids",
      way: "a job that leads to its results",
      args: { ids: ["katG", "inhA", "nosuch1"], from: "Gene_Name", to: "UniProtKB", tax_id: 83332 },
    },
    {
      tool: "map_ids",
      way: "a job that only says that it is done",
      args: { ids: ["P9WIE5", "P9WGR1"], from: "UniProtKB_AC-ID", to: "KEGG" },
    },
  ],
  pubmed: [
    { tool: "get_abstracts_for_gene", way: "a gene", args: { gene: "katG" }, kept: SEARCH },
    { tool: "search_abstracts", way: "a term", args: { term: "katG isoniazid" }, kept: SEARCH },
    { tool: "get_records", way: "two PMIDs", args: { pmids: ["99000001", "99000002"] } },
    {
      tool: "match_citation",
      way: "two citations",
      args: {
        citations: [
          { journal: "Demo J", year: "2020", volume: "1", first_page: "1", author: "Example A" },
          { journal: "Demo J", year: "2021", volume: "2", first_page: "20", author: "Sample B" },
        ],
      },
    },
    { tool: "convert_ids", way: "PMIDs", args: { ids: ["99000001", "99000002"], from: "pmid" } },
    { tool: "convert_ids", way: "a DOI outside PMC", args: { ids: ["10.5555/demo.katg.3"] } },
    { tool: "explain_query", way: "two clauses", args: { term: "katG AND isoniazid" } },
  ],
  tbdb: [
    { tool: "get_lineage_markers", way: "a gene", args: { gene: "Rv0192" }, kept: TBDB_GENE },
    { tool: "get_lineage_markers", way: "a gene without a marker", args: { gene: "katG" } },
    { tool: "get_lineage_markers", way: "a lineage", args: { lineage: "lineage4.9" } },
    { tool: "get_resistance_variants", way: "a gene", args: { gene: "katG" }, kept: TBDB_GENE },
    {
      tool: "get_resistance_variants",
      way: "a gene and a drug",
      args: { gene: "inhA", drug: "isoniazid", grades: "all" },
    },
    { tool: "find_by_position", way: "a position", args: { position: 2155168 } },
    { tool: "get_compensatory", way: "a gene", args: { gene: "rpoC" }, kept: TBDB_GENE },
    { tool: "list_genes", way: "all", args: {} },
    { tool: "list_drugs", way: "all", args: {} },
    { tool: "get_release", way: "the one", args: {} },
  ],
};

/** The services that a source asks. */
export const SERVICES_OF: Readonly<Record<string, readonly ServiceName[]>> = {
  kegg: ["kegg"],
  string: ["string"],
  uniprot: ["uniprot"],
  pubmed: ["ncbi", "idconv"],
  tbdb: ["tbdb"],
};
