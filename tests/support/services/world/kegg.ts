import type { WorldEntry } from "../world-entry.ts";

const rows = (...cells: readonly (readonly string[])[]): string => cells.map((row) => `${row.join("\t")}\n`).join("");

const gene = (tag: string, lines: readonly string[]): string =>
  [`ENTRY       ${tag}           CDS       T00015`, ...lines, "///", ""].join("\n");

const KATG = gene("Rv1908c", [
  "SYMBOL      katG",
  "NAME        (RefSeq) enzyme that breaks down peroxides and activates isoniazid",
  "ORTHOLOGY   K03782  peroxidase of the catalase family [EC:1.11.1.21]",
  "ORGANISM    mtu  Mycobacterium tuberculosis H37Rv",
  "PATHWAY     mtu00360  Phenylalanine metabolism",
  "            mtu01100  Metabolic pathways",
  "POSITION    complement(2153889..2156111)",
  "DBLINKS     UniProt: P9WIE5",
  "            NCBI-GeneID: 885638",
  "AASEQ       12",
  "            MSAMPLESEQKA",
  "NTSEQ       12",
  "            atgtcagcaatg",
]);

const INHA = gene("Rv1484", [
  "SYMBOL      inhA",
  "NAME        (RefSeq) reductase of fatty acid elongation",
  "ORGANISM    mtu  Mycobacterium tuberculosis H37Rv",
  "PATHWAY     mtu00074  Mycolic acid biosynthesis",
  "POSITION    1674202..1675011",
  "DBLINKS     UniProt: P9WGR1",
]);

const compound = (id: string): string => `ENTRY       ${id}                      Compound\nNAME        sample\n///\n`;
const ELEVEN = Array.from({ length: 11 }, (_, index) => `C${String(index + 1).padStart(5, "0")}`);

export const keggWorld: readonly WorldEntry[] = [
  { path: "get/mtu:Rv1908c", body: KATG },
  { path: "get/mtu:Rv1484", body: INHA },
  { path: "get/mtu:Rv1908c+mtu:Rv1484", body: KATG + INHA },
  { path: `get/${ELEVEN.join("+")}`, body: ELEVEN.slice(0, 10).map(compound).join("") },
  { path: "get/mtu:Rv0000x", status: 404, body: "" },
  {
    path: "find/mtu/catalase",
    body: rows(
      ["mtu:Rv1908c", "CDS", "complement(2153889..2156111)", "katG; bifunctional catalase"],
      ["mtu:Rv2428", "CDS", "2726193..2726780", "ahpC; reductase that acts beside catalase"],
    ),
  },
  {
    path: "link/mtu/mtu00074",
    body: rows(["path:mtu00074", "mtu:Rv1483"], ["path:mtu00074", "mtu:Rv1484"], ["path:mtu00074", "mtu:Rv2245"]),
  },
  {
    path: "info/kegg",
    body:
      "kegg             Sample Encyclopedia of Genes and Genomes\n" +
      "kegg             Release 119.0+/08-27, Aug 26\n" +
      "                 Sample Laboratories\n" +
      "pathway        1,234,567 entries\n",
  },
  { path: "conv/uniprot/mtu:Rv1908c", body: rows(["mtu:Rv1908c", "up:P9WIE5"]) },
  { path: "conv/uniprot/mtu:Rv1484", body: rows(["mtu:Rv1484", "up:P9WGR1"]) },
  {
    path: "conv/uniprot/mtu:Rv1908c+mtu:Rv1484",
    body: rows(["mtu:Rv1908c", "up:P9WIE5"], ["mtu:Rv1484", "up:P9WGR1"]),
  },
  {
    path: "list/mge",
    body: rows(["mge:MG_001", "CDS", "686..1828", "dnaN; a clamp"], ["mge:MG_002", "CDS", "1828..2760", "a chaperone"]),
  },
  { path: "list/zzzz", status: 400, body: "" },
];
