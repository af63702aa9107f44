import { gunzipSync } from "node:zlib";
import { setupServer } from "msw/node";
import { expect } from "vitest";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { string } from "../../servers/string/index.ts";
import { capturedBytes, capturedText } from "../support/captured/captured.ts";
import { openSource } from "../support/source-harness.ts";
import { stringAnswers } from "../support/string-network.ts";

type Row = Readonly<Record<string, unknown>>;
/** A method's answer: the body itself, or the rows for a form. */
export type StringAnswer = string | ((form: Readonly<Record<string, string>>) => readonly object[]);
export type Ask = (tool: string, args: object) => Promise<Envelope>;

/** What one file of `captured/string` holds, unpacked. */
export const stringText = (file: string): string =>
  file.endsWith(".gz") ? gunzipSync(capturedBytes(`string/${file}`)).toString("utf8") : capturedText(`string/${file}`);

/** A table by its header: one object a row, the header's leading `#` left out. */
export function tableOf(file: string): readonly Readonly<Record<string, string>>[] {
  const [header, ...lines] = stringText(file).trimEnd().split("\n");
  const names = header!.replace(/^#\s*/, "").split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    expect(cells.length, line).toBe(names.length);
    return Object.fromEntries(names.map((name, at) => [name, cells[at]!]));
  });
}

/** Lets tools be asked while STRING answers so, by method; any other request fails the test. */
export async function withString(answers: Readonly<Record<string, StringAnswer>>, run: (ask: Ask) => Promise<void>) {
  const network = setupServer();
  network.listen({ onUnhandledRequest: "error" });
  for (const [method, answer] of Object.entries(answers)) stringAnswers(network, method, answer);
  const source = openSource(string);
  try {
    await run((tool, args) => source.call(tool, args));
  } finally {
    await source.close();
    network.close();
  }
}

/** All records of a list, page by page; `first` is the envelope of the first page. */
export async function allOf(ask: Ask, tool: string, args: object) {
  const first = await ask(tool, { ...args, max_bytes: 400_000 });
  const records = [...first.records];
  for (let cursor = first.page.next_cursor; cursor !== null; ) {
    const page = await ask(tool, { ...args, max_bytes: 400_000, cursor });
    expect(page.errors).toEqual([]);
    records.push(...page.records);
    cursor = page.page.next_cursor;
  }
  return { first, records };
}

/** STRING as far as a table of ids and preferred names goes: offers by full id, locus tag or name, without case. */
export function identifies(proteins: readonly { readonly id: string; readonly name: string }[]): StringAnswer {
  const byName = new Map<string, { id: string; name: string }[]>();
  for (const protein of proteins) {
    const { id, name } = protein;
    for (const spelling of new Set([id, id.slice(id.indexOf(".") + 1), name].map((text) => text.toLowerCase()))) {
      byName.set(spelling, [...(byName.get(spelling) ?? []), protein]);
    }
  }
  return ({ identifiers }) =>
    identifiers!.split("\r").flatMap((queryItem, queryIndex) =>
      (byName.get(queryItem.toLowerCase()) ?? []).map(({ id, name }) => ({
        queryItem,
        queryIndex,
        stringId: id,
        ncbiTaxonId: Number(id.slice(0, id.indexOf("."))),
        preferredName: name,
      })),
    );
}

/** Each tool as it is asked when an answer stands where another was wanted. */
const TRIED: readonly (readonly [method: string, tool: string, args: object])[] = [
  ["get_string_ids", "resolve_ids", { names: ["katG"] }],
  ["interaction_partners", "get_partners", { gene: "83332.Rv1908c" }],
  ["network", "get_network", { ids: ["83332.Rv1908c", "83332.Rv1909c"] }],
  ["enrichment", "get_enrichment", { ids: ["83332.Rv1908c", "83332.Rv1909c"] }],
  ["homology_best", "get_homologs", { gene: "83332.Rv1908c", species_b: [9606] }],
];

/** A file given to every tool in place of its own answer: each refuses it by `code`, and none makes a zero of it. */
export async function expectRefused(file: string, code: string): Promise<void> {
  const known = identifies([
    { id: "83332.Rv1908c", name: "katG" },
    { id: "83332.Rv1909c", name: "furA" },
  ]);
  for (const [method, tool, args] of TRIED) {
    await withString({ get_string_ids: known, [method]: stringText(file) }, async (ask) => {
      const result = await ask(tool, args);
      expect(result, `${tool} given ${file}`).toMatchObject({
        outcome: "upstream_failed",
        records: [],
        page: { returned: 0, total: null },
        errors: [{ code }],
      });
      expect(result.items.map(({ outcome }) => outcome).filter((outcome) => outcome === "none_on_record")).toEqual([]);
    });
  }
}

export const numberOf = (row: Row, name: string): number => {
  const value = Number(row[name]);
  expect(Number.isFinite(value), name).toBe(true);
  return value;
};
