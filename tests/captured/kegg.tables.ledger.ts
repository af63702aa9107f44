import { expect } from "vitest";
import type { KeggAnswers } from "../support/kegg-network.ts";
import { callsWith, callWith, H37RV, keggText } from "./kegg-answers.ts";
import type { LedgerRow } from "./ledger.ts";

const rowsOf = (file: string): string[][] =>
  keggText(file)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));

const tagOf = (id: string): string => id.slice(id.indexOf(":") + 1);

/** Names in portions that a call takes, to what each means. */
async function resolveAll(names: readonly string[], list: string): Promise<Map<string, string | null>> {
  const portions = Array.from({ length: Math.ceil(names.length / 200) }, (_, index) =>
    names.slice(200 * index, 200 * (index + 1)),
  );
  const calls = portions.map((some) => ({ names: some, max_bytes: 400_000 }));
  const items = (await callsWith({ "list/mtu": list }, "resolve_genes", calls)).flatMap((result) => result.items);
  expect(items).toHaveLength(names.length);
  return new Map(items.map(({ input, resolved_to }) => [input, resolved_to]));
}

async function listIsIndexed(): Promise<void> {
  const rows = rowsOf("mtu/list_mtu_subset.tsv");
  const text = keggText("mtu/list_mtu_subset.tsv");
  expect(rows).toHaveLength(403);
  const tags = rows.map(([id]) => tagOf(id!));
  expect(await resolveAll(tags, text)).toEqual(new Map(tags.map((tag) => [tag, `mtu:${tag}`])));

  const named = rows.filter(([, , , description]) => description!.includes(";"));
  expect(named).toHaveLength(182);
  const symbols = named.flatMap(([id, , , description]) =>
    description!
      .split(";")[0]!
      .split(",")
      .map((symbol) => [symbol.trim(), id!] as const),
  );
  expect(await resolveAll([...new Map(symbols).keys()], text)).toEqual(new Map(symbols));

  // What stands without a semicolon is a product and leads to no gene.
  const products = [...new Set(rows.map(([, , , description]) => description!))].filter((text) => !text.includes(";"));
  const short = products.filter((product) => product.length <= 100);
  expect([...(await resolveAll(short, text)).values()].every((gene) => gene === null)).toBe(true);

  // The same genes in the layout of two columns.
  const old = rows.map(([id, , , description]) => `${id}\t${description}\n`).join("");
  for (const names of [tags.slice(0, 50), tags.slice(-50)]) {
    const call = (list: string) =>
      callWith({ "list/mtu": list }, "resolve_genes", { names, max_bytes: 400_000 }).then(({ records }) => records);
    const [now, then] = [await call(text), await call(old)];
    expect(then.map(({ record_id, name, detail }) => ({ record_id, name, detail }))).toEqual(
      now.map(({ record_id, name, detail }) => ({ record_id, name, detail: { ...detail, position: null } })),
    );
  }
}

async function linksAreCounted(): Promise<void> {
  const rows = rowsOf("mtu/link_pathway_mtu.tsv");
  const genes = new Map<string, Set<string>>();
  for (const [gene, pathway] of rows) {
    const id = pathway!.slice("path:".length);
    genes.set(id, (genes.get(id) ?? new Set()).add(gene!));
  }
  expect(rows).toHaveLength(3_902);
  expect(new Set(rows.map(([gene]) => gene)).size).toBe(1_172);

  const result = await callWith(H37RV, "list_pathways", { max_bytes: 400_000 });
  expect(result).toMatchObject({ outcome: "found", page: { total: 142 }, resolved: { genome_size: 403 } });
  expect(Object.fromEntries(result.records.map(({ record_id, detail }) => [record_id, detail.size]))).toEqual(
    Object.fromEntries([...genes].map(([id, members]) => [id, members.size])),
  );
  expect(result.record_ids).toEqual([...genes.keys()].sort());

  // The same rows from the pathway's side.
  for (const id of ["mtu00983", "mtu03020", "mtu01200"]) {
    const turned = rows.filter(([, pathway]) => pathway === `path:${id}`).map((row) => `${row[1]}\t${row[0]}\n`);
    const answers: KeggAnswers = { ...H37RV, [`link/mtu/${id}`]: turned.join("") };
    const members = await callWith(answers, "get_pathway_genes", { pathway: id, limit: 1000, max_bytes: 400_000 });
    expect(members.record_ids).toEqual([...genes.get(id)!].sort());
    expect(members.resolved.size).toBe(genes.get(id)!.size);
  }
}

async function namesAreKept(): Promise<void> {
  const rows = rowsOf("mtu/list_pathway_mtu.tsv");
  expect(rows).toHaveLength(143);
  const names = new Map(rows.map(([id, name]) => [id, name]));
  const result = await callWith(H37RV, "list_pathways", { max_bytes: 400_000 });
  for (const { record_id, name } of result.records) expect(name).toBe(names.get(record_id));
  // One more is named than has a gene.
  expect([...names.keys()].filter((id) => !result.record_ids.includes(id!))).toEqual(["mtu04156"]);
  expect(result.notes.join()).not.toContain("names_unavailable");
}

/** Rows of lists and links that the tools ask for. */
export const rows: readonly LedgerRow[] = [
  {
    file: "kegg/mtu/list_mtu_subset.tsv",
    tool: "resolve_genes",
    out: "403 genes, each under its tag and its symbols, none under a product; the same in the layout of two columns",
    check: listIsIndexed,
  },
  {
    file: "kegg/mtu/link_pathway_Rv1908c.tsv",
    tool: "get_pathways",
    out: "the five pathways of katG, by symbol, tag and id",
    check: async () => {
      for (const gene of ["katG", "Rv1908c", "mtu:Rv1908c"]) {
        const result = await callWith(H37RV, "get_pathways", { gene });
        expect(result.outcome).toBe("found");
        expect(result.record_ids).toEqual(["mtu00360", "mtu00380", "mtu00983", "mtu01100", "mtu01110"]);
        expect(result.records.map(({ detail }) => detail.size)).toEqual([21, 24, 11, 699, 370]);
      }
    },
  },
  {
    file: "kegg/mtu/link_pathway_mtu.tsv",
    tool: "list_pathways, get_pathway_genes",
    out: "142 pathways with the number of their genes, 3,902 rows in all",
    check: linksAreCounted,
  },
  {
    file: "kegg/mtu/list_pathway_mtu.tsv",
    tool: "list_pathways",
    out: "every name verbatim; one pathway is named that holds no gene",
    check: namesAreKept,
  },
];
