import { MAPPED_FROM, MAPPED_TO } from "../../../../servers/uniprot/mapping-databases.ts";
import type { WorldEntry } from "../world-entry.ts";

const HOST = "https://rest.uniprot.org";
const HEADERS = { "content-type": "application/json", "x-uniprot-release": "2026_03" };
const PROTEIN_FIELDS = "accession,id,protein_name,gene_names,cc_function,cc_catalytic_activity,cc_subunit,ec,xref_pdb";

const REVIEWED = "UniProtKB reviewed (Swiss-Prot)";
const UNREVIEWED = "UniProtKB unreviewed (TrEMBL)";

interface Protein {
  readonly accession: string;
  readonly entryName: string;
  readonly gene: string;
  readonly locus: string;
  readonly type?: string;
  readonly secondary?: readonly string[];
}

const entry = ({ accession, entryName, gene, locus, type = REVIEWED, secondary = [] }: Protein) => ({
  entryType: type,
  primaryAccession: accession,
  secondaryAccessions: secondary,
  uniProtkbId: entryName,
  organism: { scientificName: "Mycobacterium tuberculosis (strain ATCC 25618 / H37Rv)", taxonId: 83332 },
  proteinDescription: { recommendedName: { fullName: { value: `Sample protein ${gene}` } } },
  genes: [{ geneName: { value: gene }, orderedLocusNames: [{ value: locus }] }],
  comments: [
    {
      commentType: "FUNCTION",
      texts: [
        {
          value: `Sample function of ${gene}.`,
          evidences: [{ evidenceCode: "ECO:0000269", source: "PubMed", id: "99000001" }],
        },
      ],
    },
  ],
  features: [
    {
      type: "Active site",
      location: { start: { value: 4, modifier: "EXACT" }, end: { value: 4, modifier: "EXACT" } },
      description: "Proton acceptor",
    },
    {
      type: "Chain",
      location: { start: { value: 1, modifier: "EXACT" }, end: { value: 12, modifier: "EXACT" } },
      featureId: "PRO_0000000001",
    },
  ],
  sequence: { value: "MSAMPLESEQKA", length: 12 },
});

const KATG = entry({
  accession: "P9WIE5",
  entryName: "KATG_MYCTU",
  gene: "katG",
  locus: "Rv1908c",
  secondary: ["Q08129"],
});
const INHA = entry({ accession: "P9WGR1", entryName: "INHA_MYCTU", gene: "inhA", locus: "Rv1484" });
const FURA = entry({ accession: "P9WN87", entryName: "FURA_MYCTU", gene: "furA", locus: "Rv1909c" });
const FURB = entry({
  accession: "A0A0K0K9W1",
  entryName: "A0A0K0K9W1_MYCTX",
  gene: "furA2",
  locus: "Rv9999",
  type: UNREVIEWED,
});

const inactive = (accession: string, target: string) => ({
  entryType: "Inactive",
  primaryAccession: accession,
  uniProtkbId: null,
  inactiveReason: { inactiveReasonType: "MERGED", mergeDemergeTo: [target] },
});

interface Page {
  readonly total?: number;
  readonly next?: string;
}

const page = (
  results: readonly object[],
  { total = results.length, next }: Page = {},
): Pick<WorldEntry, "headers" | "body"> => ({
  headers: {
    ...HEADERS,
    "x-total-results": String(total),
    ...(next !== undefined && { link: `<${HOST}${next}>; rel="next"` }),
  },
  body: JSON.stringify({ results }),
});

const search = (
  query: string,
  results: readonly object[],
  more: { fields?: string; size?: number } & Page = {},
): WorldEntry => ({
  path: "/uniprotkb/search",
  query: { query, format: "json", size: more.size ?? 100, ...(more.fields !== undefined && { fields: more.fields }) },
  ...page(results, more),
});

const json = (path: string, value: object, more: Partial<WorldEntry> = {}): WorldEntry => ({
  path,
  headers: HEADERS,
  body: JSON.stringify(value),
  ...more,
});

const messages = (path: string, status: number): WorldEntry =>
  json(path, { url: `${HOST}${path}`, messages: ["Sample message of an error"] }, { status });

const SECOND_PAGE = `/uniprotkb/search?cursor=sample2&fields=${encodeURIComponent(PROTEIN_FIELDS)}&format=json&query=${encodeURIComponent('gene:"furA" AND taxonomy_id:1773')}&size=100`;

const JOB = "/idmapping/uniprotkb/results/samplejob1";
const job = (id: string, form: WorldEntry["form"]): WorldEntry => json("/idmapping/run", { jobId: id }, { form });

