import { expect } from "vitest";
import type { LedgerRow, ReadRow } from "./ledger.ts";
import { callWith, entryPath, expectRefused, uniprotText } from "./uniprot-answers.ts";
import { entryOfFlat } from "./uniprot-flat.ts";

interface FlatFacts {
  readonly name: string;
  readonly names: readonly (readonly [gene_names: string[], synonyms: string[], locus_tags: string[]])[];
  readonly reviewed: boolean;
  readonly also?: readonly string[];
  readonly length: number;
  /** Number of features, and ids among them. */
  readonly features: readonly [number, ...string[]];
}

const flat = (
  file: string,
  { name, names, reviewed, also = [], length, features: [count, ...ids] }: FlatFacts,
): ReadRow => ({
  file: `uniprot/flat/${file}`,
  tool: "get_entry, get_features, get_sequence",
  out: `${name}: names, ${count} features and ${length} residues; as text it is refused`,
  async check() {
    const text = uniprotText(`flat/${file}`);
    const accession = /^AC {3}(\w+);/m.exec(text)![1]!;
    const answers = { [entryPath(accession)]: JSON.stringify(entryOfFlat(text)) };
    const found = await callWith(answers, "get_entry", { accessions: [accession] });
    expect(found).toMatchObject({ outcome: "found", record_ids: [accession], errors: [] });
    expect(found.records[0]).toMatchObject({ name, also, flags: ["no_function"] });
    const { gene_names, synonyms, locus_tags } = found.records[0]!.detail;
    expect([[gene_names, synonyms, locus_tags]]).toEqual(names);
    expect(found.records[0]!.detail.reviewed).toBe(reviewed);
    const listed = await callWith(answers, "get_features", { accession, max_bytes: 400_000 });
    expect(listed.record_ids).toHaveLength(count);
    for (const id of ids) expect(listed.record_ids).toContain(`${accession}:${id}`);
    const sequence = await callWith(answers, "get_sequence", { accession });
    expect(sequence.records[0]?.detail).toMatchObject({ length });
    await expectRefused(text);
  },
});

/** Entries as flat text, which is refused as an answer; what it says is brought into the form that is asked for. */
export const rows: readonly LedgerRow[] = [
  {
    file: "uniprot/flat/biopython_multi_ex.list",
    tool: "get_entry",
    out: "a list of 8 accessions, each asked for once",
    async check() {
      const text = uniprotText("flat/biopython_multi_ex.list");
      const accessions = text.split("\n").filter(Boolean);
      const answers = Object.fromEntries(
        accessions.map((primaryAccession) => [
          entryPath(primaryAccession),
          JSON.stringify({ entryType: "UniProtKB reviewed (Swiss-Prot)", primaryAccession }),
        ]),
      );
      const result = await callWith(answers, "get_entry", { accessions });
      expect(result).toMatchObject({ outcome: "found", record_ids: accessions });
      expect(result.asked.map(({ pathname }) => pathname)).toEqual(accessions.map(entryPath));
      await expectRefused(text);
    },
  },
  flat("A0A0E2CV74.txt", {
    name: "Uncharacterized protein",
    names: [[[], [], ["LEP1GSC087_1188"]]],
    reviewed: false,
    length: 303,
    features: [3],
  }),
  flat("A8EZU1.txt", {
    name: "Endoribonuclease YbeY",
    names: [[["ybeY"], [], ["A1E_04765"]]],
    reviewed: true,
    length: 172,
    features: [4, "Chain:1-172", "Binding site:136-136", "Binding site:146-146"],
  }),
  flat("P04403.txt", {
    name: "2S sulfur-rich seed storage protein 1",
    names: [[["BE2S1"], [], []]],
    reviewed: true,
    also: ["P04402", "Q9LRC2"],
    length: 146,
    features: [25],
  }),
  flat("P13813.txt", {
    name: "110 kDa antigen",
    names: [[[], [], []]],
    reviewed: true,
    length: 296,
    features: [17, "Chain:<1-296", "Repeat:288-293", "Region:132-296", "Non-terminal residue:1-1"],
  }),
  flat("P50930.txt", {
    name: "17 kDa surface antigen",
    names: [[["omp"], [], []]],
    reviewed: true,
    length: 154,
    features: [5, "Chain:20->154"],
  }),
  flat("Q32K04.txt", {
    name: "UDP-N-acetylmuramoylalanine--D-glutamate ligase",
    names: [[["murD"], [], ["SDY_0118"]]],
    reviewed: true,
    length: 438,
    features: [2],
  }),
  flat("biopython_F2CXE6.txt", {
    name: "Plasma membrane intrinsic protein",
    names: [[["HvPIP2;8"], [], []]],
    reviewed: false,
    length: 291,
    features: [0],
  }),
  flat("biopython_O23729.txt", {
    name: "Chalcone synthase 3",
    names: [[["CHS3"], [], []]],
    reviewed: true,
    length: 394,
    features: [2, "Chain:1-394", "Active site:165-165"],
  }),
  flat("biopython_P39896.txt", {
    name: "Tetracenomycin polyketide synthesis 8-O-methyl transferase TcmO",
    names: [[["tcmO"], [], []]],
    reviewed: true,
    length: 339,
    features: [4, "Binding site:226-228"],
  }),
  flat("biopython_P68308.txt", {
    name: "NADH-ubiquinone oxidoreductase chain 3",
    names: [[["MT-ND3"], ["MTND3", "NADH3", "ND3"], []]],
    reviewed: true,
    also: ["P24973"],
    length: 115,
    features: [4, "Transmembrane:55-75"],
  }),
];
