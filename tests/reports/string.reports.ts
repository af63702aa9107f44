import { expect } from "vitest";
import { string } from "../../servers/string/index.ts";
import { interactionRow } from "../support/string-network.ts";
import { issues, pulls } from "./addresses.ts";
import { codesOf, outcomesOf, type Played, tell } from "./playing.ts";
import type { ReportRow } from "./reports.ts";

type Form = Readonly<Record<string, string>>;
type Answers = Readonly<Record<string, Played | ((form: Form) => unknown)>>;

const identity = (queryItem: string, tag: string, more: object = {}) => ({
  queryItem,
  stringId: `83332.${tag}`,
  ncbiTaxonId: 83_332,
  preferredName: tag,
  ...more,
});

/** STRING knows every name as its own locus tag, but those that begin with "no". */
const knowsTags = ({ identifiers = "" }: Form) =>
  identifiers
    .split("\r")
    .filter((name) => !name.startsWith("no"))
    .map((name) => identity(name, name));

/** One tool over a STRING that answers each method as said; rows become JSON. */
async function ask(tool: string, args: Readonly<Record<string, unknown>>, answers: Answers) {
  const all: Answers = { get_string_ids: knowsTags, ...answers };
  const { result, asked } = await tell(
    string,
    ({ path, form }) => {
      const answer = all[path.slice(path.lastIndexOf("/") + 1)];
      return typeof answer === "function" ? JSON.stringify(answer(form)) : answer;
    },
    tool,
    args,
  );
  const forms = (method: string): Form[] =>
    asked.filter(({ path }) => path.endsWith(`/${method}`)).map(({ form }) => form);
  return { ...result, asked, forms };
}

const CHANNELS = { nscore: 0, fscore: 0, pscore: 0, ascore: 0, escore: 0, dscore: 0, tscore: 0 };
const AB = interactionRow("RvA", "RvB", 0.7);

