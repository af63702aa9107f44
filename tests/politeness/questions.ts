import type { SourceName } from "../../cli/sources.ts";
import { tagOf } from "./played-services.ts";

export interface Question {
  readonly source: SourceName;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const accessionOf = (number: number) => `P${String(10_000 + number)}`;
const pmidOf = (number: number) => String(20_000_000 + number);

type Ask = (number: number) => readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** Every tool that asks a service, with other arguments each time so that nothing is shared or already known. */
const ASKS: Readonly<Partial<Record<SourceName, readonly Ask[]>>> = {
  kegg: [
    (n) => ["get_pathways", { gene: tagOf(n) }],
    (n) => ["get_gene", { ids: [`mtu:${tagOf(n)}`] }],
    (n) => ["convert_ids", { ids: [`mtu:${tagOf(n)}`, `mtu:${tagOf(n + 1)}`], target: "uniprot" }],
    (n) => ["find_genes", { query: `word${n}` }],
    (n) => ["get_pathway_genes", { pathway: `mtu${String(n).padStart(5, "0")}` }],
    (n) => ["resolve_genes", { names: [tagOf(n), "katG"] }],
    () => ["list_pathways", {}],
    () => ["get_release", {}],
  ],
  string: [
    (n) => ["get_partners", { gene: tagOf(n) }],
    (n) => ["resolve_ids", { names: [tagOf(n), tagOf(n + 1)] }],
    (n) => ["get_network", { ids: [tagOf(n), tagOf(n + 1)] }],
    (n) => ["get_enrichment", { ids: [tagOf(n), tagOf(n + 2)] }],
    (n) => ["get_homologs", { gene: tagOf(n), species_b: [511145] }],
    () => ["get_version", {}],
  ],
  uniprot: [
    (n) => ["get_protein", { gene: tagOf(n) }],
    (n) => ["get_entry", { accessions: [accessionOf(n), accessionOf(n + 300)] }],
    (n) => ["get_features", { accession: accessionOf(n + 600) }],
    (n) => ["get_sequence", { accession: accessionOf(n + 900) }],
    (n) => ["map_ids", { ids: [accessionOf(n + 1_200)], from: "UniProtKB_AC-ID", to: "KEGG" }],
  ],
  pubmed: [
    (n) => ["get_abstracts_for_gene", { gene: tagOf(n) }],
    (n) => ["search_abstracts", { term: `word${n}` }],
    (n) => ["get_records", { pmids: [pmidOf(n), pmidOf(n + 300)] }],
    (n) => [
      "match_citation",
      { citations: [{ journal: "j ex", year: "2024", volume: "1", first_page: String(n + 1) }] },
    ],
    (n) => ["convert_ids", { ids: [pmidOf(n + 600)], from: "pmid" }],
    (n) => ["explain_query", { term: `word${n} AND other${n}` }],
  ],
  tbdb: [
    () => ["get_resistance_variants", { gene: "katG" }],
    () => ["find_by_position", { position: 2_155_168 }],
    () => ["get_lineage_markers", { all: true }],
    () => ["get_compensatory", { gene: "rpoC", drug: "rifampicin" }],
    () => ["list_drugs", {}],
    () => ["list_genes", {}],
    () => ["get_release", {}],
  ],
  corpus: [(n) => ["search", { query: `word${n}` }], () => ["describe", {}]],
};

export const ASKING_SOURCES = Object.keys(ASKS) as SourceName[];

/** So many questions to each source, its tools in turn. */
export const questionsTo = (source: SourceName, count: number): Question[] =>
  Array.from({ length: count }, (_, number) => {
    const asks = ASKS[source]!;
    const [tool, args] = asks[number % asks.length]!(number);
    return { source, tool, args };
  });
