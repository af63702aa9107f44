import { expect } from "vitest";
import { kegg } from "../../servers/kegg/index.ts";
import { KATG_LINKS, SMALL_LIST, SMALL_ORGANISM } from "../support/kegg-small-organism.ts";
import { issues, pulls } from "./addresses.ts";
import { codesOf, outcomesOf, type Played, tell } from "./playing.ts";
import type { ReportRow } from "./reports.ts";

/** One tool over a KEGG that answers each path as said, and the small organism else. */
async function ask(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  answers: Readonly<Record<string, Played>> = {},
) {
  const { result, asked } = await tell(
    kegg,
    ({ path }) => answers[path] ?? (SMALL_ORGANISM[path] as Played | undefined),
    tool,
    args,
  );
  return { ...result, asked: asked.map(({ path }) => path) };
}

const entry = (id: string, ...sections: string[]): string =>
  [`ENTRY       ${id}   CDS   T00015`, ...sections, "///", ""].join("\n");
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `mtu:Rv${index}`);
const entriesOf = (some: readonly string[]): string => some.map((id) => entry(id.slice(4))).join("");
const refusedPathway = async (pathway: string): Promise<void> =>
  expect(await ask("get_pathway_genes", { pathway })).toMatchObject({
    outcome: "bad_input",
    errors: [{ param: "pathway" }],
    asked: [],
  });

const PACE: readonly ReportRow[] = [
  {
    reports: [
      ...issues("biopython/biopython", 4459),
      ...issues("bio2bel/kegg", 18, 6),
      ...issues("Coayala/MetaboDirect", 4),
      ...issues("YuLab-SMU/clusterProfiler", 818),
      ...issues("lozuponelab/AMON", 9, 21),
      ...issues("mentatpsi/KEGG-Crawler", 1),
      ...issues("cafferychen777/ggpicrust2", 19),
    ],
    kind: "the block for pace is a block: not tried again, what came before is kept, and what comes after is no unknown gene",
    async check() {
      const [first, second] = [ids(20).slice(0, 10), ids(20).slice(10)];
      const result = await ask(
        "get_gene",
        { ids: ids(20) },
        {
          [`get/${first.join("+")}`]: entriesOf(first),
          [`get/${second.join("+")}`]: { status: 403, body: "Forbidden" },
        },
      );
      expect([result.outcome, result.errors[0]?.code]).toEqual(["upstream_failed", "blocked"]);
      expect(result.record_ids).toEqual(first);
      expect(outcomesOf(result).slice(10)).toEqual(second.map(() => "upstream_failed"));
      expect(result.asked).toHaveLength(2);
      expect(result.page.total).toBeNull();
    },
  },
  {
    reports: [
      ...issues("YuLab-SMU/clusterProfiler", 779, 573, 187),
      ...issues("Bioconductor/KEGGREST", 29),
      ...issues("lozuponelab/AMON", 21),
    ],
    kind: "a lost line or a gateway's error is not a wrong organism and not an empty one",
    async check() {
      for (const [answer, code] of [
        ["reset", "network"],
        [{ status: 504 }, "upstream_error"],
      ] as const) {
        const result = await ask(
          "list_pathways",
          { organism: "mmu" },
          { "link/pathway/mmu": answer, "list/mmu": answer },
        );
        expect(result).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code }] });
        const names = await ask("resolve_genes", { names: ["katG"] }, { "list/mtu": answer });
        expect(outcomesOf(names)).toEqual(["upstream_failed"]);
      }
    },
  },
  {
    reports: [...issues("xia-lab/MetaboAnalystR", 210), ...issues("geneontology/go-site", 58)],
    kind: "a 200 without rows where rows are certain, and words in place of rows, are failures",
    async check() {
      for (const answer of ["", "\n", "path:mtu00020 : No such data.\n"]) {
        const result = await ask("resolve_genes", { names: ["katG"] }, { "list/mtu": answer });
        expect([result.outcome, outcomesOf(result)]).toEqual(["upstream_failed", ["upstream_failed"]]);
      }
    },
  },
];