const NAMES: readonly ReportRow[] = [
  {
    reports: [
      ...issues("BioDataFuse/pyBiodatafuse", 237, 140, 110),
      ...pulls("BioDataFuse/pyBiodatafuse", 219, 280),
      ...issues("gexijin/idepGolem", 842),
      ...issues("iDEP-SDSU/idep", 112),
      ...issues("egeulgen/pathfindR", 130),
    ],
    kind: "names that STRING does not map are named as such, one by one, and are never proteins without interactions",
    async check() {
      const none = await ask("get_network", { ids: ["noOne", "noTwo"] }, {});
      expect(none.outcome).toBe("not_resolved");
      expect(outcomesOf(none)).toEqual(["not_resolved", "not_resolved"]);
      expect(none.forms("network")).toEqual([]);
      const some = await ask("get_network", { ids: ["RvA", "RvB", "noOne"] }, { network: () => [AB] });
      expect(outcomesOf(some)).toEqual(["found", "found", "not_resolved"]);
      const partners = await ask("get_partners", { gene: "noOne" }, {});
      expect([partners.outcome, partners.forms("interaction_partners")]).toEqual(["not_resolved", []]);
    },
  },
  {
    reports: [
      ...issues("BioDataFuse/pyBiodatafuse", 110),
      ...pulls("BioDataFuse/pyBiodatafuse", 127, 280),
      ...pulls("hyunhwan-bcm/MARRVEL_MCP", 198),
      ...pulls("aipoch/open-science", 2737),
    ],
    kind: "ends of an interaction are told by id: a partner is the other end, in whichever column, whatever its name",
    async check() {
      const twin = { preferredName_A: "same", preferredName_B: "same" };
      const rows = [interactionRow("RvA", "RvB", 0.9, twin), interactionRow("RvC", "RvA", 0.8, twin)];
      const { records } = await ask("get_partners", { gene: "RvA" }, { interaction_partners: () => rows });
      expect(records.map(({ record_id, detail }) => [record_id, detail.partner_of])).toEqual([
        ["83332.RvB", "83332.RvA"],
        ["83332.RvC", "83332.RvA"],
      ]);
    },
  },
  {
    reports: [
      ...issues("RTXteam/RTX", 1164, 1159),
      ...issues("intermine/intermine", 2217),
      ...issues("waldronlab/HGNChelper", 14),
    ],
    kind: "a name that several proteins bear is ambiguous; a symbol wins over another protein's alias",
    async check() {
      const offers = () => [
        identity("lap", "RvA", { preferredName: "tgfA" }),
        identity("lap", "RvB", { preferredName: "acpB" }),
      ];
      const several = await ask("get_partners", { gene: "lap" }, { get_string_ids: offers });
      expect([several.outcome, (several.resolved.candidates as unknown[]).length]).toEqual(["ambiguous", 2]);
      const exact = await ask(
        "resolve_ids",
        { names: ["acpB"] },
        { get_string_ids: () => offers().map((row) => ({ ...row, queryItem: "acpB" })) },
      );
      expect(exact.items[0]).toMatchObject({ outcome: "found", resolved_to: "83332.RvB" });
      const alias = await ask("resolve_ids", { names: ["lap"] }, { get_string_ids: () => offers().slice(0, 1) });
      expect(alias.records[0]).toMatchObject({ record_id: "83332.RvA", flags: ["synonym_match"] });
    },
  },
  {
    reports: [
      ...issues("monarch-initiative/dipper", 481, 444),
      ...issues("monarch-initiative/monarch-app", 722),
      ...issues("monarch-initiative/monarch-ingest", 229),
    ],
    kind: "STRING's own ids are kept whole, withdrawn ones as well, with or without a display name",
    async check() {
      const offers = () => [
        { queryItem: "9606.ENSP00000000233", stringId: "9606.ENSP00000000233", ncbiTaxonId: "9606", preferredName: "" },
      ];
      const { records, query } = await ask(
        "resolve_ids",
        { names: ["9606.ENSP00000000233"] },
        { get_string_ids: offers },
      );
      expect(records[0]).toMatchObject({
        record_id: "9606.ENSP00000000233",
        name: "9606.ENSP00000000233",
        detail: { preferred_name: null },
      });
      expect(query.species_used).toBe(9606);
    },
  },
  {
    reports: [
      ...pulls("IDR/idr-notebooks", 36),
      ...issues("YuLab-SMU/ProjectYulab", 1),
      ...issues("iDEP-SDSU/idep", 158),
      ...pulls("jpquast/protti", 98),
    ],
    kind: "every request names its species by taxon; a species in words is refused, and one that STRING lacks is no zero",
    async check() {
      const asked = await ask("get_network", { ids: ["RvA", "RvB"] }, { network: () => [AB] });
      expect(asked.asked.every(({ form }) => form.species === "83332")).toBe(true);
      const words = await ask("get_partners", { gene: "RvA", species: "Mus musculus" }, {});
      expect(words).toMatchObject({ outcome: "bad_input", errors: [{ param: "species" }], asked: [] });
      const lacking = { get_string_ids: { status: 400, body: '{"Error":"unknown organism"}' } };
      const unknown = await ask("get_partners", { gene: "RvA", species: 8030 }, lacking);
      expect(unknown).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "upstream_refused" }] });
    },
  },
  {
    reports: issues("BioDataFuse/pyBiodatafuse", 237),
    kind: "a protein of another organism is never taken for the one asked",
    async check() {
      const human = () => [
        { queryItem: "RPLP0", stringId: "9606.ENSP00000449328", ncbiTaxonId: 9606, preferredName: "RPLP0" },
      ];
      const result = await ask("get_partners", { gene: "RPLP0", species: 10_090 }, { get_string_ids: human });
      expect([result.outcome, result.records]).toEqual(["not_resolved", []]);
    },
  },
];

