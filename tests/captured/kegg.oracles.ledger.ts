import { expect } from "vitest";
import { callsWith, callWith, H37RV, keggText, refusedToo } from "./kegg-answers.ts";
import type { ReadRow } from "./ledger.ts";

const SUFFIX = " - Mycobacterium tuberculosis H37Rv";

const json = <T>(file: string): T => JSON.parse(keggText(file)) as T;

/** The pathways of H37Rv as the tool gives them: id → name without the organism. */
async function listedNames(): Promise<Map<string, string>> {
  const { records } = await callWith(H37RV, "list_pathways", { max_bytes: 400_000 });
  expect(records).toHaveLength(142);
  return new Map(records.map(({ record_id, name }) => [record_id, name.replace(SUFFIX, "")]));
}

/** The genes of each pathway as the tool gives them, from the rows of `link/pathway/mtu` turned around. */
async function listedGenes(ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const turned = new Map(ids.map((id) => [id, ""]));
  for (const row of keggText("mtu/link_pathway_mtu.tsv").trimEnd().split("\n")) {
    const [gene, pathway] = row.split("\t") as [string, string];
    const id = pathway.replace("path:", "");
    if (turned.has(id)) turned.set(id, `${turned.get(id)}${pathway}\t${gene}\n`);
  }
  const answers = { ...H37RV, ...Object.fromEntries([...turned].map(([id, text]) => [`link/mtu/${id}`, text])) };
  const calls = ids.map((id) => ({ pathway: id, limit: 1000, max_bytes: 400_000 }));
  const results = await callsWith(answers, "get_pathway_genes", calls);
  return new Map(
    results.map(({ records, resolved }) => [
      String(resolved.pathway_id),
      new Set(records.map(({ detail }) => String(detail.locus_tag))),
    ]),
  );
}

/** What only one of two sets holds: [in `a` alone, in `b` alone], sorted. */
const apart = (a: ReadonlySet<string>, b: ReadonlySet<string>): [string[], string[]] => [
  [...a].filter((one) => !b.has(one)).sort(),
  [...b].filter((one) => !a.has(one)).sort(),
];

/** Overview maps and a few others have no GENE section in their entries, though `link` gives their genes. */
const WITHOUT_GENE_SECTION = [
  "mtu01100",
  "mtu01120",
  "mtu01200",
  "mtu01212",
  "mtu01230",
  "mtu01240",
  "mtu01310",
  "mtu01501",
  "mtu01503",
];

/** Ids of which KEGG had no entry. */
const NO_ENTRY = ["mtu00540", "mtu00563", "mtu02025"];

async function pathwaysAgree(): Promise<void> {
  const infos =
    json<Record<string, { name: string; genes: readonly { id: string }[] }>>("mtu/parsed_pathway_info.json");
  expect(Object.keys(infos)).toHaveLength(74);
  const names = await listedNames();
  expect(Object.keys(infos).filter((id) => !names.has(id))).toEqual(NO_ENTRY);
  const known = Object.keys(infos).filter((id) => names.has(id));
  for (const id of known) expect(infos[id]!.name).toBe(names.get(id) + SUFFIX);
  const genes = await listedGenes(known);
  const differ = known.filter(
    (id) => apart(new Set(infos[id]!.genes.map((gene) => gene.id)), genes.get(id)!).flat().length,
  );
  expect(differ.sort()).toEqual(WITHOUT_GENE_SECTION);
  for (const id of differ) expect(infos[id]!.genes).toEqual([]);
}

/** `C    00010 Glycolysis … [PATH:mtu00010]` with the genes below it (`D`), of a BRITE hierarchy of orthologues. */
function britePathways(text: string): Map<string, { name: string; genes: Map<string, string> }> {
  const pathways = new Map<string, { name: string; genes: Map<string, string> }>();
  let current: Map<string, string> | null = null;
  for (const line of text.split("\n")) {
    const [, name, id] = /^C\s+\d{5} (.*) \[PATH:(mtu\d{5})\]$/.exec(line) ?? [];
    if (line.startsWith("C")) current = null;
    if (id !== undefined && name !== undefined) {
      current = new Map();
      pathways.set(id, { name, genes: current });
    }
    const [, tag, description] = /^D\s+(\S+) ([^\t]*)/.exec(line) ?? [];
    if (tag !== undefined) current?.set(tag, description!.trim());
  }
  return pathways;
}

async function briteAgrees(): Promise<void> {
  const brite = britePathways(keggText("brite/br_mtu00001.keg"));
  const names = await listedNames();
  expect(brite.size).toBe(129);
  for (const [id, { name }] of brite) expect(name).toBe(names.get(id));
  // Overview maps are no part of the hierarchy.
  expect([...names.keys()].filter((id) => !brite.has(id)).every((id) => /^mtu01[123]\d\d$/.test(id))).toBe(true);
  const genes = await listedGenes([...brite.keys()]);
  const differ = [...brite]
    .map(([id, pathway]) => [id, ...apart(new Set(pathway.genes.keys()), genes.get(id)!)] as const)
    .filter(([, here, there]) => here.length + there.length > 0);
  // Two genes came to their orthologue between the two snapshots.
  expect(differ).toEqual([
    ["mtu00061", ["Rv1344", "Rv2244"], []],
    ["mtu00074", ["Rv1344", "Rv2244"], []],
  ]);
  await descriptionsAgree(new Map([...brite.values()].flatMap((pathway) => [...pathway.genes])), 95);
}

