import { expect } from "vitest";
import { callWith, keggText } from "./kegg-answers.ts";
import type { LedgerRow, ReadRow } from "./ledger.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The detail of `get_gene`, as far as these rows look at it. */
export interface EntryDetail {
  readonly locus_tag: string;
  readonly feature: string | null;
  readonly organism: string | null;
  readonly symbols: readonly string[];
  readonly product: string | null;
  readonly position: string | null;
  readonly ko: readonly Named[];
  readonly pathways: readonly Named[];
  readonly modules: readonly Named[];
  readonly db_links: Readonly<Record<string, readonly string[]>>;
  readonly aa_length: number | null;
  readonly nt_length: number | null;
  readonly aa_sequence: string | null;
  readonly nt_sequence: string | null;
  readonly other: Readonly<Record<string, readonly string[]>>;
}

const bare = (text: string): string => text.replace(/\s+/g, "");

/** All that a record says, spaces aside, in the order in which a line of the entry says it. */
const saidBy = (detail: EntryDetail): string =>
  bare(
    [
      `${detail.locus_tag} ${detail.feature}`,
      detail.organism,
      detail.symbols.join(","),
      detail.product,
      detail.position,
      ...[...detail.ko, ...detail.pathways, ...detail.modules].map(({ id, name }) => `${id}${name}`),
      ...Object.entries(detail.db_links).map(([database, ids]) => `${database}:${ids.join(" ")}`),
      detail.aa_length,
      detail.aa_sequence,
      detail.nt_length,
      detail.nt_sequence,
      ...Object.values(detail.other).flat(),
    ].join("\n"),
  );

/** What a line states, without its keyword and the prefixes that are no part of an id or a name. */
const stated = (line: string): string =>
  bare(line.replace(/^\S.{0,11}/, "").replace(/^\s*(?:KO:|PATH:|\((?:RefSeq|GenBank)\))\s*/, ""));

/** One entry through `get_gene`: every line of the file is somewhere in the record. */
const entryRow = (file: string, id: string, out: string, check: (detail: EntryDetail) => void): ReadRow => ({
  file: `kegg/flat/${file}`,
  tool: "get_gene",
  out,
  check: async () => {
    const text = keggText(`flat/${file}`);
    const args = { ids: [id], include_sequence: true, max_bytes: 400_000 };
    const result = await callWith({ [`get/${id}`]: text }, "get_gene", args);
    expect(result).toMatchObject({ outcome: "found", record_ids: [id], errors: [], notes: [] });
    expect(result.records[0]?.cut).toEqual([]);
    const detail = result.records[0]!.detail as unknown as EntryDetail;
    const said = saidBy(detail);
    const lines = text.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "///");
    expect(lines.filter((line) => !said.includes(stated(line)))).toEqual([]);
    check(detail);
  },
});

const pick = (lengths: readonly { readonly length: number }[]): number[] => lengths.map(({ length }) => length);

/** Entries of genes, in the formats of three times. */
export const rows: readonly LedgerRow[] = [
  entryRow("kegg-mcp_gene_entry.txt", "hsa:1956", "EGFR as KEGG writes it today, with nine symbols", (detail) => {
    expect(detail).toMatchObject({
      feature: "CDS T01001",
      organism: "hsa Homo sapiens (human)",
      product: "epidermal growth factor receptor isoform a precursor",
      position: "7:55019017..55211628",
      ko: [{ id: "K04361" }],
      aa_length: 1210,
      nt_length: 3633,
    });
    expect(pick([detail.symbols, detail.pathways, detail.modules])).toEqual([9, 51, 0]);
    expect(detail.db_links).toMatchObject({ "NCBI-GeneID": ["1956"] });
    expect(Object.keys(detail.other).sort()).toEqual([
      "BRITE",
      "DISEASE",
      "DRUG_TARGET",
      "MOTIF",
      "NETWORK",
      "STRUCTURE",
    ]);
    // Sub-keywords stay with their section.
    expect(detail.other.NETWORK?.[0]).toMatch(/^ {2}ELEMENT {3}N00001/m);
  }),
  entryRow("bioruby_b0529.gene", "eco:b0529", "folD of former times: symbols in NAME, no ORGANISM", (detail) => {
    expect(detail).toMatchObject({
      feature: "CDS E.coli",
      organism: null,
      symbols: ["folD", "ads", "ECK0522", "JW0518"],
      position: "complement(556098..556964)",
      ko: [{ id: "K01491" }],
      db_links: {
        "NCBI-GI": ["16128513"],
        "NCBI-GeneID": ["945221"],
        RegulonDB: ["B0529"],
        EcoGene: ["EG10328"],
        ECOCYC: ["EG10328"],
        UniProt: ["P24186"],
      },
      aa_length: 288,
      nt_length: 867,
    });
    expect(detail.pathways.map(({ id }) => id)).toEqual(["eco00630", "eco00670", "eco01100"]);
    expect(Object.keys(detail.other).sort()).toEqual(["CLASS", "MOTIF", "STRUCTURE"]);
  }),
  entryRow("bioperl_AHCYL1.kegg", "hsa:10768", "AHCYL1, older still: ORTHOLOG, a join over three lines", (detail) => {
    expect(detail).toMatchObject({
      feature: "CDS H.sapiens",
      organism: null,
      symbols: ["AHCYL1"],
      product: "S-adenosylhomocysteine hydrolase-like 1 [EC:3.3.1.1]",
      ko: [{ id: "K01251", name: "adenosylhomocysteinase" }],
      pathways: [],
      db_links: { LocusLink: ["10768"], GDB: ["9958257"], NCBI: ["21361647"], SP: ["O43865"] },
      aa_length: 530,
      nt_length: 1593,
    });
    expect(detail.position?.split(",")).toHaveLength(17);
    expect(Object.keys(detail.other).sort()).toEqual(["CLASS", "CODON_USAGE"]);
  }),
];