export const uniprotWorld: readonly WorldEntry[] = [
  search('gene:"P9WIE5" AND organism_id:83332', [], { fields: PROTEIN_FIELDS }),
  search("(accession:P9WIE5 OR sec_acc:P9WIE5) AND organism_id:83332", [KATG]),
  search('gene:"furA" AND taxonomy_id:1773', [FURB], { fields: PROTEIN_FIELDS, total: 2, next: SECOND_PAGE }),
  { path: SECOND_PAGE, ...page([FURA], { total: 2 }) },
  json("/uniprotkb/P9WIE5.json", KATG),
  json("/uniprotkb/P9WGR1.json", INHA),
  json("/uniprotkb/P0A5J0.json", inactive("P0A5J0", "P9WGR1")),
  messages("/uniprotkb/Q08129.json", 404),
  search("sec_acc:Q08129", [KATG]),
  // What a lost page of an entry is followed by.
  search("sec_acc:P9WIE5", []),
  search("sec_acc:P9WGR1", []),
  search("sec_acc:P0A5J0", []),

  job("samplejob1", { from: "Gene_Name", to: "UniProtKB", ids: "katG,inhA,nosuch1", taxId: 83332 }),
  {
    path: "/idmapping/status/samplejob1",
    status: 303,
    headers: { ...HEADERS, location: `${HOST}${JOB}` },
    body: '{"jobStatus":"FINISHED"}',
  },
  {
    path: JOB,
    headers: { ...HEADERS, "x-total-results": "2", link: `<${HOST}${JOB}?cursor=sample2&size=1>; rel="next"` },
    body: JSON.stringify({ results: [{ from: "katG", to: KATG }], failedIds: ["nosuch1"] }),
  },
  {
    path: `${JOB}?cursor=sample2&size=1`,
    headers: { ...HEADERS, "x-total-results": "2" },
    body: JSON.stringify({ results: [{ from: "inhA", to: INHA }], failedIds: ["nosuch1"] }),
  },
  {
    path: `${JOB}?fields=accession%2Cid&size=500`,
    headers: {
      ...HEADERS,
      "x-total-results": "2",
      link: `<${HOST}${JOB}?cursor=sample2&fields=accession%2Cid&size=500>; rel="next"`,
    },
    body: JSON.stringify({ results: [{ from: "katG", to: KATG }], failedIds: ["nosuch1"] }),
  },
  {
    path: `${JOB}?cursor=sample2&fields=accession%2Cid&size=500`,
    headers: { ...HEADERS, "x-total-results": "2" },
    body: JSON.stringify({ results: [{ from: "inhA", to: INHA }], failedIds: ["nosuch1"] }),
  },

  job("samplejob2", { from: "UniProtKB_AC-ID", to: "KEGG", ids: "P9WIE5,P9WGR1" }),
  json("/idmapping/status/samplejob2", { jobStatus: "FINISHED" }),
  json("/idmapping/details/samplejob2", {
    redirectURL: `${HOST}/idmapping/results/samplejob2`,
    from: "UniProtKB_AC-ID",
    to: "KEGG",
  }),
  {
    path: "/idmapping/results/samplejob2",
    headers: { ...HEADERS, "x-total-results": "2" },
    body: JSON.stringify({
      results: [
        { from: "P9WIE5", to: "mtu:Rv1908c" },
        { from: "P9WGR1", to: "mtu:Rv1484" },
      ],
    }),
  },

  search('gene:"Rv1908c" AND organism_id:83332', [KATG], { fields: "accession", size: 5 }),
  search("organism_id:83332 AND reviewed:true", [KATG], {
    fields: "accession",
    size: 1,
    total: 2,
    next: "/uniprotkb/search?cursor=more",
  }),
  search("accession:P9WIE5", [KATG], { fields: "accession", size: 1 }),
  search("accession:P9WIE5", [KATG], { fields: "accession", size: 500 }),
  json("/uniprotkb/P00001.json", inactive("P00001", "P99999")),
  messages("/uniprotkb/A0A000AAA0.json", 404),
  { ...messages("/uniprotkb/search", 400), query: { query: "organism_id:tuberculosis", format: "json", size: 1 } },
  json("/configure/idmapping/fields", {
    groups: [{ items: [...new Set([...MAPPED_FROM, ...MAPPED_TO])].map((name) => ({ name })) }],
  }),
  job("samplejob3", { from: "UniProtKB_AC-ID", to: "UniProtKB", ids: "P9WIE5" }),
  json("/idmapping/status/samplejob3", { jobStatus: "RUNNING" }),
];