/** Genes of a hierarchy that the captured list holds have the same symbols and product there. */
async function descriptionsAgree(genes: ReadonlyMap<string, string>, atLeast: number): Promise<void> {
  const listed = new Set(keggText("mtu/list_mtu_subset.tsv").match(/^mtu:\S+/gm));
  const names = [...genes.keys()].filter((tag) => listed.has(`mtu:${tag}`)).slice(0, 200);
  expect(names.length).toBeGreaterThanOrEqual(atLeast);
  const { records } = await callWith(H37RV, "resolve_genes", { names, max_bytes: 400_000 });
  expect(records).toHaveLength(names.length);
  for (const { detail } of records) {
    const { locus_tag: tag, symbols, product } = detail as { locus_tag: string; symbols: string[]; product: string };
    expect(symbols.length === 0 ? product : `${symbols.join(", ")}; ${product}`).toBe(genes.get(tag));
  }
}

async function rolesAgree(): Promise<void> {
  const roles = [...keggText("mtu/transit_KEGG_roles.txt").matchAll(/^\d{5}\t(.*) \[PATH:(mtu\d{5})\]$/gm)];
  const names = await listedNames();
  const old = new Map(roles.map(([, name, id]) => [id!, name!]));
  expect(old.size).toBe(120);
  // An older release: two pathways have gone, two have another name.
  expect([...old.keys()].filter((id) => !names.has(id)).sort()).toEqual(["mtu00281", "mtu00540"]);
  const renamed = [...old].filter(([id, name]) => names.has(id) && names.get(id) !== name).map(([id]) => id);
  expect(renamed.sort()).toEqual(["mtu00541", "mtu00903"]);
}

/** Another party's tables, and other views of the same pathways, that our answers are held against. */
export const rows: readonly ReadRow[] = refusedToo([
  {
    file: "kegg/mtu/parsed_pathway_info.json",
    tool: "list_pathways, get_pathway_genes",
    out: "71 pathways by name and genes; nine entries have no genes of their own, three ids no entry",
    check: pathwaysAgree,
  },
  {
    file: "kegg/brite/br_mtu00001.keg",
    tool: "list_pathways, get_pathway_genes, resolve_genes",
    out: "129 pathways by name and genes, two genes apart; symbols and products of the list",
    check: briteAgrees,
  },
  {
    file: "kegg/brite/br_mtu03036.keg",
    tool: "resolve_genes",
    out: "chromosome proteins, with the symbols and products of the list",
    check: async () => {
      const rows = keggText("brite/br_mtu03036.keg").matchAll(/^[A-Z]\s+(Rv\S+) ([^\t\n]*)/gm);
      const genes = new Map([...rows].map(([, tag, description]) => [tag!, description!.trim()]));
      expect(genes.size).toBe(31);
      await descriptionsAgree(genes, 2);
    },
  },
  {
    file: "kegg/brite/br_br08901.keg",
    tool: "list_pathways",
    out: "names of the reference maps, one of which is not among them",
    check: async () => {
      const maps = new Map(
        [...keggText("brite/br_br08901.keg").matchAll(/^C\s+(\d{5})\s+(.*)$/gm)].map(([, n, name]) => [n, name]),
      );
      expect(maps.size).toBe(585);
      for (const [id, name] of await listedNames()) expect(maps.get(id.slice(3))).toBe(name);
      expect(maps.has("04156")).toBe(false);
    },
  },
  {
    file: "kegg/mtu/transit_KEGG_roles.txt",
    tool: "list_pathways",
    out: "120 pathways of an older release, two since gone and two renamed",
    check: rolesAgree,
  },
  {
    file: "kegg/mtu/mtu01200.kgml.xml",
    tool: "get_pathway_genes",
    out: "genes drawn into carbon metabolism three years before, seven apart",
    check: async () => {
      const drawn = [...keggText("mtu/mtu01200.kgml.xml").matchAll(/name="([^"]*)" type="gene"/g)];
      const genes = new Set(drawn.flatMap(([, names]) => names!.split(" ").map((id) => id.slice("mtu:".length))));
      const listed = (await listedGenes(["mtu01200"])).get("mtu01200")!;
      expect([genes.size, listed.size]).toEqual([97, 96]);
      expect(apart(genes, listed)).toEqual([
        ["Rv0973c", "Rv2501c", "Rv3546", "Rv3556c"],
        ["Rv1130", "Rv3221c", "Rv3281"],
      ]);
    },
  },
]);