const SCORES: readonly ReportRow[] = [
  {
    reports: [
      ...issues("monarch-initiative/dipper", 484),
      ...pulls("Knowledge-Graph-Hub/kg-microbe", 697),
      ...pulls("PixelgenTechnologies/pixelatorR", 150),
      ...pulls("jpquast/protti", 98),
      ...issues("monarch-initiative/monarch-ingest", 80),
    ],
    kind: "a threshold has one scale, thousandths: a fraction is refused, and rows that come below are left out and counted",
    async check() {
      for (const required_score of [0.4, 0.7, 50, 1001]) {
        const refused = await ask("get_partners", { gene: "RvA", required_score }, {});
        expect(refused).toMatchObject({ outcome: "bad_input", errors: [{ param: "required_score" }], asked: [] });
      }
      const rows = [interactionRow("RvA", "RvB", 0.71), interactionRow("RvA", "RvC", 0.3)];
      const kept = await ask(
        "get_partners",
        { gene: "RvA", required_score: 700 },
        { interaction_partners: () => rows },
      );
      expect(kept.record_ids).toEqual(["83332.RvB"]);
      expect(kept.resolved).toMatchObject({ rows_received: 2, rows_below_threshold: 1 });
    },
  },
  {
    reports: pulls("datacommonsorg/website", 1712),
    kind: "a score that equals the threshold reaches it",
    async check() {
      const rows = [
        interactionRow("RvA", "RvB", 0.7),
        interactionRow("RvA", "RvC", 0.6995),
        interactionRow("RvA", "RvD", 0.699),
      ];
      const { record_ids } = await ask(
        "get_partners",
        { gene: "RvA", required_score: 700 },
        { interaction_partners: () => rows },
      );
      expect(record_ids).toEqual(["83332.RvB", "83332.RvC"]);
    },
  },
  {
    reports: [...issues("opentargets/issues", 1330, 1463, 1509, 870), ...issues("RobokopU24/ORION", 293)],
    kind: "each channel keeps its name and its number; one that is missing is not given, never 0, and nothing is recombined",
    async check() {
      const row = {
        ...interactionRow("RvA", "RvB", 0.999),
        ...CHANNELS,
        ascore: 0.308,
        escore: 0.977,
        dscore: 0.9,
        tscore: 0.791,
      };
      const full = await ask("get_partners", { gene: "RvA" }, { interaction_partners: () => [row] });
      expect(full.records[0]?.detail).toMatchObject({
        combined_score: 0.999,
        channels: {
          coexpression: 0.308,
          experimental: 0.977,
          database: 0.9,
          neighborhood: 0,
          fusion: 0,
          cooccurrence: 0,
        },
        textmining_score: 0.791,
      });
      const { escore: _missing, ...without } = { ...row, ascore: 0.1, dscore: 0.1 };
      const partial = await ask("get_partners", { gene: "RvA" }, { interaction_partners: () => [without] });
      expect(partial.records[0]?.detail).toMatchObject({
        combined_score: 0.999,
        channels: { experimental: null },
        evidence_beyond_textmining: null,
      });
    },
  },
  {
    reports: [
      ...issues("monarch-initiative/monarch-app", 947, 438),
      ...issues("monarch-initiative/monarch-ingest", 624),
    ],
    kind: "an interaction that rests on text mining alone is marked, by medium confidence and not by more than nothing",
    async check() {
      const rows = [
        interactionRow("RvA", "RvB", 0.96, { tscore: 0.96, escore: 0.096 }),
        interactionRow("RvA", "RvC", 0.97, { tscore: 0.9, escore: 0.4 }),
      ];
      const { records, notes } = await ask("get_partners", { gene: "RvA" }, { interaction_partners: () => rows });
      expect(records.map(({ record_id, flags }) => [record_id, flags])).toEqual([
        ["83332.RvC", []],
        ["83332.RvB", ["textmining_only"]],
      ]);
      expect(codesOf({ notes })).toContain("textmining_caveat");
    },
  },
];

const TERM = {
  category: "KEGG",
  term: "mtu00360",
  description: "Phenylalanine",
  p_value: 0.01,
  fdr: 0.04,
  number_of_genes: 2,
  number_of_genes_in_background: 9,
  inputGenes: "83332.RvA,83332.RvB",
  preferredNames: "RvA,RvB",
};

