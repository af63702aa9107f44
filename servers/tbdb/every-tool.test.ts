import { afterEach, describe, expect, it } from "vitest";
import { mockNetwork, type OpenSource, openSource } from "../../tests/support/source-harness.ts";
import { answerTbdb, type TbdbAnswer } from "../../tests/support/tbdb-network.ts";
import type { Envelope } from "../kit/envelope/envelope.ts";
import { tbdb } from "./index.ts";

/** What the specification asks of every tool of this source alike. */
const network = mockNetwork();
let source: OpenSource | undefined;
afterEach(() => source?.close());

function serve(changes: Readonly<Record<string, TbdbAnswer>> = {}): { open: OpenSource; asked: string[] } {
  const asked = answerTbdb(network, changes);
  source = openSource(tbdb);
  return { open: source, asked };
}

/** Each tool with arguments that lead to records, and the files that it must read for them. */
const TOOLS: readonly (readonly [tool: string, args: Record<string, unknown>, files: readonly string[]])[] = [
  ["get_lineage_markers", { gene: "phoP" }, ["genome.gff", "barcode.bed"]],
  ["get_lineage_markers", { all: true }, ["genome.gff", "barcode.bed"]],
  ["get_resistance_variants", { gene: "katG", grades: "all" }, ["genome.gff", "mutations.csv", "rules.yml"]],
  [
    "find_by_position",
    { position: 2_155_168, window: 5000 },
    ["genome.gff", "barcode.bed", "mutations.csv", "rules.yml"],
  ],
  ["get_compensatory", { gene: "rpoC" }, ["genome.gff", "mutations.csv", "rules.yml"]],
  ["list_genes", {}, ["genome.gff", "mutations.csv"]],
  ["list_drugs", {}, ["variables.json", "genome.gff", "mutations.csv"]],
  ["get_release", {}, ["genome.gff", "barcode.bed", "mutations.csv", "rules.yml", "variables.json"]],
];
const LISTS = TOOLS.filter(([tool]) => tool !== "get_release");
const refused = ({ outcome, errors, requests, records }: Envelope) => ({
  outcome,
  sent: requests.length,
  records: records.length,
  errors: errors.map(({ code, param }) => [code, param]),
});