const ENDPOINTS: readonly ReportRow[] = [
  {
    reports: [
      ...issues("YuLab-SMU/createKEGGdb", 14),
      ...issues("Bioconductor/KEGGREST", 30),
      ...issues("cokelaer/bioservices", 349),
      ...issues("mengxu98/scop", 327),
      ...issues("widdowquinn/2018-03-06-ibioic", 4),
      ...issues("b2slab/FELLA", 8),
      ...issues("MoseleyBioinformaticsLab/kegg_pull", 205),
    ],
    kind: "nothing rests on lists and links that KEGG has withdrawn; a database that it has renamed is asked by its new name",
    async check() {
      const info =
        "ko               KEGG Orthology Database\nko               Release 118.0, Apr 26\n                 27,000 entries\n";
      const answers = {
        "get/mtu:Rv1908c": entry("Rv1908c"),
        "link/mtu/mtu00360": "path:mtu00360\tmtu:Rv1908c\n",
        "conv/uniprot/mtu:Rv1908c": "mtu:Rv1908c\tup:P9WIE5\n",
        "find/mtu/katG": "mtu:Rv1908c\tCDS\t1..9\tkatG; enzyme\n",
        "info/ko": info,
      };
      const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
        ["get_pathways", { gene: "katG" }],
        ["resolve_genes", { names: ["katG"] }],
        ["get_gene", { ids: ["mtu:Rv1908c"] }],
        ["find_genes", { query: "katG" }],
        ["list_pathways", {}],
        ["get_pathway_genes", { pathway: "mtu00360" }],
        ["convert_ids", { ids: ["mtu:Rv1908c"], target: "uniprot" }],
        ["get_release", { database: "orthology" }],
      ];
      for (const [tool, args] of calls) {
        const { outcome, asked } = await ask(tool, args, answers);
        expect([tool, outcome]).toEqual([tool, "found"]);
        for (const path of asked)
          expect(path).not.toMatch(
            /^(?:list\/(?:organism|all|genes|module)|link\/(?:genes|orthology|module)|info\/orthology)/,
          );
      }
    },
  },
  {
    reports: [
      ...issues("YuLab-SMU/clusterProfiler", 539, 546, 549, 550, 569, 579, 689),
      ...issues("MoseleyBioinformaticsLab/kegg_pull", 205),
    ],
    kind: "an id is one with the prefix of its database and without, whichever operation writes it on whichever day",
    async check() {
      for (const prefix of ["path:", ""]) {
        const links = KATG_LINKS.replaceAll("path:", prefix);
        const { outcome, record_ids, records } = await ask(
          "get_pathways",
          { gene: "katG" },
          {
            "link/pathway/mtu:Rv1908c": links,
            "link/pathway/mtu": links,
            "list/pathway/mtu": `${prefix}mtu00360\tPhenylalanine\n${prefix}mtu00983\tDrugs\n${prefix}mtu01100\tMetabolic\n`,
          },
        );
        expect([outcome, record_ids]).toEqual(["found", ["mtu00360", "mtu00983", "mtu01100"]]);
        expect(records.map(({ name, detail }) => [name, detail.size])).toEqual([
          ["Phenylalanine", 1],
          ["Drugs", 1],
          ["Metabolic", 1],
        ]);
      }
    },
  },
  {
    reports: pulls("YuLab-SMU/clusterProfiler", 540),
    kind: "a pathway's name is KEGG's own, with or without the organism behind it",
    async check() {
      const name = async (text: string) =>
        (await ask("get_pathways", { gene: "katG" }, { "list/pathway/mtu": `mtu00360\t${text}\n` })).records[0]?.name;
      expect(await name("Phenylalanine metabolism - Mycobacterium tuberculosis H37Rv")).toBe(
        "Phenylalanine metabolism - Mycobacterium tuberculosis H37Rv",
      );
      expect(await name("Phenylalanine metabolism")).toBe("Phenylalanine metabolism");
    },
  },
];

