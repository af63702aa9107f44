import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { answering, type HitNames, hit, page } from "../../servers/uniprot/tools/search-answers.fixture.ts";
import { issues, pulls } from "./addresses.ts";
import { codesOf } from "./playing.ts";
import type { ReportRow } from "./reports.ts";
import { call, expectFailure, network } from "./uniprot-network.ts";

const SEARCH = "https://rest.uniprot.org/uniprotkb/search";
const protein = (gene: string, args: object = {}) => call("get_protein", { gene, ...args });
const found = (...hits: [accession: string, names: HitNames][]) =>
  answering(network, () => page(hits.map(([accession, names]) => hit(accession, names))));

/** From the name of a gene to its entry. */
export const rows: readonly ReportRow[] = [
  {
    kind: "an entry that holds the name as a synonym yields to one of that name, and says what it is when it is alone",
    reports: [...issues("ai4curation/ai-gene-review", 2720, 2721, 910), ...issues("broadinstitute/oncotator", 296)],
    async check() {
      const nhr47: [string, HitNames] = ["Q17370", { primary: "nhr-47", synonyms: ["csr-1"], reviewed: true }];
      found(nhr47, ["H2KZD5", { primary: "csr-1" }]);
      const both = await protein("csr-1", { organism_id: 6239 });
      expect(both).toMatchObject({
        record_ids: ["H2KZD5"],
        resolved: { accession: "H2KZD5", matched_by: "primary_name" },
      });
      expect(codesOf(both)).toContain("weaker_matches");
      found(nhr47);
      const alone = await protein("csr-1", { organism_id: 6239, reviewed: "only" });
      expect(alone).toMatchObject({ record_ids: ["Q17370"], resolved: { matched_by: "synonym" } });
      expect(alone.records[0]?.detail).toMatchObject({ gene_names: ["nhr-47"], matched_name: "csr-1" });
      expect(codesOf(alone)).toContain("synonym_match");
      found(nhr47, ["P00002", { primary: "other", synonyms: ["CSR-1", "csr-1"] }]);
      const several = await protein("csr-1", { organism_id: 6239 });
      expect(several).toMatchObject({ outcome: "ambiguous", records: [] });
      expect(several.resolved).toMatchObject({ candidates: [{ id: "Q17370" }, { id: "P00002" }] });
    },
  },
  {
    kind: "hits whose names only resemble the name are left out and counted",
    reports: [
      ...issues("cokelaer/bioservices", 122),
      ...issues("biothings/mygene.info", 41),
      ...issues("opentargets/issues", 803, 24),
      ...issues("opentargets-archive/rest_api", 63),
    ],
    async check() {
      found(
        ["P38398", { primary: "BRCA1" }],
        ["Q6PJG6", { primary: "BRAT1" }],
        ["Q7Z569", { synonyms: ["BRCA1 associated"] }],
      );
      const result = await protein("BRCA1", { organism_id: 9606 });
      expect(result).toMatchObject({ record_ids: ["P38398"], resolved: { partial_name_hits: 2, accession: "P38398" } });
      found(["Q6PJG6", { primary: "BRAT1" }]);
      expect(await protein("BRCA1", { organism_id: 9606 })).toMatchObject({ outcome: "not_resolved", records: [] });
    },
  },
  {
    kind: "among several entries of one name the only reviewed one stands for the gene; without one, none does",
    reports: [
      ...issues("RTXteam/RTX", 214),
      ...issues("geneontology/helpdesk", 139),
      ...issues("geneontology/go-annotation", 2021),
      ...issues("opentargets/issues", 738),
    ],
    async check() {
      const name = { primary: "PMM2" };
      found(["H3BV55", name], ["A0A0S2Z4J6", name], ["O15305", { ...name, reviewed: true }], ["H3BV34", name]);
      const result = await protein("PMM2", { organism_id: 9606, limit: 10 });
      expect(result.record_ids).toEqual(["O15305", "A0A0S2Z4J6", "H3BV34", "H3BV55"]);
      expect(result.resolved).toMatchObject({ accession: "O15305", entries_matched: 4 });
      found(["H3BV55", name], ["H3BV34", name]);
      const unreviewed = await protein("PMM2", { organism_id: 9606 });
      expect(unreviewed.resolved.accession).toBeNull();
      expect(codesOf(unreviewed)).toContain("several_entries");
    },
  },
  {
    kind: "a species whose entries are those of its strains is searched as it was asked, and the wider search is named",
    reports: [
      ...pulls("mims-harvard/ToolUniverse", 504),
      ...issues("pombase/canto", 1467),
      ...issues("gingraslab/gene-info", 13),
      ...issues("AlexsLemonade/refinebio", 2123),
    ],
    async check() {
      const sent = found();
      const exact = await protein("gyrA", { organism_id: 1423 });
      expect(exact).toMatchObject({ outcome: "not_resolved", query: { organism_id: 1423, taxon_scope: "exact" } });
      expect(codesOf(exact)).toEqual(expect.arrayContaining(["name_not_found", "other_taxon_scope"]));
      expect(sent.at(-1)).toBe('gene:"gyrA" AND organism_id:1423');
      const wide = found(["P05653", { primary: "gyrA", reviewed: true }]);
      const result = await protein("gyrA", { organism_id: 1423, taxon_scope: "descendants" });
      expect(wide).toEqual(['gene:"gyrA" AND taxonomy_id:1423']);
      expect(result.record_ids).toEqual(["P05653"]);
    },
  },
  {
    kind: "an entry without a primary gene name, or without any, is read, and found by the names that it has",
    reports: [
      ...issues("ELELAB/PDBminer", 74),
      ...pulls("ELELAB/PDBminer", 71),
      ...issues("pombase/canto", 1543),
      ...issues("broadinstitute/g2papi", 3),
    ],
    async check() {
      const orf = { ...hit("A9JX75"), genes: [{ orfNames: [{ value: "SNOG_20078" }] }] };
      const { genes: _none, ...nameless } = hit("A0A1D6EIG7");
      answering(network, () => page([nameless, { ...nameless, primaryAccession: "A0A1D6EIG8", genes: [{}] }, orf]));
      const result = await protein("SNOG_20078", { organism_id: 321614 });
      expect(result).toMatchObject({
        record_ids: ["A9JX75"],
        resolved: { matched_by: "orf_name", partial_name_hits: 2 },
      });
      expect(result.records[0]?.detail).toMatchObject({ gene_names: [], locus_tags: ["SNOG_20078"] });
    },
  },
  {
    kind: "an entry of many genes holds the names of all of them, and no empty ones",
    reports: [...issues("gyorilab/indra", 133), ...pulls("gyorilab/indra", 567)],
    async check() {
      const genes = [
        { geneName: { value: "His4" }, orfNames: [{ value: "CG31611" }] },
        { geneName: { value: "" }, synonyms: [{ value: " " }] },
        { geneName: { value: "His4r" }, orfNames: [{ value: "CG33869" }] },
      ];
      answering(network, () => page([{ ...hit("P84040", { reviewed: true }), genes }]));
      const result = await protein("His4r", { organism_id: 7227 });
      expect(result.records[0]).toMatchObject({
        record_id: "P84040",
        detail: { gene_names: ["His4", "His4r"], synonyms: [], locus_tags: ["CG31611", "CG33869"] },
      });
    },
  },
  {
    kind: "hits on later pages are read before a name is decided, in pages of a stated size",
    reports: [...issues("Bioconductor/UniProt.ws", 23), ...issues("biotite-dev/biotite", 409)],
    async check() {
      const asked: URLSearchParams[] = [];
      network.use(
        http.get(SEARCH, ({ request }) => {
          const params = new URL(request.url).searchParams;
          asked.push(params);
          const link = `<${SEARCH}?query=x&fields=accession,id&cursor=c1&size=100>; rel="next"`;
          return params.get("cursor") === "c1"
            ? page([hit("P00002", { primary: "katG", reviewed: true })], { "x-total-results": "2" })
            : page([hit("P00001", { primary: "katG2" })], { link, "x-total-results": "2" });
        }),
      );
      const result = await protein("katG");
      expect(asked[0]?.get("size")).toBe("100");
      expect(result).toMatchObject({ record_ids: ["P00002"], resolved: { hits_total: 2, hits_read: 2 } });
    },
  },
  {
    kind: "names with a hyphen, a dot, a prime or an underscore are asked for as they are, and compared whole",
    reports: [
      ...issues("opentargets-archive/rest_api", 51),
      ...issues("ai4curation/ai-gene-review", 2721),
      ...issues("biothings/mygene.info", 2),
    ],
    async check() {
      for (const name of ["NKX2-8", "Y57G11C.31", "lin-3'", "CELE_F20D12.1", "HLA-DQB1"]) {
        const sent = found(["P00001", { primary: name }], ["P00002", { primary: `${name}x` }]);
        expect((await protein(name, { organism_id: 9606 })).record_ids, name).toEqual(["P00001"]);
        expect(sent).toEqual([`gene:"${name}" AND organism_id:9606`]);
      }
    },
  },
  {
    kind: "a search that is refused is a refusal that names the argument, not an answer without entries",
    reports: [
      ...issues("cokelaer/bioservices", 219, 224),
      ...issues("Proteomicslab57357/UniprotR", 24),
      ...issues("arendsee/phylostratr", 26),
    ],
    async check() {
      answering(network, () =>
        HttpResponse.json({ url: SEARCH, messages: ["'organism_id' filter value is invalid"] }, { status: 400 }),
      );
      const result = await protein("katG");
      expectFailure(result, "upstream_refused");
      expect(result.errors).toMatchObject([{ param: "organism_id", status: 400, retryable: false }]);
    },
  },
];
