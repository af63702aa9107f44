import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { MAPPED_FROM, MAPPED_TO, targetsOf } from "../../servers/uniprot/mapping-databases.ts";
import type { LedgerRow, ReadRow } from "./ledger.ts";
import {
  callWith,
  entryPath,
  expectRefused,
  openUniprot,
  SEARCH,
  tableOf,
  uniprotJson,
  uniprotText,
} from "./uniprot-answers.ts";

interface Database {
  readonly name: string;
  readonly from: boolean;
  readonly to: boolean;
  readonly ruleId: number | null;
}
interface MappingRules {
  readonly groups: readonly { readonly items: readonly Database[] }[];
  readonly rules: readonly { readonly ruleId: number; readonly tos: readonly string[]; readonly taxonId: boolean }[];
}

/** Pairs of databases that we accept and a snapshot of the service's rules does not; it has none that we refuse. */
function pairsBeyond({ groups, rules }: MappingRules): string[] {
  const databases = groups.flatMap(({ items }) => items);
  const theirs = new Set(
    databases
      .filter(({ from }) => from)
      .flatMap(({ name, ruleId }) => rules.find((rule) => rule.ruleId === ruleId)!.tos.map((to) => `${name}>${to}`)),
  );
  const ours = new Set([...MAPPED_FROM].flatMap((from) => [...targetsOf(from)].map((to) => `${from}>${to}`)));
  expect([...theirs].filter((pair) => !ours.has(pair))).toEqual([]);
  expect(databases.filter(({ from }) => from).every(({ name }) => MAPPED_FROM.has(name))).toBe(true);
  expect(databases.filter(({ to }) => to).every(({ name }) => MAPPED_TO.has(name))).toBe(true);
  return [...ours].filter((pair) => !theirs.has(pair)).sort();
}

/** Every way from and to a database that is not in a snapshot. */
const waysOf = (name: string): string[] => [
  `${name}>UniProtKB`,
  `${name}>UniProtKB-Swiss-Prot`,
  `UniProtKB_AC-ID>${name}`,
];

const mappingRules = (file: string, out: string, beyond: readonly string[]): ReadRow => ({
  file: `uniprot/${file}`,
  tool: "map_ids",
  out: `every pair is accepted; beyond them ${out}`,
  async check() {
    const rules = uniprotJson(file) as MappingRules;
    expect(pairsBeyond(rules)).toEqual([...beyond].sort());
    // Only one rule takes a taxon, and only one database follows it.
    const taxonRules = rules.rules.filter(({ taxonId }) => taxonId).map(({ ruleId }) => ruleId);
    const withTaxon = rules.groups.flatMap(({ items }) => items.filter(({ ruleId }) => taxonRules.includes(ruleId!)));
    expect(withTaxon.map(({ name }) => name)).toEqual(["Gene_Name"]);
    for (const [from, to] of [
      ["KEGG", "GeneID"],
      ["UniRef50", "UniRef90"],
      ["Gene_Name", "UniParc"],
    ]) {
      const refused = await callWith({}, "map_ids", { ids: ["a"], from, to });
      expect(refused).toMatchObject({ outcome: "bad_input", errors: [{ param: "to" }], requests: [] });
    }
    await expectRefused(uniprotText(file));
  },
});

const toArchive = ["EMBL-GenBank-DDBJ>UniParc", "GI_number>UniParc", "RefSeq_Protein>UniParc"];

