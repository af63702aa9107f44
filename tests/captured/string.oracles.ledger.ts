import { expect } from "vitest";
import type { AsideRow, ReadRow } from "./ledger.ts";
import { expectRefused, identifies, stringText, tableOf, withString } from "./string-answers.ts";

const slices = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** Every protein of H37Rv is found by its id, its locus tag and its preferred name, in any case, and by nothing less. */
async function proteinsResolve(): Promise<void> {
  const proteins = tableOf("83332.protein.info.v12.0.txt.gz").map(({ string_protein_id, preferred_name }) => ({
    id: string_protein_id!,
    tag: string_protein_id!.slice("83332.".length),
    name: preferred_name!,
  }));
  expect(proteins).toHaveLength(4026);
  expect(new Set(proteins.map(({ name }) => name.toLowerCase())).size, "no name is ambiguous").toBe(4026);
  expect(proteins.filter(({ tag, name }) => tag === name)).toHaveLength(1940);
  const tags = new Set(proteins.map(({ tag }) => tag.toLowerCase()));

  await withString({ get_string_ids: identifies(proteins) }, async (ask) => {
    const resolved = async (names: readonly string[]) =>
      (await ask("resolve_ids", { names, max_bytes: 400_000 })).items.map(({ resolved_to, reason }) => [
        resolved_to,
        reason,
      ]);
    for (const batch of slices(proteins, 200)) {
      const ids = batch.map(({ id }) => id);
      const by = (way: string) => ids.map((id) => [id, `matched by ${way}`]);
      expect(await resolved(ids)).toEqual(by("string_id"));
      expect(await resolved(batch.map(({ tag }) => tag))).toEqual(by("locus_tag"));
      expect(await resolved(batch.map(({ tag }) => tag.toUpperCase()))).toEqual(by("locus_tag"));
      expect(await resolved(batch.map(({ name }) => name))).toEqual(
        batch.map(({ id, tag, name }) => [id, `matched by ${tag === name ? "locus_tag" : "preferred_name"}`]),
      );
    }
  });

  // Were STRING to offer the gene next to it, a tag of another letter would still be nobody's: 98 numbers have two genes.
  const numbers = proteins.map(({ tag }) => tag.replace(/[A-Za-z]$/, ""));
  expect(new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at)).size).toBe(98);
  const strangers = proteins
    .map((protein) => ({
      ...protein,
      other: /[a-z]$/i.test(protein.tag) ? protein.tag.slice(0, -1) : `${protein.tag}x`,
    }))
    .filter(({ other }) => !tags.has(other.toLowerCase()));
  const offered = new Map(strangers.map(({ other, id, name }) => [other, { id, name }]));
  const offers = ({ identifiers }: Readonly<Record<string, string>>) =>
    identifiers!.split("\r").map((queryItem) => {
      const { id, name } = offered.get(queryItem)!;
      return { queryItem, stringId: id, ncbiTaxonId: 83332, preferredName: name };
    });
  await withString({ get_string_ids: offers }, async (ask) => {
    for (const batch of slices(strangers, 200)) {
      const { items, records } = await ask("resolve_ids", { names: batch.map(({ other }) => other) });
      expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(["not_resolved"]));
      expect(records).toEqual([]);
    }
  });
}

/** Every species of version 12 is one that can be asked for, and comes back under its own number. */
async function speciesAreTaken(): Promise<void> {
  const species = stringText("species.string.v12.tsv.gz")
    .trimEnd()
    .split("\n")
    .map((line) => Number(line.split("\t")[0]));
  expect([species.length, new Set(species).size]).toEqual([12_535, 12_535]);
  const answers = {
    get_string_ids: identifies([{ id: "83332.Rv1908c", name: "katG" }]),
    homology_best: ({ species_b }: Readonly<Record<string, string>>) =>
      species_b!.split("\r").map((taxon) => ({
        stringId_A: "83332.Rv1908c",
        stringId_B: `${taxon}.x`,
        ncbiTaxonId_A: 83332,
        ncbiTaxonId_B: Number(taxon),
        bitscore: "50.1",
      })),
  };
  const others = species.filter((taxon) => taxon !== 83332);
  await withString(answers, async (ask) => {
    for (const batch of slices(others, 20)) {
      const { outcome, items } = await ask("get_homologs", { gene: "katG", species_b: batch });
      expect(outcome).toBe("found");
      expect(items.map(({ resolved_to }) => resolved_to)).toEqual(batch.map((taxon) => `${taxon}.x`));
    }
  });
}

export const rows: readonly (ReadRow | AsideRow)[] = [
  {
    file: "string/83332.protein.info.v12.0.txt.gz",
    tool: "resolve_ids",
    out: "4,026 proteins of H37Rv by id, locus tag and preferred name, none ambiguous, none by a neighbour's tag",
    check: async () => {
      await proteinsResolve();
      await expectRefused("83332.protein.info.v12.0.txt.gz", "in_band_error");
    },
  },
  {
    file: "string/species.string.v12.tsv.gz",
    tool: "get_homologs",
    out: "all 12,535 species can be asked for and are told apart",
    check: async () => {
      await speciesAreTaken();
      await expectRefused("species.string.v12.tsv.gz", "in_band_error");
    },
  },
  {
    file: "string/stringApp_model_species_v12.tsv",
    aside: "sixteen species by their everyday names; no tool takes a species by name",
    check: () => expectRefused("stringApp_model_species_v12.tsv", "in_band_error"),
  },
  {
    file: "string/stringApp_network_coordinates.y8LaiMOPf02T.dat",
    aside: "places of nodes on a picture; what it says of edges is in the table of the same network",
    check: () => expectRefused("stringApp_network_coordinates.y8LaiMOPf02T.dat", "in_band_error"),
  },
];
