import { describe, expect, it } from "vitest";
import { capturedText, describeCaptured } from "../../../tests/support/captured/captured.ts";
import { parseFlatFile } from "./flat-file.ts";
import { type GeneEntry, readGeneEntry } from "./gene-entry.ts";

const read = (text: string): GeneEntry => readGeneEntry(parseFlatFile(text)[0]!)!;
const entry = (...sections: string[]): GeneEntry =>
  read(["ENTRY       Rv0001            CDS       T00015", ...sections, "///", ""].join("\n"));

describeCaptured("captured gene entries", () => {
  it("of today: symbols beside a product, unknown sections kept raw", () => {
    const egfr = read(capturedText("kegg/flat/kegg-mcp_gene_entry.txt"));
    expect(egfr).toMatchObject({
      locusTag: "1956",
      organism: { code: "hsa", text: "hsa Homo sapiens (human)" },
      product: "epidermal growth factor receptor isoform a precursor",
      position: "7:55019017..55211628",
      ko: [{ id: "K04361", name: "epidermal growth factor receptor [EC:2.7.10.1]" }],
      modules: [],
    });
    expect(egfr.symbols.slice(0, 3)).toEqual(["EGFR", "ERBB", "ERBB1"]);
    expect(egfr.pathways).toHaveLength(51);
    expect(egfr.dbLinks["NCBI-GeneID"]).toEqual(["1956"]);
    expect(egfr.aminoAcids?.length).toBe(1210);
    expect(egfr.nucleotides?.length).toBe(3633);
    expect(Object.keys(egfr.other).sort()).toEqual([
      "BRITE",
      "DISEASE",
      "DRUG_TARGET",
      "MOTIF",
      "NETWORK",
      "STRUCTURE",
    ]);
  });

  it("of former times: symbols in NAME, the product in DEFINITION", () => {
    const folD = read(capturedText("kegg/flat/bioruby_b0529.gene"));
    expect(folD).toMatchObject({ locusTag: "b0529", organism: null, position: "complement(556098..556964)" });
    expect(folD.symbols).toEqual(["folD", "ads", "ECK0522", "JW0518"]);
    expect(folD.product).toMatch(/^bifunctional 5,10-.*\(EC:1\.5\.1\.5 3\.5\.4\.9\)$/);
    expect(folD.ko).toEqual([{ id: "K01491", name: expect.stringMatching(/\/ methenyl.*3\.5\.4\.9\]$/) }]);
    expect(folD.dbLinks).toMatchObject({ UniProt: ["P24186"], ECOCYC: ["EG10328"] });
    expect(folD.aminoAcids?.length).toBe(288);
    expect(Object.keys(folD.other)).toEqual(["CLASS", "MOTIF", "STRUCTURE"]);
  });

  it("with prefixed orthologues and a position over several lines", () => {
    const gene = read(capturedText("kegg/flat/bioperl_AHCYL1.kegg"));
    expect(gene.ko).toEqual([{ id: "K01251", name: "adenosylhomocysteinase" }]);
    expect(gene.symbols).toEqual(["AHCYL1"]);
    expect(gene.position).toMatch(/^1:join\(26813\.\.26932,.*63440\)$/);
    expect(gene.position).not.toMatch(/\s/);
    expect(gene.other.CODON_USAGE).toHaveLength(1);
  });

  it.each([
    ["biopython_compound.sample", 8],
    ["biopython_enzyme.4letter", 1],
    ["biopython_enzyme.new", 1],
    ["bioruby_1.1.1.1.enzyme", 1],
    ["bioruby_D00063.drug", 1],
    ["bioruby_G01366.glycan", 1],
    ["bioruby_T00005.genome", 1],
    ["bioruby_hsa00790.pathway", 1],
    ["bioruby_map00030.pathway", 1],
    ["bioruby_rn00250.pathway", 1],
    ["kegg-mcp_compound_entry.txt", 1],
    ["kegg-mcp_pathway_entry.txt", 1],
  ])("of other kinds are cut at their ends too: %s", (file, count) => {
    const entries = parseFlatFile(capturedText(`kegg/flat/${file}`));
    expect(entries).toHaveLength(count);
    expect(entries.every((sections) => sections[0]?.keyword === "ENTRY")).toBe(true);
  });

  it("that were stored without their end are incomplete", () => {
    expect(() => parseFlatFile(capturedText("kegg/flat/bioruby_M00118.module"))).toThrow(
      expect.objectContaining({ code: "incomplete" }),
    );
  });
});