/** 2,338 reviewed entries of H37Rv, one name each at most; 689 have none. */
const reviewedIndex: ReadRow = {
  file: "uniprot/mtb/reviewed_index_83332.tsv",
  tool: "get_protein",
  out: "1,649 names lead to their entries alone; cobB, moaE2 and priA to two each; PPE47/ppe48 by its whole name only",
  async check() {
    const table = tableOf(uniprotText("mtb/reviewed_index_83332.tsv"));
    const named = table.filter(({ gene }) => gene !== "");
    expect([table.length, named.length]).toEqual([2338, 1649]);
    const hits = named.map(({ accession, gene, protein_name }) => ({
      entryType: "UniProtKB reviewed (Swiss-Prot)",
      primaryAccession: accession,
      proteinDescription: { recommendedName: { fullName: { value: protein_name } } },
      genes: [{ geneName: { value: gene } }],
    }));
    // As the service does, every name that contains the query is served; the first 200 are all that is read.
    const answers = {
      [SEARCH]: (url: URL) => {
        const asked = /^gene:"([^"]*)"/.exec(url.searchParams.get("query") ?? "")?.[1]?.toLowerCase();
        const found = hits.filter(({ genes }) => asked && genes[0]!.geneName.value!.toLowerCase().includes(asked));
        return JSON.stringify({ results: found.slice(0, 200) });
      },
    };
    const byName = new Map<string, string[]>();
    for (const { accession, gene } of named) {
      byName.set(gene!.toLowerCase(), [...(byName.get(gene!.toLowerCase()) ?? []), accession!].sort());
    }
    const several = [...byName].filter(([, accessions]) => accessions.length > 1).map(([name]) => name);
    expect(several.sort()).toEqual(["cobb", "moae2", "pria"]);
    const service = openUniprot(answers);
    try {
      for (const { gene } of named) {
        const accessions = byName.get(gene!.toLowerCase())!;
        const result = await service.call("get_protein", { gene });
        expect(result.record_ids, gene).toEqual(accessions);
        expect(result.resolved, gene).toMatchObject({
          accession: accessions.length === 1 ? accessions[0] : null,
          matched_by: "primary_name",
        });
      }
      for (const gene of ["PPE47", "ppe48", "cob", "TB22"]) {
        const result = await service.call("get_protein", { gene });
        expect(result, gene).toMatchObject({ outcome: "not_resolved", records: [] });
        expect(result.resolved.partial_name_hits, gene).toBeGreaterThan(0);
      }
    } finally {
      await service.close();
    }
    await expectRefused(uniprotText("mtb/reviewed_index_83332.tsv").slice(0, 2_000));
  },
};

/** Seven entries of H37Rv as a padded table: names of every class, functions with their evidence, sequences. */
const tb2neo: ReadRow = {
  file: "uniprot/mtb/tb2neo_uniprot_data.csv",
  tool: "get_protein, get_sequence",
  out: "7 entries by each of their names, with the evidence and the length that the table states",
  async check() {
    const text = uniprotText("mtb/tb2neo_uniprot_data.csv");
    const table = parse(text, { columns: (head: string[]) => head.map((name) => name.trim()), trim: true }) as Record<
      string,
      string
    >[];
    expect(table).toHaveLength(7);
    const named = (list: string | undefined) =>
      (list ?? "")
        .split(" ")
        .filter(Boolean)
        .map((value) => ({ value }));
    const entries = table.map((row) => ({
      entryType: "UniProtKB reviewed (Swiss-Prot)",
      primaryAccession: row.Entry!,
      genes: [
        {
          geneName: { value: row.Gene_Names_Prim },
          orderedLocusNames: named(row.Gene_Names_OL),
          orfNames: named(row.Gene_Name_ORF),
        },
      ],
      comments: [{ commentType: "FUNCTION", texts: [statementOf(row.Function_CC!)] }],
      sequence: { value: row.Sequence, length: Number(row.Length) },
    }));
    const answers = { [SEARCH]: JSON.stringify({ results: entries }) };
    for (const row of table) {
      for (const gene of row.Gene_Name!.split(" ").filter(Boolean)) {
        const result = await callWith(answers, "get_protein", { gene });
        expect(result, gene).toMatchObject({ outcome: "found", record_ids: [row.Entry], errors: [] });
        expect(result.resolved).toMatchObject({ accession: row.Entry, partial_name_hits: 6 });
        const [statement] = result.records[0]!.detail.function_statements as { experimental: boolean }[];
        expect(statement?.experimental, gene).toBe(row.Function_CC!.includes("ECO:0000269"));
      }
      const entry = entries.find(({ primaryAccession }) => primaryAccession === row.Entry);
      const path = entryPath(row.Entry!);
      const sequence = await callWith({ [path]: JSON.stringify(entry) }, "get_sequence", { accession: row.Entry });
      expect(sequence.records[0]?.detail).toMatchObject({ sequence: row.Sequence, length: Number(row.Length) });
    }
    // The same gene has the same accession in the other party's index.
    const index = tableOf(uniprotText("mtb/reviewed_index_83332.tsv"));
    for (const row of table) {
      const other = index.find(({ accession }) => accession === row.Entry);
      if (other) expect([other.gene, other.length]).toEqual([row.Gene_Names_Prim, row.Length]);
    }
    await expectRefused(text.slice(0, 4_000));
  },
};