describe.each(TOOLS)("%s %j", (tool, args, files) => {
  it("reads these files of one ref, in this order, and names the ref", async () => {
    const { open, asked } = serve();
    const { resolved, requests } = await open.call(tool, args);
    expect(asked).toEqual(files);
    expect(requests.map(({ url }) => url.split("/").at(-2))).toEqual(files.map(() => resolved.tbdb_ref));
  });

  it("cites each record once, by a stable id, with an address on GitHub and terms that are listed", async () => {
    const { open } = serve();
    const { records, record_ids, licences, requests } = await open.call(tool, args);
    expect(records.length).toBeGreaterThan(0);
    expect(record_ids).toEqual(records.map(({ record_id }) => record_id));
    expect(new Set(record_ids).size).toBe(record_ids.length);
    for (const { record_id, url, licence, request_refs, also } of records) {
      expect(record_id).toMatch(/^tbdb:[\w:.>*+?=()'-]{1,195}$/);
      expect(url).toMatch(/^https:\/\/github\.com\/jodyphelan\/tbdb\/(?:blob|tree)\/[0-9a-f]{40}/);
      expect(also).not.toContain(record_id);
      expect(request_refs.every((ref) => requests[ref] !== undefined)).toBe(true);
      expect(licences[licence]?.attribution.length).toBeGreaterThan(10);
    }
    expect(Object.keys(licences).sort()).toEqual([...new Set(records.map(({ licence }) => licence))].sort());
  });

  it("gives the same bytes for the same content, but for what a cache may say", async () => {
    const texts: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { open } = serve();
      await open.call(tool, args);
      // Asked again, so that both answers come from memory.
      texts.push(JSON.stringify(await open.call(tool, args)).replace(/"retrieved_at":"[^"]+"/g, ""));
      await open.close();
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it.each(files)("is a failure, and no zero, when %s is out of reach or is no file of its kind", async (file) => {
    for (const answer of [
      { status: 503 },
      { status: 404 },
      { status: 200, html: true, body: "<html>" },
      "reset",
      "",
      "x",
    ] as const) {
      const { open } = serve({ [file]: answer });
      const { outcome, errors } = await open.call(tool, args);
      expect([file, answer, outcome]).toEqual([file, answer, "upstream_failed"]);
      expect(errors.length).toBeGreaterThan(0);
      await open.close();
    }
  });
});

describe.each(LISTS)("%s %j as a list", (tool, args) => {
  const NO_LIMITS = { limit: 2000, max_bytes: 400_000 };

  it("is refused with a limit or size out of range, never clamped", async () => {
    const { open } = serve();
    for (const [param, value] of [
      ["limit", 0],
      ["limit", 2001],
      ["max_bytes", 3999],
      ["max_bytes", 400_001],
    ] as const) {
      expect(refused(await open.call(tool, { ...args, [param]: value }))).toEqual({
        outcome: "bad_input",
        sent: 0,
        records: 0,
        errors: [["out_of_range", param]],
      });
    }
  });

  it.each([
    ["by number", { limit: 2 }],
    ["by bytes", { limit: 2000, max_bytes: 4000 }],
  ])("is whole over its pages %s: nothing twice, nothing lost, the total always the same", async (_how, cut) => {
    const { open } = serve();
    const whole = await open.call(tool, { ...args, ...NO_LIMITS });
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await open.call(tool, { ...args, ...cut, ...(cursor !== undefined && { cursor }) });
      expect(page.page.total).toBe(whole.page.total);
      expect(page.outcome).toBe(page.page.truncated_by === null ? "found" : "truncated");
      ids.push(...page.record_ids);
      cursor = page.page.next_cursor;
    }
    expect(ids).toEqual(whole.record_ids);
  });

  it("refuses another question's cursor", async () => {
    const { open } = serve();
    const { page } = await open.call("get_resistance_variants", { gene: "inhA", grades: "all", limit: 1 });
    expect(refused(await open.call(tool, { ...args, cursor: page.next_cursor })).errors).toEqual([
      ["cursor_invalid", "cursor"],
    ]);
  });

  it("covers H37Rv alone: another organism is asked for nothing", async () => {
    const { open, asked } = serve();
    const { outcome, notes } = await open.call(tool, { ...args, organism: "eco" });
    expect([outcome, asked]).toEqual(["not_covered", []]);
    expect(notes.some((note) => note.startsWith("organism_not_covered: "))).toBe(true);
    expect((await open.call(tool, { ...args, organism: "MTU" })).outcome).not.toBe("not_covered");
  });
});

const NAMED: [string, string, Record<string, unknown>][] = [
  ["get_lineage_markers", "gene", {}],
  ["get_lineage_markers", "lineage", {}],
  ["get_resistance_variants", "gene", {}],
  ["get_resistance_variants", "drug", { gene: "katG" }],
  ["get_resistance_variants", "mutation", { gene: "katG" }],
  ["get_compensatory", "gene", {}],
  ["get_compensatory", "drug", { gene: "rpoC" }],
];

describe.each(NAMED)("a name: %s %s", (tool, param, others) => {
  it.each([
    ["is blank", " "],
    ["is empty", ""],
    ["holds a control character", "kat\u0000G"],
    ["holds a line break", "kat\nG"],
    ["is too long", "x".repeat(501)],
    ["is no text", { a: 1 }],
  ])("that %s is refused before anything is sent", async (_what, value) => {
    const { open, asked } = serve();
    const answer = await open.call(tool, { ...others, [param]: value });
    expect(refused(answer)).toMatchObject({ outcome: "bad_input", sent: 0, errors: [[expect.any(String), param]] });
    expect(asked).toEqual([]);
    expect(JSON.stringify([answer.errors, answer.notes])).not.toContain("xxxx");
  });
});

it("resolves a gene by exact name only, in the order qualified id, locus tag, symbol, synonym", async () => {
  const { open } = serve();
  const ways = { "mtu:Rv1908c": "qualified_id", Rv1908c: "locus_tag", katG: "symbol", P9WIE5: "synonym", kat: "none" };
  for (const [gene, way] of Object.entries(ways)) {
    expect([gene, (await open.call("get_lineage_markers", { gene })).resolved.matched_by]).toEqual([gene, way]);
  }
});