const NETWORKS: readonly ReportRow[] = [
  {
    reports: [...pulls("aipoch/open-science", 2737, 107), ...issues("gpp-rnd/stringdb", 6)],
    kind: "a network is of the proteins asked: none is added, an only one is not asked, and rows of others are left out",
    async check() {
      const rows = [AB, interactionRow("RvA", "RvX", 0.99), interactionRow("RvX", "RvY", 0.99)];
      const { record_ids, resolved, forms } = await ask(
        "get_network",
        { ids: ["RvA", "RvB"] },
        { network: () => rows },
      );
      expect([record_ids, resolved.rows_unasked]).toEqual([["83332.RvA|83332.RvB"], 2]);
      expect(forms("network")).toMatchObject([{ add_nodes: "0" }]);
      expect(Object.keys(forms("network")[0]!)).not.toContain("network_type");
      const one = await ask("get_network", { ids: ["RvA", "noOne"] }, {});
      expect([one.outcome, one.forms("network")]).toEqual(["not_resolved", []]);
    },
  },
  {
    reports: issues("BioDataFuse/pyBiodatafuse", 237),
    kind: "a network, or terms, of none of the proteins asked are a failure, not an empty answer",
    async check() {
      const rows = [interactionRow("RvX", "RvY", 0.99)];
      const { outcome, errors, resolved } = await ask("get_network", { ids: ["RvA", "RvB"] }, { network: () => rows });
      expect({ outcome, errors }).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }] });
      expect(resolved.pairs_asked).toBe(0);
      const term = { ...TERM, inputGenes: ["83332.RvX"] };
      const terms = await ask("get_enrichment", { ids: ["RvA", "RvB"] }, { enrichment: () => [term] });
      expect(terms).toMatchObject({ outcome: "upstream_failed", records: [], errors: [{ code: "unparsable" }] });
    },
  },
  {
    reports: issues("RBVI/stringApp", 13),
    kind: "a pair has the same score in a small set and in a large one, since every pair is asked",
    async check() {
      const ids = Array.from({ length: 130 }, (_, index) => `Rv${String(index).padStart(4, "0")}`);
      const network = ({ identifiers = "" }: Form) => {
        const group = new Set(identifiers.split("\r"));
        const known = [interactionRow(ids[0]!, ids[129]!, 0.607), interactionRow(ids[60]!, ids[61]!, 0.961)];
        return known.filter((row) => group.has(row.stringId_A) && group.has(row.stringId_B));
      };
      const large = await ask("get_network", { ids, required_score: 600 }, { network });
      expect(large.resolved.pairs_asked).toBe(large.resolved.pairs_total);
      expect(large.records.map(({ record_id, detail }) => [record_id, detail.combined_score])).toEqual([
        ["83332.Rv0060|83332.Rv0061", 0.961],
        ["83332.Rv0000|83332.Rv0129", 0.607],
      ]);
      const small = await ask("get_network", { ids: [ids[0]!, ids[129]!], required_score: 600 }, { network });
      expect(small.records[0]?.detail.combined_score).toBe(0.607);
    },
  },
  {
    reports: [...issues("cytoscape/py4cytoscape", 137), ...issues("opentargets/issues", 758)],
    kind: "long lists travel in the body, joined once, and a list beyond the limit is refused with the limit",
    async check() {
      const names = Array.from({ length: 200 }, (_, index) => `RvNameOfAGene${index}`);
      const { resolved, asked, forms } = await ask("resolve_ids", { names }, {});
      expect([resolved.names_resolved, asked.length]).toEqual([200, 1]);
      expect(forms("get_string_ids")[0]?.identifiers?.split("\r")).toEqual(names);
      const beyond = await ask("get_network", { ids: Array.from({ length: 3500 }, (_, index) => `Rv${index}`) }, {});
      expect(beyond).toMatchObject({ outcome: "bad_input", errors: [{ param: "ids" }], asked: [] });
    },
  },
  {
    reports: issues("opentargets/issues", 758),
    kind: "a hub's partners beyond the page are said to exist",
    async check() {
      const rows = Array.from({ length: 21 }, (_, index) => interactionRow("RvA", `RvP${index}`, 0.9));
      const { outcome, page, forms } = await ask(
        "get_partners",
        { gene: "RvA", limit: 20 },
        { interaction_partners: () => rows },
      );
      expect([outcome, page.returned, page.total, page.truncated_by]).toEqual(["truncated", 20, null, "limit"]);
      expect(forms("interaction_partners")[0]?.limit).toBe("21");
    },
  },
];

const ENRICHMENT: readonly ReportRow[] = [
  {
    reports: [
      ...pulls("Stemanz/restring", 3),
      ...pulls("MannLabs/alphapeptstats", 413),
      ...issues("gexijin/shinygo", 38),
      ...issues("Proteomicslab57357/UniprotR", 18),
    ],
    kind: "the background is the one given, and the whole proteome only with a word on it",
    async check() {
      const whole = await ask("get_enrichment", { ids: ["RvA", "RvB"] }, { enrichment: () => [TERM] });
      expect(codesOf(whole)).toContain("whole_proteome_background");
      expect(whole.forms("enrichment")[0]).not.toHaveProperty("background_string_identifiers");
      const background = ["83332.RvB", "83332.RvA", "83332.RvC"];
      const given = await ask("get_enrichment", { ids: ["RvA", "RvB"], background }, { enrichment: () => [TERM] });
      expect(given.forms("enrichment")[0]?.background_string_identifiers?.split("\r").sort()).toEqual(
        [...background].sort(),
      );
      expect(codesOf(given)).not.toContain("whole_proteome_background");
      const symbols = await ask("get_enrichment", { ids: ["RvA", "RvB"], background: ["katG"] }, {});
      expect(symbols).toMatchObject({ outcome: "bad_input", asked: [] });
    },
  },
  {
    reports: [...issues("BaderLab/EnrichmentMapApp", 377), ...issues("gexijin/shinygo", 38)],
    kind: "the raw p-value and the false discovery rate are two fields, and the filter is on the rate",
    async check() {
      const rows = [TERM, { ...TERM, term: "mtu00380", p_value: 0.04, fdr: 0.2 }];
      const { records, resolved } = await ask("get_enrichment", { ids: ["RvA", "RvB"] }, { enrichment: () => rows });
      expect(records.map(({ detail }) => [detail.term, detail.p_value, detail.fdr, detail.members])).toEqual([
        ["mtu00360", 0.01, 0.04, ["83332.RvA", "83332.RvB"]],
      ]);
      expect(resolved).toMatchObject({ terms_received: 2, terms_over_max_fdr: 1 });
    },
  },
  {
    reports: [...issues("iDEP-SDSU/idep", 112), ...issues("gexijin/idepGolem", 842)],
    kind: "names are turned into ids before terms are asked, and no term found is told apart from nothing asked",
    async check() {
      const asked = await ask("get_enrichment", { ids: ["RvA", "RvB"] }, { enrichment: () => [] });
      expect([asked.outcome, asked.forms("enrichment")[0]?.identifiers]).toEqual([
        "none_on_record",
        "83332.RvA\r83332.RvB",
      ]);
      const unasked = await ask("get_enrichment", { ids: ["noOne", "noTwo"] }, {});
      expect([unasked.outcome, unasked.forms("enrichment")]).toEqual(["not_resolved", []]);
    },
  },
];