describe("names", () => {
  it.each([
    ["SYMBOL and NAME", ["SYMBOL      katG, x", "NAME        (RefSeq) catalase"], ["katG", "x"], "catalase"],
    ["NAME and DEFINITION", ["NAME        katG", "DEFINITION  (GenBank) catalase"], ["katG"], "catalase"],
    ["DEFINITION alone", ["DEFINITION  hypothetical protein"], [], "hypothetical protein"],
    ["a product in NAME alone", ["NAME        (RefSeq) hypothetical protein"], [], "hypothetical protein"],
    ["symbols in NAME alone", ["NAME        katG, x"], ["katG", "x"], null],
    ["nothing", [], [], null],
  ])("are read from %s", (_name, sections, symbols, product) => {
    expect(entry(...sections)).toMatchObject({ symbols, product });
  });
});

describe("odd sections", () => {
  it("never lose the entry: what cannot be read is kept raw", () => {
    const gene = entry(
      "ORTHOLOGY   none assigned",
      "PATHWAY     mtu00010  Glycolysis",
      "MODULE      ???",
      "DBLINKS     no colon here",
      "AASEQ       5",
      "            MAS",
      "NTSEQ       six",
      "            atgatg",
    );
    expect(gene).toMatchObject({
      ko: [],
      pathways: [{ id: "mtu00010", name: "Glycolysis" }],
      modules: [],
      dbLinks: {},
      aminoAcids: null,
      nucleotides: null,
    });
    expect(gene.other).toEqual({
      ORTHOLOGY: ["none assigned"],
      MODULE: ["???"],
      DBLINKS: ["no colon here"],
      AASEQ: ["5\nMAS"],
      NTSEQ: ["six\natgatg"],
    });
  });

  it("stay lists when a keyword or a database repeats", () => {
    const gene = entry(
      "DBLINKS     UniProt: P1 P2",
      "            UniProt: P3",
      "DBLINKS     UniProt: P4",
      "MOTIF       Pfam: A",
      "MOTIF       Pfam: B",
    );
    expect(gene.dbLinks).toEqual({ UniProt: ["P1", "P2", "P3", "P4"] });
    expect(gene.other).toEqual({ MOTIF: ["Pfam: A", "Pfam: B"] });
  });

  it("may be wrapped", () => {
    const gene = entry(
      "DBLINKS     UniProt: P1",
      "            P2",
      "PATHWAY     mtu00010  Glycolysis /",
      "              Gluconeogenesis",
    );
    expect(gene.dbLinks).toEqual({ UniProt: ["P1", "P2"] });
    expect(gene.pathways).toEqual([{ id: "mtu00010", name: "Glycolysis / Gluconeogenesis" }]);
  });

  it("may be empty", () => {
    expect(entry("STRUCTURE", "ORGANISM").other).toEqual({ STRUCTURE: [""], ORGANISM: [""] });
  });
});

describe("a flat file", () => {
  it("holds entries one after the other, with Windows line ends and blank lines as well", () => {
    expect(parseFlatFile("ENTRY       a\r\n///\r\n\r\nENTRY       b\r\n///\r\n")).toHaveLength(2);
  });

  it("is incomplete without its last end", () => {
    expect(() => parseFlatFile("ENTRY       a\n///\nENTRY       b\nNAME        x\n")).toThrow(
      expect.objectContaining({ code: "incomplete" }),
    );
  });

  it("must begin each entry with ENTRY, and the line is named", () => {
    expect(() => parseFlatFile("ENTRY       a\n///\nNAME        x\n///\n")).toThrow(/^Line 3 /);
    expect(() => parseFlatFile("Service is busy")).toThrow(expect.objectContaining({ code: "in_band_error" }));
  });

  it("gives no gene where ENTRY has no id", () => {
    expect(readGeneEntry(parseFlatFile("ENTRY       \n///\n")[0]!)).toBeNull();
  });
});
