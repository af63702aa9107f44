import type { Reply } from "../support/services/reply.ts";
import type { ServiceName } from "../support/services/service-names.ts";
import type { Break } from "../support/services/start-services.ts";

const JSON_TYPE = { "content-type": "application/json" };

const answers = (service: ServiceName, match: RegExp, body: string | object, more: Partial<Reply> = {}): Break => ({
  service,
  match,
  scenario: () => ({
    status: 200,
    headers: typeof body === "string" ? { "content-type": "text/plain" } : JSON_TYPE,
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    ...more,
  }),
});

const gone = (service: ServiceName, match: RegExp): Break =>
  answers(service, match, "<html>gone</html>", { headers: { "content-type": "text/html" } });

const partner = (b: string, score: number, more: object = {}) => ({
  stringId_A: "83332.Rv1908c",
  stringId_B: b,
  preferredName_A: "katG",
  preferredName_B: "x",
  ncbiTaxonId: 83332,
  score,
  nscore: 0,
  fscore: 0,
  pscore: 0,
  ascore: 0,
  escore: 0,
  dscore: 0,
  tscore: 0,
  ...more,
});

/** One way to break each assumption: what the service would do after a change of that kind. */
export const BREAKS: Readonly<Record<string, Break>> = {
  "kegg gene_list_columns": answers("kegg", /list\/mge/, "mge:MG_001\tabcA; made up\n"),
  "kegg link_prefixes": answers("kegg", /link\/pathway\/mtu:Rv1908c/, "mtu:Rv1908c\tmtu00360\n"),
  "kegg pathway_names": answers("kegg", /list\/pathway/, "path:mtu00360\tMade up\n"),
  "kegg flat_entry": answers("kegg", /get\/mtu:Rv1908c/, "ENTRY       Rv1908c            CDS       T00015\n///\n"),
  "kegg ten_ids_at_once": answers("kegg", /get\/C00001/, "ENTRY       C00001  Compound\n///\n"),
  "kegg not_found": answers("kegg", /get\/mtu:Rv0000x/, "\n"),
  "kegg nothing_linked": answers("kegg", /Rv0006/, "mtu:Rv0006\tpath:mtu00360\n"),
  "kegg unknown_database": answers("kegg", /list\/zzzz/, ""),
  "kegg conversion": answers("kegg", /conv/, "mtu:Rv1908c\tuniprot:P9WIE5\n"),
  "kegg release": answers("kegg", /info/, "kegg  made up\n"),
  "kegg licence_kegg_academic": gone("kegg", /legal/),

  "string version": answers("string", /version/, [
    { string_version: "13.0", string_stable_address: "https://version-13-0.string-db.org" },
  ]),
  "string identifier_separator": answers("string", /katG%0DfurA/, []),
  "string score_scale": answers("string", /required_score=900/, [partner("83332.Rv1909c", 0.45)]),
  "string channels": answers("string", /interaction_partners .*limit=1(?:&|$)/, [
    partner("83332.Rv1909c", 0.9, { dscore: undefined }),
  ]),
  "string limit": answers("string", /limit=3(?:&|$)/, [partner("83332.Rv1909c", 0.9)]),
  "string no_neighbours_added": answers("string", /add_nodes=0/, [partner("83332.Rv2428", 0.9)]),
  "string unknown_name": answers("string", /zzqqxx0/, { Error: "not found", ErrorMessage: "made up" }),
  "string licence_cc_by_4_0_string": gone("string", /access/),

  "uniprot search": answers("uniprot", /search\?.*Rv1908c/, { results: [] }),
  "uniprot paging_headers": answers("uniprot", /search\?.*reviewed/, { results: [] }),
  "uniprot release_header": answers("uniprot", /search\?.*accession(?:%3A|:).*size=1(?:&| |$)/, { results: [] }),
  "uniprot page_size": answers("uniprot", /size=500/, { messages: ["made up"] }, { status: 400 }),
  "uniprot entry": answers("uniprot", /P9WIE5\.json/, { entryType: "New type", primaryAccession: "P9WIE5" }),
  "uniprot withdrawn_entry": answers("uniprot", /P00001\.json/, {
    entryType: "UniProtKB reviewed (Swiss-Prot)",
    primaryAccession: "P00001",
  }),
  "uniprot unknown_entry": answers("uniprot", /A0A000AAA0/, {}),
  "uniprot refused_query": answers("uniprot", /tuberculosis/, { results: [] }),
  "uniprot mapping_databases": answers("uniprot", /configure/, { groups: [] }),
  "uniprot mapping_job": answers("uniprot", /idmapping\/status/, { jobStatus: "QUEUED" }),
  "uniprot licence_cc_by_4_0_uniprot": answers("uniprot", /license/, {}, { status: 404 }),

  "pubmed search": answers("ncbi", /esearch.*katG(?!.*zzqqxx)/, { esearchresult: { count: "2", idlist: ["1"] } }),
  "pubmed ignored_phrases": answers("ncbi", /zzqqxx/, {
    esearchresult: { count: "2", idlist: ["2", "1"], querytranslation: "x" },
  }),
  "pubmed ten_thousand_reachable": answers("ncbi", /retstart=10000/, {
    esearchresult: { count: "20000", idlist: ["2", "1"] },
  }),
  "pubmed records": answers("ncbi", /efetch/, "<PubmedSet/>", { headers: { "content-type": "text/xml" } }),
  "pubmed citation_match": answers("ncbi", /ecitmatch/, "nature|1998|393|537|cole st|k2|9634230\n"),
  "pubmed id_converter": answers("idconv", /./, "moved", { status: 404 }),
  "pubmed licence_pubmed_abstract": gone("ncbi", /terms_and/),

  "tbdb variables_json": answers("tbdb", /variables/, { drugs: ["isoniazid"] }),
  "tbdb barcode_bed": answers("tbdb", /barcode/, "Chromosome\t9999999\t10000000\tlineage1\tA\n"),
  "tbdb rules_yml": answers("tbdb", /rules/, "a: [\n"),
  "tbdb mutations_csv": answers("tbdb", /mutations/, "Gene,Mutation,drug\nkatG,p.Ser315Thr,isoniazid\n"),
  "tbdb licence_lgpl_3_0": gone("tbdb", /LICENSE/),
  "tbdb licence_who_cc_by_nc_sa_3_0_igo": gone("tbdb", /by-nc-sa/),
};