const everywhere = async (answer: Played, expected: object) => {
  const calls: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["get_partners", { gene: "RvA" }, "interaction_partners"],
    ["get_network", { ids: ["RvA", "RvB"] }, "network"],
    ["get_enrichment", { ids: ["RvA", "RvB"] }, "enrichment"],
    ["resolve_ids", { names: ["RvA"] }, "get_string_ids"],
    ["get_version", {}, "version"],
  ];
  for (const [tool, args, method] of calls) {
    const { outcome, records, errors } = await ask(tool, args, { [method]: answer });
    expect({ tool, outcome, records, errors }).toMatchObject({
      tool,
      outcome: "upstream_failed",
      records: [],
      errors: [expected],
    });
  }
};

const SERVICE: readonly ReportRow[] = [
  {
    reports: [...issues("gpp-rnd/stringdb", 5), ...pulls("IDR/idr-notebooks", 36)],
    kind: "a refused request, and a complaint in place of rows, are failures of every tool",
    async check() {
      await everywhere({ status: 400, body: "Bad Request" }, { code: "upstream_refused" });
      await everywhere('["You have provided a large number of input proteins, but no organism."]', {
        code: "in_band_error",
      });
      await everywhere('{"Error":"input error","ErrorMessage":"no organism"}', { code: "in_band_error" });
    },
  },
  {
    reports: [...issues("RBVI/stringApp", 15), ...issues("moosa-r/rbioapi", 17, 18)],
    kind: "a dead line, a page, broken or trailing text and columns that have changed are failures of every tool",
    async check() {
      await everywhere("reset", { code: "network" });
      await everywhere(
        { status: 200, body: "<html><body>maintenance</body></html>", type: "text/html" },
        { code: "unexpected_content" },
      );
      await everywhere('[{"stringId": "83332.RvA"', { code: "unparsable" });
      await everywhere('[{"a":1}]{"code":500,"reason":"INTERNAL"}', { code: "unparsable" });
      await everywhere('[{"id_a":"83332.RvA","id_b":"83332.RvB","combined":0.9}]', { code: "unparsable" });
      await everywhere("", { code: "unparsable" });
    },
  },
  {
    reports: [
      ...issues("moosa-r/rbioapi", 1),
      ...issues("RBVI/stringApp", 17),
      ...issues("exomiser/Exomiser", 436),
      ...issues("TranslationalBioinformaticsUnit/GeneSetCluster", 4),
    ],
    kind: "one version is asked throughout, and it can be asked for",
    async check() {
      const version = () => [{ string_version: "12.0", stable_address: "https://version-12-0.string-db.org" }];
      const { records, requests } = await ask("get_version", {}, { version });
      expect(records[0]).toMatchObject({
        detail: { string_version: "12.0", stable_address: "https://version-12-0.string-db.org" },
      });
      expect(requests[0]?.url).toContain("version-12-0.string-db.org");
      const network = await ask("get_network", { ids: ["RvA", "RvB"] }, { network: () => [AB] });
      expect(network.requests.every(({ url }) => url.startsWith("https://version-12-0.string-db.org/"))).toBe(true);
    },
  },
];

export const rows: readonly ReportRow[] = [...NAMES, ...SCORES, ...NETWORKS, ...ENRICHMENT, ...SERVICE];
