import { expect } from "vitest";
import type { EntryDetail } from "./kegg.entries.ledger.ts";
import { callWith, keggText, refusedToo } from "./kegg-answers.ts";
import type { ReadRow } from "./ledger.ts";

const json = <T>(file: string): T => JSON.parse(keggText(file)) as T;

interface GeneInfo {
  readonly entry: string;
  readonly symbol: string;
  readonly name: string;
  readonly orthology: readonly { readonly id: string; readonly name: string }[];
  readonly pathways: readonly { readonly id: string; readonly name: string }[];
  readonly brite: readonly string[];
  readonly motif: readonly string[];
  readonly dblinks: readonly string[];
  readonly position: string;
}

const section = (keyword: string, lines: readonly string[]): string =>
  lines.map((line, index) => `${(index === 0 ? keyword : "").padEnd(12)}${line}\n`).join("");

/** The entry from which the other party's fields came, written as KEGG writes it (sequences were not kept). */
const entryOf = (gene: GeneInfo): string =>
  [
    section("ENTRY", [`${gene.entry.padEnd(18)}CDS       T00015`]),
    section("SYMBOL", gene.symbol === "" ? [] : [gene.symbol]),
    section("NAME", [gene.name]),
    section(
      "ORTHOLOGY",
      gene.orthology.map(({ id, name }) => `${id}  ${name}`),
    ),
    section("ORGANISM", ["mtu  Mycobacterium tuberculosis H37Rv"]),
    section(
      "PATHWAY",
      gene.pathways.map(({ id, name }) => `${id}  ${name}`),
    ),
    section("BRITE", gene.brite),
    section("POSITION", [gene.position]),
    section("MOTIF", gene.motif),
    section("DBLINKS", gene.dblinks),
    "///\n",
  ].join("");

/** The 25 genes through `get_gene`, in tens. */
async function entriesByTag(): Promise<Map<string, EntryDetail>> {
  const genes = Object.values(json<Record<string, GeneInfo>>("mtu/parsed_gene_info.json"));
  const ids = genes.map(({ entry }) => `mtu:${entry}`);
  const answers = Object.fromEntries(
    [0, 10, 20].map((start) => [
      `get/${ids.slice(start, start + 10).join("+")}`,
      genes
        .slice(start, start + 10)
        .map(entryOf)
        .join(""),
    ]),
  );
  const result = await callWith(answers, "get_gene", { ids, max_bytes: 400_000 });
  expect(result).toMatchObject({ outcome: "found", record_ids: ids });
  expect(result.asked).toHaveLength(3);
  return new Map(result.records.map(({ detail }) => [String(detail.locus_tag), detail as unknown as EntryDetail]));
}

async function genesAgree(): Promise<void> {
  const read = await entriesByTag();
  const links = keggText("mtu/link_pathway_mtu.tsv").trimEnd().split("\n");
  for (const gene of Object.values(json<Record<string, GeneInfo>>("mtu/parsed_gene_info.json"))) {
    const detail = read.get(gene.entry)!;
    expect(detail).toMatchObject({
      symbols: gene.symbol === "" ? [] : [gene.symbol],
      product: gene.name.replace("(RefSeq) ", ""),
      position: gene.position,
      ko: gene.orthology,
      pathways: gene.pathways,
      other: gene.motif.length === 0 ? {} : { MOTIF: [gene.motif.join("\n")] },
    });
    expect(Object.entries(detail.db_links).map(([name, ids]) => `${name}: ${ids.join(" ")}`)).toEqual(gene.dblinks);
    // The entry's own pathways are those of `link`, for all 25 genes.
    const linked = links.filter((row) => row.startsWith(`mtu:${gene.entry}\t`)).map((row) => row.slice(-8));
    expect(detail.pathways.map(({ id }) => id).sort()).toEqual(linked.sort());
  }
}

async function orthologuesAgree(): Promise<void> {
  const names = json<Record<string, { readonly name: string }>>("mtu/parsed_ko_info.json");
  const stated = [...(await entriesByTag()).values()].flatMap(({ ko }) => ko);
  const both = stated.filter(({ id }) => Object.hasOwn(names, id));
  expect(new Set(both.map(({ id }) => id)).size).toBe(12);
  for (const { id, name } of both) expect(name).toBe(names[id]!.name);
}

/** Entries of genes and of their orthologues as another party read them. */
export const rows: readonly ReadRow[] = refusedToo([
  {
    file: "kegg/mtu/parsed_gene_info.json",
    tool: "get_gene",
    out: "25 genes, field by field as another party read their entries; their pathways are those of link",
    check: genesAgree,
  },
  {
    file: "kegg/mtu/parsed_ko_info.json",
    tool: "get_gene",
    out: "orthologues of these genes, each under its own entry's name",
    check: orthologuesAgree,
  },
]);