const NAMES: readonly ReportRow[] = [
  {
    reports: [
      ...issues("YuLab-SMU/clusterProfiler", 598, 219),
      ...issues("cokelaer/bioservices", 125),
      ...issues("harryhaller001/keggtools", 2),
      ...issues("mpg-age-bioinformatics/AGEpy", 2),
    ],
    kind: "a symbol, a tag and an id lead to one gene; a name of none is named singly and costs the others nothing",
    async check() {
      const result = await ask("resolve_genes", { names: ["katG", "Rv1908c", "mtu:Rv1908c", "XYZ"] });
      expect(result.items.map(({ outcome, resolved_to }) => [outcome, resolved_to])).toEqual([
        ...Array.from({ length: 3 }, () => ["found", "mtu:Rv1908c"]),
        ["not_resolved", null],
      ]);
      expect(result.record_ids).toEqual(["mtu:Rv1908c"]);
    },
  },
  {
    reports: issues("cokelaer/bioservices", 125),
    kind: "a gene without a pathway, a gene that does not exist and a failure are three answers",
    async check() {
      expect((await ask("get_pathways", { gene: "gyrA" })).outcome).toBe("none_on_record");
      expect((await ask("get_pathways", { gene: "XYZ" })).outcome).toBe("not_resolved");
      expect(
        (await ask("get_pathways", { gene: "gyrA" }, { "link/pathway/mtu:Rv0006": { status: 502 } })).outcome,
      ).toBe("upstream_failed");
    },
  },
  {
    reports: [...issues("YuLab-SMU/clusterProfiler", 708), ...issues("Bioconductor/KEGGREST", 27)],
    kind: "an empty list, a blank or a column of several names in one is refused before anything is asked",
    async check() {
      for (const names of [[], ["  "], ["K28485\nK28386"]]) {
        const result = await ask("resolve_genes", { names });
        expect(result).toMatchObject({ outcome: "bad_input", asked: [] });
      }
      for (const id of ["mtu:Rv1 Rv2", "mtu:a/b", "mtu:a+mtu:b", "mtu:%2e", "mtu:a?b"])
        expect(await ask("get_gene", { ids: [id] })).toMatchObject({ outcome: "bad_input", asked: [] });
    },
  },
  {
    reports: issues("YuLab-SMU/clusterProfiler", 759, 544),
    kind: "an orthologue is no gene of an organism: it is not resolved, or refused with its prefix",
    async check() {
      const plain = await ask("resolve_genes", { names: ["K00028"] });
      expect(outcomesOf(plain)).toEqual(["not_resolved"]);
      const prefixed = await ask("get_pathways", { gene: "ko:K00028" });
      expect(prefixed).toMatchObject({ outcome: "bad_input", asked: [] });
      const database = await ask("get_pathways", { gene: "katG", organism: "ko" });
      expect(database).toMatchObject({ outcome: "bad_input", errors: [{ param: "organism" }], asked: [] });
    },
  },
  {
    reports: issues("cokelaer/bioservices", 58),
    kind: "a tag is looked up in the organism named, and in no other",
    async check() {
      const result = await ask("get_pathways", { gene: "b3640" });
      expect([result.outcome, result.query.organism_used, result.asked]).toEqual(["not_resolved", "mtu", ["list/mtu"]]);
      const other = await ask(
        "get_gene",
        { ids: ["eco:b3640"] },
        { "get/eco:b3640": entry("b3640", "SYMBOL      dut") },
      );
      expect(other.records[0]).toMatchObject({ record_id: "eco:b3640", detail: { symbols: ["dut"] } });
    },
  },
  {
    reports: [...issues("cokelaer/bioservices", 63), ...issues("Bioconductor/KEGGREST", 16)],
    kind: "a search is a search: hits are not the gene asked, its own symbol is marked, and no hit says nothing",
    async check() {
      const hits = "mtu:Rv1\tCDS\t1..9\tacyPX; like acyP\nmtu:Rv2\tCDS\t1..9\tacyP; acylphosphatase\n";
      const found = await ask("find_genes", { query: "acyP" }, { "find/mtu/acyP": hits });
      expect(found.records.map(({ record_id, detail }) => [record_id, detail.exact_symbol])).toEqual([
        ["mtu:Rv2", true],
        ["mtu:Rv1", false],
      ]);
      for (const nothing of ["\n", "", { status: 404 }] as const) {
        const none = await ask("find_genes", { query: "Acyp1" }, { "find/mtu/Acyp1": nothing });
        expect([none.outcome, codesOf(none)]).toEqual(["no_match", ["search_not_resolution"]]);
      }
    },
  },
  {
    reports: [
      ...issues("datapplab/pathview", 24, 31),
      ...issues("lgeistlinger/EnrichmentBrowser", 49),
      ...issues("cokelaer/bioservices", 151),
      ...issues("harryhaller001/keggtools", 2),
    ],
    kind: "any organism is asked of KEGG itself, new or rare, and genes without a symbol are genes",
    async check() {
      for (const organism of ["psav", "mflo", "mcf", "ath"]) {
        const list = `${organism}:AT5G09600\tCDS\t1..9\tSDH3-1; succinate dehydrogenase 3-1\n${organism}:AT1G2\tCDS\t1..9\thypothetical protein\n`;
        const names = ["AT1G2", "SDH3-1", "AT5G09600 SDH3-1"];
        const { items } = await ask("resolve_genes", { names, organism }, { [`list/${organism}`]: list });
        expect(items.map(({ resolved_to }) => resolved_to)).toEqual([
          `${organism}:AT1G2`,
          `${organism}:AT5G09600`,
          null,
        ]);
      }
      for (const status of [400, 404]) {
        const unknown = await ask("resolve_genes", { names: ["x"], organism: "pig" }, { "list/pig": { status } });
        expect([unknown.outcome, codesOf(unknown)]).toEqual(["not_resolved", ["unknown_organism"]]);
      }
    },
  },
];

