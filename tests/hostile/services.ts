import { SMALL_TBDB, TBDB, TBDB_REF } from "../support/tbdb-network.ts";
import type { Format } from "./places.ts";

/** A small answer of one endpoint, written for these tests: something at every place that a tool reads. */
export interface SmallAnswer {
  readonly endpoint: string;
  readonly format: Format;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const lines = (...each: string[]): string => `${each.join("\n")}\n`;
const row = (...cells: (string | number)[]): string => cells.join("\t");

const GENES = lines(
  row("mtu:Rv0001", "CDS", "1..1524", "dnaA; chromosomal replication initiator protein"),
  row("mtu:Rv1908c", "CDS", "complement(2153889..2156111)", "katG, twin; catalase-peroxidase"),
  row("mtu:Rv1909c", "CDS", "complement(2156149..2156592)", "furA, twin; regulator of iron uptake"),
);

const keggEntry = (tag: string, symbol: string): string =>
  lines(
    `ENTRY       ${tag}            CDS       T00015`,
    `SYMBOL      ${symbol}, ${symbol}X`,
    "NAME        (RefSeq) catalase-peroxidase",
    "ORTHOLOGY   K03782  catalase-peroxidase [EC:1.11.1.21]",
    "ORGANISM    mtu  Mycobacterium tuberculosis H37Rv",
    "PATHWAY     mtu00360  Phenylalanine metabolism",
    "            mtu00380  Tryptophan metabolism",
    "MODULE      mtu_M00001  A module",
    "BRITE       KEGG Orthology (KO) [BR:mtu00001]",
    "            09100 Metabolism",
    "POSITION    complement(2153889..2156111)",
    "MOTIF       Pfam: peroxidase",
    "DBLINKS     NCBI-GeneID: 885638",
    "            UniProt: P9WIE5",
    "AASEQ       5",
    "            MPEQH",
    "NTSEQ       15",
    "            atgcccgagcaacac",
    "///",
  );

const KEGG: Readonly<Record<string, { format: Format; body: string }>> = {
  "list/mtu": { format: "rows", body: GENES },
  "find/mtu/catalase": { format: "rows", body: GENES },
  "list/pathway/mtu": {
    format: "rows",
    body: lines(
      row("mtu00360", "Phenylalanine metabolism - Mycobacterium tuberculosis H37Rv"),
      row("mtu00380", "Tryptophan metabolism - Mycobacterium tuberculosis H37Rv"),
    ),
  },
  "link/pathway/mtu": {
    format: "rows",
    body: lines(
      row("mtu:Rv1908c", "path:mtu00360"),
      row("mtu:Rv1908c", "path:mtu00380"),
      row("mtu:Rv0001", "path:mtu00360"),
    ),
  },
  "link/pathway/mtu:Rv1908c": {
    format: "rows",
    body: lines(row("mtu:Rv1908c", "path:mtu00360"), row("mtu:Rv1908c", "path:mtu00380")),
  },
  "link/mtu/mtu00360": {
    format: "rows",
    body: lines(row("path:mtu00360", "mtu:Rv1908c"), row("path:mtu00360", "mtu:Rv0001")),
  },
  "get/mtu:Rv1908c+mtu:Rv0001": { format: "flat", body: keggEntry("Rv1908c", "katG") + keggEntry("Rv0001", "dnaA") },
  "conv/uniprot/mtu:Rv1908c+mtu:Rv0001": {
    format: "rows",
    body: lines(row("mtu:Rv1908c", "up:P9WIE5"), row("mtu:Rv0001", "up:P9WNW3")),
  },
  "info/kegg": {
    format: "flat",
    body: lines(
      "kegg             Kyoto Encyclopedia of Genes and Genomes",
      "kegg             Release 118.0+/06-01, Jun 26",
      "                 Kanehisa Laboratories",
    ),
  },
};

const PROTEINS = [
  { id: "83332.Rv1908c", name: "katG" },
  { id: "83332.Rv1909c", name: "furA" },
  { id: "83332.Rv0001", name: "dnaA" },
];

const pair = (a: number, b: number, score: number) => ({
  stringId_A: PROTEINS[a]?.id,
  stringId_B: PROTEINS[b]?.id,
  preferredName_A: PROTEINS[a]?.name,
  preferredName_B: PROTEINS[b]?.name,
  ncbiTaxonId: 83332,
  score,
  nscore: 0.4,
  fscore: 0,
  pscore: 0,
  ascore: 0.1,
  escore: 0,
  dscore: 0,
  tscore: 0.5,
});

const term = (category: string, name: string) => ({
  category,
  term: name,
  number_of_genes: 2,
  number_of_genes_in_background: 11,
  ncbiTaxonId: 83332,
  inputGenes: ["83332.Rv1908c", "83332.Rv1909c"],
  preferredNames: ["katG", "furA"],
  p_value: 1e-6,
  fdr: 1e-4,
  description: "Response to oxidative stress",
});

function stringRows(method: string, form: URLSearchParams): object[] | null {
  switch (method) {
    case "get_string_ids":
      return (form.get("identifiers") ?? "").split("\r").flatMap((queryItem, queryIndex) => {
        const exact = PROTEINS.filter(({ id, name }) => [id, name, id.slice(6)].includes(queryItem));
        return (queryItem === "twin" ? PROTEINS.slice(0, 2) : exact).map(({ id, name }) => ({
          queryItem,
          queryIndex,
          stringId: id,
          ncbiTaxonId: 83332,
          taxonName: "Mycobacterium tuberculosis H37Rv",
          preferredName: name,
          annotation: "Bifunctional enzyme; belongs to a family.",
        }));
      });
    case "interaction_partners":
      return [pair(0, 1, 0.979), pair(0, 2, 0.8)];
    case "network":
      return [pair(0, 1, 0.979)];
    case "enrichment":
      return [term("KEGG", "mtu00983"), term("Process", "GO:0006979")];
    case "homology_best":
      return [
        {
          ncbiTaxonId_A: 83332,
          stringId_A: "83332.Rv1908c",
          ncbiTaxonId_B: 511145,
          stringId_B: "511145.b3942",
          bitscore: 772.3,
        },
      ];
    case "version":
      return [{ string_version: "12.0", string_stable_address: "https://version-12-0.string-db.org" }];
    default:
      return null;
  }
}

const evidences = [{ evidenceCode: "ECO:0000269", source: "PubMed", id: "9006925" }];
const value = (text: string) => ({ value: text, evidences });

const protein = (primaryAccession: string) => ({
  entryType: "UniProtKB reviewed (Swiss-Prot)",
  primaryAccession,
  secondaryAccessions: ["P0A5I9"],
  uniProtkbId: "KATG_MYCTU",
  proteinDescription: {
    recommendedName: {
      fullName: value("Catalase-peroxidase"),
      shortNames: [value("CP")],
      ecNumbers: [value("1.11.1.21")],
    },
    alternativeNames: [{ fullName: value("Peroxidase/catalase") }],
  },
  genes: [
    {
      geneName: { value: "katG" },
      synonyms: [{ value: "katX" }],
      orderedLocusNames: [{ value: "Rv1908c" }],
      orfNames: [{ value: "MTCY180.10" }],
    },
  ],
  comments: [
    { commentType: "FUNCTION", texts: [value("Breaks down hydrogen peroxide.")] },
    { commentType: "SUBUNIT", texts: [value("Forms a homodimer.")] },
    { commentType: "CATALYTIC ACTIVITY", reaction: { name: "2 H2O2 = O2 + 2 H2O", ecNumber: "1.11.1.21", evidences } },
    {
      commentType: "ALTERNATIVE PRODUCTS",
      isoforms: [
        { name: { value: "Long" }, isoformIds: [`${primaryAccession}-1`], isoformSequenceStatus: "Displayed" },
      ],
    },
  ],
  features: [
    {
      type: "Binding site",
      location: { start: { value: 1, modifier: "EXACT" }, end: { value: 2, modifier: "EXACT" } },
      description: "axial binding residue",
      featureId: "VAR_000001",
      evidences,
      ligand: { name: "heme b", id: "ChEBI:CHEBI:60344", label: "b", note: "first" },
    },
    {
      type: "Natural variant",
      location: { start: { value: 3, modifier: "EXACT" }, end: { value: 3, modifier: "EXACT" } },
      description: "in a resistant strain",
      featureId: "VAR_000002",
      alternativeSequence: { originalSequence: "E", alternativeSequences: ["T"] },
    },
  ],
  uniProtKBCrossReferences: [{ database: "PDB", id: "1SJ2" }],
  sequence: { value: "MPEQH", length: 5, molWeight: 600, crc64: "0000000000000000" },
});

const MAPPING = "https://rest.uniprot.org/idmapping";

function uniprotAnswer(path: string, form: URLSearchParams): object | null {
  if (path === "/uniprotkb/search") return { results: [protein("P9WIE5")] };
  if (/^\/uniprotkb\/\w+\.json$/.test(path)) return protein(path.slice("/uniprotkb/".length, -".json".length));
  if (path === "/idmapping/run") return { jobId: form.get("to") === "KEGG" ? "job2" : "job1" };
  if (path.startsWith("/idmapping/status/")) return { jobStatus: "FINISHED" };
  if (path === "/idmapping/details/job1") return { redirectURL: `${MAPPING}/uniprotkb/results/job1` };
  if (path === "/idmapping/details/job2") return { redirectURL: `${MAPPING}/results/job2` };
  if (path === "/idmapping/uniprotkb/results/job1") {
    return {
      results: [
        {
          from: "katG",
          to: { primaryAccession: "P9WIE5", entryType: "UniProtKB reviewed (Swiss-Prot)", uniProtkbId: "KATG_MYCTU" },
        },
      ],
      failedIds: ["furA"],
    };
  }
  if (path === "/idmapping/results/job2") return { results: [{ from: "P9WIE5", to: "mtu:Rv1908c" }] };
  return null;
}

const article = (
  pmid: string,
): string => `<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">${pmid}</PMID>
<Article PubModel="Print"><Journal><ISSN IssnType="Print">1234-5678</ISSN><JournalIssue><Volume>1</Volume><Issue>2</Issue><PubDate><Year>2024</Year><Month>Mar</Month></PubDate></JournalIssue><Title>Journal of examples</Title><ISOAbbreviation>J Ex</ISOAbbreviation></Journal>
<ArticleTitle>About <i>katG</i></ArticleTitle><Pagination><MedlinePgn>1-9</MedlinePgn></Pagination><ELocationID EIdType="doi" ValidYN="Y">10.5555/example.${pmid}</ELocationID>
<Abstract><AbstractText Label="METHODS" NlmCategory="METHODS">Isolates were <b>sequenced</b>.</AbstractText><AbstractText Label="RESULTS" NlmCategory="RESULTS">Many changed.</AbstractText><CopyrightInformation>None.</CopyrightInformation></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Example</LastName><ForeName>Alex</ForeName><Initials>A</Initials></Author><Author><CollectiveName>The Group</CollectiveName></Author></AuthorList><Language>eng</Language><PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList><ArticleDate DateType="Electronic"><Year>2024</Year><Month>01</Month><Day>15</Day></ArticleDate></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="CommentIn"><RefSource>J Ex. 2024;1:1</RefSource><PMID Version="1">99000009</PMID></CommentsCorrections><CommentsCorrections RefType="ErratumIn"><RefSource>J Ex. 2024;1:2</RefSource></CommentsCorrections></CommentsCorrectionsList></MedlineCitation>
<PubmedData><PublicationStatus>ppublish</PublicationStatus><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId><ArticleId IdType="doi">10.5555/example.${pmid}</ArticleId><ArticleId IdType="pmc">PMC${pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`;

const PMIDS = ["99000001", "99000002"];

function ncbiAnswer(path: string, params: URLSearchParams): Omit<SmallAnswer, "endpoint"> | null {
  if (path.endsWith("/esearch.fcgi")) {
    const esearchresult = {
      count: "2",
      retmax: "2",
      retstart: "0",
      idlist: PMIDS,
      translationset: [{ from: "katG", to: '"katG"[All Fields]' }],
      querytranslation: '"katG"[All Fields]',
      errorlist: { phrasesnotfound: ["frobnicate"], fieldsnotfound: [] },
      warninglist: {
        phrasesignored: ["the"],
        quotedphrasesnotfound: ['"no such"'],
        outputmessages: ["No items found."],
      },
    };
    return { format: "json", body: JSON.stringify({ header: { type: "esearch", version: "0.3" }, esearchresult }) };
  }
  if (path.endsWith("/efetch.fcgi")) {
    const asked = (params.get("id") ?? "").split(",");
    const body = `<?xml version="1.0" ?>\n<PubmedArticleSet>\n${asked.map(article).join("\n")}\n</PubmedArticleSet>`;
    return { format: "xml", body, headers: { "content-type": "text/xml; charset=UTF-8" } };
  }
  if (path.endsWith("/ecitmatch.cgi")) {
    const keys = (params.get("bdata") ?? "").split("\r").map((line) => line.split("|")[5]);
    return { format: "rows", body: lines(...keys.map((key) => `j ex|2024|1|1|example a|${key}|99000001`)) };
  }
  if (path.includes("/idconv/")) {
    const records = (params.get("ids") ?? "").split(",").map((id, index) => ({
      "requested-id": id,
      pmid: PMIDS[index],
      pmcid: `PMC${PMIDS[index]}`,
      doi: `10.5555/example.${PMIDS[index]}`,
    }));
    return {
      format: "json",
      body: JSON.stringify({ status: "ok", "response-date": "2026-01-01", request: {}, records }),
    };
  }
  return null;
}

/** tbdb's files by name; their prose is the support folder's own. */
const TBDB_FORMATS: Readonly<Record<string, Format>> = {
  "genome.gff": "rows",
  "barcode.bed": "rows",
  "mutations.csv": "csv",
  "rules.yml": "yaml",
  "variables.json": "json",
};

/** What one of the five services answers; null for an address that none of them has. */
export function smallAnswer(address: string, form: URLSearchParams): SmallAnswer | null {
  const { hostname, pathname, searchParams } = new URL(address);
  const params = new URLSearchParams([...searchParams, ...form]);
  const path = decodeURIComponent(pathname);
  switch (hostname) {
    case "rest.kegg.jp": {
      const answer = KEGG[path.slice(1)];
      return answer === undefined ? null : { endpoint: `kegg ${path}`, ...answer };
    }
    case "version-12-0.string-db.org": {
      const method = path.slice(path.lastIndexOf("/") + 1);
      const rows = stringRows(method, params);
      return rows && { endpoint: `string ${method}`, format: "json", body: JSON.stringify(rows) };
    }
    case "rest.uniprot.org": {
      const answer = uniprotAnswer(path, params);
      const headers = { "x-uniprot-release": "2026_03", "content-type": "application/json", "x-total-results": "1" };
      return answer && { endpoint: `uniprot ${path}`, format: "json", body: JSON.stringify(answer), headers };
    }
    case "eutils.ncbi.nlm.nih.gov":
    case "pmc.ncbi.nlm.nih.gov": {
      const answer = ncbiAnswer(path, params);
      return answer && { endpoint: `ncbi ${path.split("/").filter(Boolean).at(-1)}`, ...answer };
    }
    default: {
      const file = address.startsWith(`${TBDB}/${TBDB_REF}/`) ? path.slice(path.lastIndexOf("/") + 1) : "";
      const format = TBDB_FORMATS[file];
      return format === undefined
        ? null
        : { endpoint: `tbdb ${file}`, format, body: SMALL_TBDB[file as keyof typeof SMALL_TBDB] };
    }
  }
}
