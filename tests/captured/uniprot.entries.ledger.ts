import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { capturedBytes } from "../support/captured/captured.ts";
import type { LedgerRow, ReadRow } from "./ledger.ts";
import { callWith, entryPath, expectRefused, RESULTS, RUN, SEARCH, STATUS, uniprotText } from "./uniprot-answers.ts";

/** What an entry file must give; figures were counted in the files by another program. */
interface Facts {
  readonly accession: string;
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
  /** Number of secondary accessions, structures, function statements, subunit texts and isoforms. */
  readonly counts: readonly [also: number, pdb: number, functions: number, subunits: number, isoforms: number];
  /** Features by type. */
  readonly features: Readonly<Record<string, number>>;
  /** Residues; null when the file holds no sequence. */
  readonly length: number | null;
}

const textOf = (file: string): string =>
  file.endsWith(".gz") ? gunzipSync(capturedBytes(`uniprot/${file}`)).toString("utf8") : uniprotText(file);

/** An entry through every tool that reads one; in place of a list or a job it is refused. */
const entryRow = (file: string, facts: Facts): ReadRow => ({
  file: `uniprot/${file}`,
  tool: "get_entry, get_features, get_sequence",
  out: `${facts.accession}, ${facts.name}, ${Object.keys(facts.features).length} types of features`,
  async check() {
    const text = textOf(file);
    const answers = { [entryPath(facts.accession)]: text };
    const max_bytes = 400_000;
    const found = await callWith(answers, "get_entry", { accessions: [facts.accession], max_bytes });
    expect(found).toMatchObject({ outcome: "found", record_ids: [facts.accession], errors: [] });
    const [record] = found.records;
    expect(record).toMatchObject({ name: facts.name, flags: facts.flags, licence: "cc-by-4.0-uniprot", cut: [] });
    expect(record?.detail).toMatchObject(facts.detail);
    const { pdb, function_statements, subunit, isoforms, quotable_text } = record!.detail as Record<string, unknown[]>;
    const lists = [record!.also, pdb, function_statements, subunit, isoforms];
    expect(lists.map((list) => list?.length)).toEqual(facts.counts);
    expect(new Set(pdb).size).toBe(pdb?.length);
    for (const { text } of function_statements as { text: string }[]) expect(quotable_text).toContain(text);
    await checkFeatures(answers, facts);
    await checkSequence(answers, facts, text);
    await expectRefused(text, "unparsable", [SEARCH, RUN, STATUS, RESULTS]);
  },
});

async function checkFeatures(answers: Record<string, string>, { accession, features, length }: Facts): Promise<void> {
  const counted: Record<string, number> = {};
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await callWith(answers, "get_features", { accession, max_bytes: 60_000, ...(cursor && { cursor }) });
    expect(page.errors).toEqual([]);
    if (page.record_ids.length === 0) expect(page.outcome).toBe("none_on_record");
    for (const { record_id, detail } of page.records) {
      ids.push(record_id);
      const type = String(detail.feature_type);
      counted[type] = (counted[type] ?? 0) + 1;
      const { start, end } = detail as Record<"start" | "end", { value: number }>;
      expect(start.value).toBeLessThanOrEqual(end.value);
      expect(end.value).toBeLessThanOrEqual(length ?? 0);
    }
    cursor = page.page.next_cursor;
  }
  expect(counted).toEqual(features);
  expect(new Set(ids).size).toBe(ids.length);
}

async function checkSequence(answers: Record<string, string>, { accession, length }: Facts, text: string) {
  const result = await callWith(answers, "get_sequence", { accession });
  if (length === null) {
    expect(result).toMatchObject({ outcome: "upstream_failed", errors: [{ code: "unparsable" }] });
    return;
  }
  const { sequence } = result.records[0]!.detail as { sequence: string };
  expect(result.records[0]?.detail).toMatchObject({ length });
  // The entry states another digest of the same residues.
  const md5 = createHash("md5").update(sequence).digest("hex").toUpperCase();
  expect(JSON.parse(text).sequence).toMatchObject({ md5, length: sequence.length });
}