/** `FUNCTION: text. {ECO:0000250|UniProtKB:P0A988, ECO:0000269|PubMed:1}` as the service writes it in JSON. */
function statementOf(column: string) {
  const [, value = "", evidence = ""] = /^FUNCTION: (.*?)(?: \{([^}]*)\})?\.?$/.exec(column) ?? [];
  const evidences = evidence
    .split(", ")
    .filter(Boolean)
    .map((part) => {
      const [evidenceCode, from = ""] = part.split("|");
      const [source, ...id] = from.split(":");
      return { evidenceCode, source, id: id.join(":") };
    });
  return { value, evidences };
}

/** Oracles: the service's own lists and other parties' tables of what the tools answer. */
export const rows: readonly LedgerRow[] = [
  mappingRules("configure_idmapping_fields.json", "ClinPGx and the archive as a target are newer", [
    ...waysOf("ClinPGx"),
    ...toArchive,
  ]),
  mappingRules(
    "website/idMappingFormConfig.json",
    "five databases that the service has dropped",
    ["CLAE", "neXtProt", "PharmGKB", "TreeFam", "World-2DPAGE"].flatMap(waysOf),
  ),
  reviewedIndex,
  tb2neo,
  {
    file: "uniprot/website/resultFields.json",
    tool: "get_protein",
    out: "every return field that is asked for exists, and none of the 294 holds secondary accessions",
    async check() {
      const groups = uniprotJson("website/resultFields.json") as { fields: { name: string; label: string }[] }[];
      const known = groups.flatMap(({ fields }) => fields);
      const { asked } = await callWith({ [SEARCH]: '{"results":[]}' }, "get_protein", { gene: "katG" });
      const sent = asked[0]!.searchParams.get("fields")!.split(",");
      expect(sent.filter((name) => !known.some((field) => field.name === name))).toEqual([]);
      expect(known).toHaveLength(294);
      expect(known.filter(({ name, label }) => /sec_acc|secondary acc/i.test(`${name} ${label}`))).toEqual([]);
      await expectRefused(uniprotText("website/resultFields.json"));
    },
  },
  {
    file: "uniprot/website/databaseInfo.json",
    tool: "get_entry",
    out: "structures come from the database that is named PDB there, and from none of its three relatives",
    async check() {
      const known = uniprotJson("website/databaseInfo.json") as { name: string; category: string }[];
      const structures = known.filter(({ name, category }) => category === "3DS" && name.startsWith("PDB"));
      expect(structures.map(({ name }) => name)).toEqual(["PDB", "PDBsum", "PDBe-KB", "PDBj"]);
      const entry = {
        entryType: "UniProtKB reviewed (Swiss-Prot)",
        primaryAccession: "P9WIE5",
        uniProtKBCrossReferences: known.map(({ name }, at) => ({ database: name, id: String(1000 + at) })),
      };
      const answers = { [entryPath("P9WIE5")]: JSON.stringify(entry) };
      const { records } = await callWith(answers, "get_entry", { accessions: ["P9WIE5"] });
      expect(records[0]!.detail.pdb).toEqual([String(1000 + known.findIndex(({ name }) => name === "PDB"))]);
      await expectRefused(uniprotText("website/databaseInfo.json"));
    },
  },
];