const PATHWAYS: readonly ReportRow[] = [
  {
    reports: [
      ...issues("datapplab/pathview", 17),
      ...issues("jtamames/SqueezeMeta", 930),
      ...issues("cafferychen777/ggpicrust2", 148),
    ],
    kind: "a reference map, an orthologue, another database's pathway or a missing value is no organism's pathway, and is refused",
    async check() {
      for (const pathway of ["map04750", "ko14187", "hsamap04750", "1CMET2-PWY", "NA", "04750", "K14187"])
        await refusedPathway(pathway);
    },
  },
  {
    reports: [
      ...issues("harryhaller001/keggtools", 11),
      ...issues("Bioconductor/KEGGREST", 18),
      ...issues("YuLab-SMU/clusterProfiler", 225),
      ...issues("datapplab/pathview", 13, 15),
    ],
    kind: "a pathway that the organism has not is not resolved; a failure of the service does not say so",
    async check() {
      const asked = (answer: Played) =>
        ask("get_pathway_genes", { pathway: "hsa00940" }, { "link/hsa/hsa00940": answer });
      for (const nothing of [{ status: 404 }, "", "\n"] as const) {
        const none = await asked(nothing);
        expect([none.outcome, codesOf(none)]).toEqual(["not_resolved", ["unknown_pathway"]]);
      }
      for (const failure of [
        "reset",
        { status: 500 },
        { status: 200, body: "<html></html>", type: "text/html" },
      ] as const)
        expect((await asked(failure)).outcome).toBe("upstream_failed");
    },
  },
  {
    reports: [...issues("Bioconductor/KEGGREST", 29), ...issues("YuLab-SMU/clusterProfiler", 544)],
    kind: "one gene has many pathways and one pathway many genes: every row is kept, a repeated one once",
    async check() {
      const rows = ["mtu00010", "mtu00020", "mtu00010", "mtu00030"].map((id) => `mtu:Rv1908c\tpath:${id}\n`).join("");
      const result = await ask("get_pathways", { gene: "mtu:Rv1908c" }, { "link/pathway/mtu:Rv1908c": rows });
      expect(result.record_ids).toEqual(["mtu00010", "mtu00020", "mtu00030"]);
      const conversions = "mtu:Rv1\tup:P2\nmtu:Rv1\tup:P1\nmtu:Rv2\tup:P1\n";
      const many = await ask(
        "convert_ids",
        { ids: ["mtu:Rv1", "mtu:Rv2"], target: "uniprot" },
        { "conv/uniprot/mtu:Rv1+mtu:Rv2": conversions },
      );
      expect(many.items.map(({ record_ids }) => record_ids)).toEqual([["up:P1", "up:P2"], ["up:P1"]]);
    },
  },
];