const katG: ReadRow = {
  file: "uniprot/mtb/search_Rv1908c.json",
  tool: "get_protein",
  out: "P9WIE5 by every one of its names and by its accession, and by nothing that only comes near",
  async check() {
    const answers = { [SEARCH]: uniprotText("mtb/search_Rv1908c.json") };
    for (const [gene, matched_by] of [
      ["katG", "primary_name"],
      ["KATG", "primary_name"],
      ["Rv1908c", "ordered_locus"],
      ["rv1908C", "ordered_locus"],
      ["MTCY180.10", "orf_name"],
      ["P9WIE5", "accession"],
      ["p9wie5", "accession"],
    ] as const) {
      const result = await callWith(answers, "get_protein", { gene });
      expect(result, gene).toMatchObject({ outcome: "found", record_ids: ["P9WIE5"], errors: [] });
      expect(result.resolved).toMatchObject({ accession: "P9WIE5", matched_by, entries_matched: 1 });
    }
    for (const gene of ["Rv1908", "katG2", "MTCY180.1", "KATG_MYCTU", "Q08129"]) {
      const result = await callWith(answers, "get_protein", { gene });
      expect(result, gene).toMatchObject({ outcome: "not_resolved", records: [], resolved: { accession: null } });
    }
    const { records } = await callWith(answers, "get_protein", { gene: "katG" });
    const { pdb, ec, function_statements } = records[0]!.detail as Record<string, unknown[]>;
    expect([pdb?.length, ec]).toEqual([27, ["1.11.1.21"]]);
    expect(function_statements?.map((statement) => (statement as { experimental: boolean }).experimental)).toEqual([
      true,
      true,
      true,
    ]);
    await expectRefused(answers[SEARCH]!, "unparsable", [entryPath("P9WIE5"), RUN, STATUS, RESULTS]);
  },
};

const deleted: ReadRow = {
  file: "uniprot/website/deletedEntryModelData.json",
  tool: "get_entry, get_features, get_sequence, get_protein",
  out: "I8FBX0 is withdrawn, which is no zero",
  async check() {
    const text = uniprotText("website/deletedEntryModelData.json");
    const answers = { [entryPath("I8FBX0")]: text };
    const found = await callWith(answers, "get_entry", { accessions: ["I8FBX0"] });
    expect(found).toMatchObject({ outcome: "not_resolved", records: [], errors: [] });
    expect(found.items).toMatchObject([{ input: "I8FBX0", outcome: "not_resolved", reason: "deleted" }]);
    for (const tool of ["get_features", "get_sequence"]) {
      const result = await callWith(answers, tool, { accession: "I8FBX0" });
      expect(result).toMatchObject({ outcome: "not_resolved", records: [], resolved: { accession: null } });
      expect(result.notes[0]).toMatch(/^deleted: /);
    }
    const hits = await callWith({ [SEARCH]: `{"results":[${text}]}` }, "get_protein", { gene: "I8FBX0" });
    expect(hits).toMatchObject({ outcome: "not_resolved", records: [], resolved: { partial_name_hits: 0 } });
    expect(hits.notes.some((note) => note.startsWith("inactive_entries: 1 "))).toBe(true);
    // As the target of a mapping it is what became of the identifier, not what it maps to.
    const finished = { [RUN]: '{"jobId":"job1"}', [STATUS]: `{"results":[{"from":"I8FBX0","to":${text}}]}` };
    const args = { ids: ["I8FBX0"], from: "UniProtKB_AC-ID", to: "UniProtKB" };
    const mapped = await callWith(finished, "map_ids", args);
    expect(mapped).toMatchObject({ outcome: "not_resolved", items: [{ reason: "obsolete" }] });
    await expectRefused(text, "incomplete", [entryPath("P9WIE5")]);
  },
};

