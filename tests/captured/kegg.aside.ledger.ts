import { expect } from "vitest";
import { parseFlatFile } from "../../servers/kegg/parse/flat-file.ts";
import { type Codes, expectRefused, keggText } from "./kegg-answers.ts";
import type { AsideRow, LedgerRow } from "./ledger.ts";

const PAGE = "unexpected_content";
const ROWS = "unparsable";

/** Files of one kind: why no tool asks for them, and the codes with which every tool refuses them as an answer. */
const aside = (why: string, codes: Codes, ...files: readonly string[]): AsideRow[] =>
  files.map((file) => ({ file: `kegg/${file}`, aside: why, check: () => expectRefused(file, codes) }));

/** A flat entry is none of the rows that other tools want; `get_gene` sees that it is not the gene asked. */
const NOT_THE_GENE: Codes = { get: "incomplete", list: ROWS, link: ROWS, find: ROWS, conv: ROWS };

const bare = (text: string): string => text.replace(/\s+/g, "");

/** Entries of another database: refused as answers, and cut into sections without losing a character. */
const entries = (why: string, counts: Readonly<Record<string, number>>): AsideRow[] =>
  Object.entries(counts).map(([file, count]) => ({
    file: `kegg/flat/${file}`,
    aside: why,
    check: async () => {
      await expectRefused(`flat/${file}`, NOT_THE_GENE);
      const text = keggText(`flat/${file}`);
      const read = parseFlatFile(text);
      expect(read).toHaveLength(count);
      const kept = read.flatMap((sections) => sections.flatMap(({ keyword, lines }) => [keyword, ...lines])).join("");
      expect(bare(kept)).toBe(bare(text.replace(/^\/\/\/\s*$/gm, "")));
    },
  }));

/** Captured files that no tool reads. */
export const rows: readonly LedgerRow[] = [
  ...entries("compounds: the tools serve genes and their pathways", {
    "biopython_compound.sample": 8,
    "kegg-mcp_compound_entry.txt": 1,
  }),
  ...entries("an enzyme with the genes of many organisms: genes are asked one by one", {
    "biopython_enzyme.4letter": 1,
    "biopython_enzyme.new": 1,
    "bioruby_1.1.1.1.enzyme": 1,
  }),
  ...entries("a drug: the tools serve genes and their pathways", { "bioruby_D00063.drug": 1 }),
  ...entries("a glycan: the tools serve genes and their pathways", { "bioruby_G01366.glycan": 1 }),
  ...entries("a genome: organisms are not looked up", { "bioruby_T00005.genome": 1 }),
  ...entries("a pathway's own entry: its genes come from link, which has no limit and no cut", {
    "bioruby_hsa00790.pathway": 1,
    "bioruby_map00030.pathway": 1,
    "bioruby_rn00250.pathway": 1,
    "kegg-mcp_pathway_entry.txt": 1,
  }),
  ...aside("a module that was stored without its end", NOT_THE_GENE, "flat/bioruby_M00118.module"),
  ...aside(
    "KGML: drawings of pathways are not served",
    PAGE,
    "flat/biopython_ko03070.xml",
    "flat/kegg-mcp_kgml_hsa00010_sample.xml",
  ),
  ...aside("reactions of a map in a layout of former times", ROWS, "flat/biopython_map00950.rea"),
  ...aside("BRITE hierarchy of networks, not of pathways", ROWS, "brite/br_br08907.keg"),
  ...aside("BRITE hierarchy that came as a page", PAGE, "kegg_pull/brite-entries_br_br08431.txt"),
  ...aside("ids of BRITE hierarchies, one a line", ROWS, "kegg_pull/all-brite-entry-ids.txt"),
  ...aside("interactions of drugs, in four columns as genes are listed", ROWS, "kegg_pull/ddi-output.txt"),
  ...aside(
    "glycans and PubChem, from either side: genes alone are converted",
    ROWS,
    "kegg_pull/glycan-pubchem-conv.txt",
    "kegg_pull/glycan-pubchem-entry-ids.txt",
  ),
  ...aside("a client's own JSON of conversions", "in_band_error", "kegg_pull/map_pubchem.json"),
  ...aside("modules of pathways: get_gene gives a gene's own", ROWS, "kegg_pull/module-pathway-link.txt"),
  ...aside("enzymes of genes: EC numbers stand in the product names", ROWS, "mtu/link_enzyme_mtu.tsv"),
  ...aside("drugs as another party read them", "in_band_error", "mtu/parsed_drug_info.json"),
  ...aside("a search for pathways: find_genes searches genes alone", ROWS, "find_pathway_mapk_20260811.txt"),
];