const BATCHES: readonly ReportRow[] = [
  {
    reports: [...issues("biopython/biopython", 4313, 729), ...issues("Bioconductor/KEGGREST", 26)],
    kind: "many ids are asked in tens, each is answered, and their order changes nothing",
    async check() {
      const asked = ids(23);
      const portions = (all: readonly string[]) => [all.slice(0, 10), all.slice(10, 20), all.slice(20)];
      const answers = (all: readonly string[]) =>
        Object.fromEntries(
          portions(all).map((some) => [
            `conv/uniprot/${some.join("+")}`,
            some.map((id) => `${id}\tup:P${id.slice(6)}\n`).join(""),
          ]),
        );
      const meaning = async (all: readonly string[]) => {
        const { items } = await ask("convert_ids", { ids: all, target: "uniprot" }, answers(all));
        return Object.fromEntries(items.map(({ input, resolved_to }) => [input, resolved_to]));
      };
      expect(await meaning(asked.toReversed())).toEqual(await meaning(asked));
      const entries = await ask(
        "get_gene",
        { ids: asked },
        Object.fromEntries(portions(asked).map((some) => [`get/${some.join("+")}`, entriesOf(some)])),
      );
      expect(entries.page.total).toBe(23);
    },
  },
  {
    reports: issues("MoseleyBioinformaticsLab/kegg_pull", 26),
    kind: "an id that a batch leaves out is asked alone before it is unknown, and a failure of that is a failure",
    async check() {
      const batch = { "get/mtu:Rv1+mtu:Rv2": entry("Rv1") };
      const unknown = await ask(
        "get_gene",
        { ids: ["mtu:Rv1", "mtu:Rv2"] },
        { ...batch, "get/mtu:Rv2": { status: 404 } },
      );
      expect(outcomesOf(unknown)).toEqual(["found", "not_resolved"]);
      const failed = await ask("get_gene", { ids: ["mtu:Rv1", "mtu:Rv2"] }, { ...batch, "get/mtu:Rv2": "reset" });
      expect(outcomesOf(failed)).toEqual(["found", "upstream_failed"]);
      const late = await ask("get_gene", { ids: ["mtu:Rv1", "mtu:Rv2"] }, { ...batch, "get/mtu:Rv2": entry("Rv2") });
      expect(outcomesOf(late)).toEqual(["found", "found"]);
    },
  },
  {
    reports: issues("biopython/biopython", 729),
    kind: "the target of a conversion is one that KEGG has, as it writes it",
    async check() {
      for (const target of ["kegg", "KEGG", "ncbi-gi", "ensembl"])
        expect(await ask("convert_ids", { ids: ["hsa:7157"], target })).toMatchObject({
          outcome: "bad_input",
          errors: [{ param: "target" }],
          asked: [],
        });
      const result = await ask(
        "convert_ids",
        { ids: ["hsa:7157"], target: "ncbi-geneid" },
        { "conv/ncbi-geneid/hsa:7157": "hsa:7157\tncbi-geneid:7157\n" },
      );
      expect(result.record_ids).toEqual(["ncbi-geneid:7157"]);
    },
  },
];

const gene = async (...sections: string[]) => {
  const result = await ask("get_gene", { ids: ["mtu:Rv1"] }, { "get/mtu:Rv1": entry("Rv1", ...sections) });
  expect(result.outcome).toBe("found");
  return result.records[0]!.detail as Record<string, unknown> & { other: Record<string, string[]> };
};