const noResults: ReadRow = {
  file: "uniprot/website/noResults.json",
  tool: "get_protein, get_entry",
  out: "no hit, beside facets that count",
  async check() {
    const text = uniprotText("website/noResults.json");
    const result = await callWith({ [SEARCH]: text }, "get_protein", { gene: "katG" });
    expect(result).toMatchObject({ outcome: "not_resolved", records: [], errors: [] });
    expect(result.resolved).toMatchObject({ matched_by: "none", hits_read: 0, hits_total: null });
    const gone = { [entryPath("P9WIE5")]: { status: 404, body: '{"messages":["x"]}' }, [SEARCH]: text };
    const unknown = await callWith(gone, "get_entry", { accessions: ["P9WIE5"] });
    expect(unknown.items).toMatchObject([{ outcome: "not_resolved", reason: "unknown_accession" }]);
    // The same list in place of an entry or a job is a failure; as the results of a mapping it answers nobody.
    await expectRefused(text, "unparsable", [entryPath("P9WIE5"), RUN]);
    await expectRefused(text, "incomplete", [STATUS, RESULTS]);
  },
};

/** Answers about entries of UniProtKB. */
export const rows: readonly LedgerRow[] = [
  entryRow("P30542.json", {
    accession: "P30542",
    name: "Adenosine receptor A1",
    detail: { entry_name: "AA1R_HUMAN", reviewed: true, gene_names: ["ADORA1"], has_experimental_function: false },
    flags: ["inferred_only"],
    counts: [7, 5, 1, 0, 2],
    features: {
      Chain: 1,
      "Topological domain": 8,
      Transmembrane: 7,
      Lipidation: 1,
      Glycosylation: 1,
      "Disulfide bond": 1,
      "Alternative sequence": 2,
      "Natural variant": 6,
      "Sequence conflict": 1,
      Helix: 16,
      "Beta strand": 2,
      Turn: 1,
    },
    length: 326,
  }),
  entryRow("website/swissprotEntry.json.gz", {
    accession: "P05067",
    name: "Amyloid-beta precursor protein",
    detail: { entry_name: "A4_HUMAN", reviewed: true, gene_names: ["APP"], synonyms: ["A4", "AD1"] },
    flags: ["part_only"],
    counts: [23, 240, 5, 8, 11],
    features: {
      Mutagenesis: 41,
      "Beta strand": 29,
      "Natural variant": 21,
      Helix: 18,
      "Binding site": 15,
      Site: 15,
      Chain: 13,
      "Alternative sequence": 13,
      "Modified residue": 11,
      Glycosylation: 10,
      Region: 9,
      "Disulfide bond": 9,
      Turn: 7,
      "Sequence conflict": 5,
      Domain: 3,
      Motif: 3,
      "Compositional bias": 3,
      Peptide: 2,
      "Topological domain": 2,
      Signal: 1,
      Transmembrane: 1,
      "Cross-link": 1,
    },
    length: 770,
  }),
  entryRow("website/nonHumanEntryModelData.json", {
    accession: "P0DTR4",
    name: "A type blood N-acetyl-alpha-D-galactosamine deacetylase",
    detail: {
      entry_name: "ADAC_FLAPL",
      gene_names: [],
      locus_tags: [],
      ec: ["3.5.1.-"],
      has_experimental_function: true,
    },
    flags: [],
    counts: [0, 2, 1, 0, 0],
    features: { "Binding site": 5, Mutagenesis: 5, Region: 3, Signal: 1, Chain: 1, Domain: 1 },
    length: 772,
  }),
  entryRow("get_p15056_20260812.json", {
    accession: "P15056",
    name: "Serine/threonine-protein kinase B-raf",
    detail: { entry_name: "BRAF_HUMAN", gene_names: ["BRAF"], synonyms: ["BRAF1", "RAFB1"], locus_tags: [] },
    flags: ["inferred_only"],
    counts: [0, 6, 1, 0, 0],
    features: {},
    length: null,
  }),
  entryRow("website/A8Y1C3ProtnlmApi.json", {
    accession: "A8Y1C3",
    name: "Carbohydrate sulfotransferase",
    detail: { entry_name: "A8Y1C3_CAEBR", reviewed: false, gene_names: [], function_statements: [] },
    flags: ["no_function"],
    counts: [0, 0, 0, 0, 0],
    features: {},
    length: null,
  }),
  katG,
  deleted,
  noResults,
];
