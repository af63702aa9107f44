import type { WorldEntry } from "../world-entry.ts";

const JSON_TYPE = { "content-type": "application/json" };
const H37RV = 83332;
const KATG = "83332.Rv1908c";

const NAMES: Readonly<Record<string, string>> = {
  "83332.Rv1908c": "katG",
  "83332.Rv1909c": "furA",
  "83332.Rv2428": "ahpC",
  "83332.Rv2043c": "pncA",
};
const idOf = (name: string): string => Object.entries(NAMES).find(([id, own]) => own === name || id === name)![0];

/** What `get_string_ids` offers for each name, one protein each. */
const identities = (...names: readonly string[]) =>
  names.map((name, queryIndex) => ({
    queryItem: name,
    queryIndex,
    stringId: idOf(name),
    ncbiTaxonId: H37RV,
    taxonName: "Mycobacterium tuberculosis H37Rv",
    preferredName: NAMES[idOf(name)],
    annotation: `Sample annotation of ${NAMES[idOf(name)]}.`,
  }));

const interaction = (a: string, b: string, score: number, tscore: number) => ({
  stringId_A: a,
  stringId_B: b,
  preferredName_A: NAMES[a],
  preferredName_B: NAMES[b],
  ncbiTaxonId: H37RV,
  score,
  nscore: 0.1,
  fscore: 0,
  pscore: 0,
  ascore: 0.2,
  escore: 0.5,
  dscore: 0,
  tscore,
});

const method = (name: string, form: WorldEntry["form"], rows: readonly object[]): WorldEntry => ({
  path: `/api/json/${name}`,
  form,
  headers: JSON_TYPE,
  body: JSON.stringify(rows),
});

const resolving = (...names: readonly string[]): WorldEntry =>
  method(
    "get_string_ids",
    { identifiers: names.join("\r"), species: H37RV, limit: 5, echo_query: 1 },
    identities(...names),
  );

const FURA = "83332.Rv1909c";
const AHPC = "83332.Rv2428";
const TRIANGLE = [
  interaction(KATG, FURA, 0.979, 0.878),
  interaction(KATG, AHPC, 0.968, 0.6),
  interaction(AHPC, FURA, 0.95, 0.4),
];
const SET = [KATG, FURA, AHPC].sort().join("\r");

const term = (category: string, id: string, description: string, members: readonly string[], fdr: number) => ({
  category,
  term: id,
  number_of_genes: members.length,
  number_of_genes_in_background: 40,
  ncbiTaxonId: H37RV,
  inputGenes: members,
  preferredNames: members.map((member) => NAMES[member]),
  p_value: fdr / 100,
  fdr,
  description,
});

export const stringWorld: readonly WorldEntry[] = [
  {
    path: "/api/json/version",
    headers: JSON_TYPE,
    body: '[{"string_version":"12.0","string_stable_address":"https://version-12-0.string-db.org"}]',
  },
  resolving(FURA),
  resolving("katG", "furA"),
  resolving("katG", "furA", "ahpC"),
  method("network", { identifiers: SET, species: H37RV, required_score: 400, add_nodes: 0 }, TRIANGLE),
  method("enrichment", { identifiers: SET, species: H37RV }, [
    term("Process", "GO:0006979", "sample response to oxygen", [KATG, FURA, AHPC], 0.001),
    term("KEGG", "mtu00360", "sample pathway", [KATG, AHPC], 0.04),
    term("PMID", "PMID:99000001", "(2020) sample article", [KATG, AHPC], 0.01),
  ]),
  method("homology_best", { identifiers: KATG, species: H37RV, species_b: 246196 }, [
    {
      ncbiTaxonId_A: H37RV,
      stringId_A: KATG,
      ncbiTaxonId_B: 246196,
      stringId_B: "246196.MSMEG_3461",
      bitscore: 1210.5,
    },
  ]),
  method(
    "get_string_ids",
    { identifiers: "katG\rfurA", species: H37RV, limit: 1, echo_query: 1 },
    identities("katG", "furA"),
  ),
  method("get_string_ids", { identifiers: "zzqqxx0", species: H37RV, echo_query: 1 }, []),
  method(
    "interaction_partners",
    { identifiers: KATG, species: H37RV, limit: 20, required_score: 900 },
    TRIANGLE.slice(0, 2),
  ),
  method("interaction_partners", { identifiers: KATG, species: H37RV, limit: 1 }, TRIANGLE.slice(0, 1)),
  method("interaction_partners", { identifiers: KATG, species: H37RV, limit: 3 }, [
    ...TRIANGLE.slice(0, 2),
    interaction(KATG, "83332.Rv2043c", 0.6, 0.6),
  ]),
  method(
    "network",
    { identifiers: `${KATG}\r${FURA}`, species: H37RV, required_score: 400, add_nodes: 0 },
    TRIANGLE.slice(0, 1),
  ),
];