const ENTRIES: readonly ReportRow[] = [
  {
    reports: issues("cokelaer/bioservices", 46, 75, 202, 203, 204, 217, 233),
    kind: "a keyword that is new is kept raw, and the rest of its entry is read",
    async check() {
      const detail = await gene(
        "SYMBOL      ZAP70, SRK",
        "NAME        (RefSeq) zeta chain kinase",
        "ORTHOLOGY   K07360  tyrosine-protein kinase ZAP-70 [EC:2.7.10.2]",
        "NETWORK     nt06502  TCR signaling",
        "  ELEMENT   N01323  a line within it",
        "DRUG_TARGET Fostamatinib: D09347",
        "MOTIF       Pfam: PK_Tyr_Ser-Thr Pkinase SH2",
        "            Haspin_kinase Kdo",
        "STRUCTURE   PDB: 1FBV 1M61",
        "MEMBER      x",
      );
      expect(detail).toMatchObject({ symbols: ["ZAP70", "SRK"], product: "zeta chain kinase", ko: [{ id: "K07360" }] });
      expect(Object.keys(detail.other)).toEqual(["NETWORK", "DRUG_TARGET", "MOTIF", "STRUCTURE", "MEMBER"]);
      expect(detail.other.MOTIF![0]).toContain("Haspin_kinase Kdo");
    },
  },
  {
    reports: [...issues("cokelaer/bioservices", 77, 85, 225), ...issues("biopython/biopython", 676)],
    kind: "a field that is blank, or not what its keyword promises, loses nothing else of the entry",
    async check() {
      const detail = await gene(
        "SYMBOL",
        "NAME        (RefSeq) x",
        "PATHWAY",
        "INTERACTION",
        "ORTHOLOGY   no such thing",
        "DBLINKS     UniProt: P1",
        "AASEQ       abc",
      );
      expect(detail).toMatchObject({
        product: "x",
        pathways: [],
        ko: [],
        db_links: { UniProt: ["P1"] },
        aa_length: null,
      });
      expect(detail.other).toMatchObject({ ORTHOLOGY: ["no such thing"], INTERACTION: [""] });
    },
  },
  {
    reports: [
      ...issues("cokelaer/bioservices", 137),
      ...issues("ceabiodb/biodb", 49),
      ...issues("cokelaer/bioservices", 151),
    ],
    kind: "several lines under one keyword are all kept, whatever they begin with",
    async check() {
      const detail = await gene(
        "NAME        (RefSeq) first",
        "            second",
        "GENE        (Type I) FAH; one",
        "            (Type II) TAT; two",
        "            (Type III) HPD; three",
        "PATHWAY     mtu00010  Glycolysis",
        "            mtu00020  Citrate cycle",
      );
      expect(detail.product).toBe("first second");
      expect(detail.other.GENE![0]!.split("\n")).toHaveLength(3);
      expect(detail.pathways).toHaveLength(2);
    },
  },
  {
    reports: issues("RTXteam/RTX", 765),
    kind: "symbols keep KEGG's order, the first of them first, and a product is no symbol",
    async check() {
      expect((await gene("SYMBOL      TP53, BCC7, P53", "NAME        (RefSeq) tumor protein p53")).symbols).toEqual([
        "TP53",
        "BCC7",
        "P53",
      ]);
      const list = `${SMALL_LIST}mtu:RvY\tCDS\t1..9\talcohol dehydrogenase, zinc-type\n`;
      const { items } = await ask("resolve_genes", { names: ["alcohol dehydrogenase", "RvY"] }, { "list/mtu": list });
      expect(items.map(({ resolved_to }) => resolved_to)).toEqual([null, "mtu:RvY"]);
    },
  },
];

export const rows: readonly ReportRow[] = [...PACE, ...ENDPOINTS, ...NAMES, ...PATHWAYS, ...BATCHES, ...ENTRIES];
