import { setupServer } from "msw/node";
import { expect } from "vitest";
import type { Envelope, EnvelopeRecord } from "../../servers/kit/envelope/envelope.ts";
import { tbdb } from "../../servers/tbdb/index.ts";
import { capturedText } from "../support/captured/captured.ts";
import { type OpenSource, openSource } from "../support/source-harness.ts";
import { answerTbdb, type TbdbAnswer } from "../support/tbdb-network.ts";

/** The captured files that stand for one ref, by the name under which the service has them. */
const AS_PUBLISHED = {
  "barcode.bed": "tbdb/barcode.bed",
  "genome.gff": "tbdb/genome.gff",
  "mutations.csv": "tbdb/mutations_2024-01-30.csv",
  "rules.yml": "tbdb/rules.yml",
  "variables.json": "tbdb/variables.json",
} as const;

export type ServedFile = keyof typeof AS_PUBLISHED;

/** tbdb behind its tools, over the captured files; `others` puts another captured file in the place of one of them. */
export async function withTbdb<T>(
  others: Partial<Record<ServedFile, string>>,
  use: (source: OpenSource) => Promise<T>,
): Promise<T> {
  const files: Record<string, string> = { ...AS_PUBLISHED, ...others };
  return behind(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, capturedText(file)])), use);
}

async function behind<T>(answers: Record<string, TbdbAnswer>, use: (source: OpenSource) => Promise<T>): Promise<T> {
  const network = setupServer();
  network.listen({ onUnhandledRequest: "error" });
  answerTbdb(network, answers);
  const source = openSource(tbdb);
  try {
    return await use(source);
  } finally {
    await source.close();
    network.close();
  }
}

/** Every record of a list tool, through all of its pages, with the first page's envelope. */
export async function everyRecord(
  source: OpenSource,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<{ first: Envelope; records: EnvelopeRecord[] }> {
  const ask = (cursor: string | null) =>
    source.call(tool, { ...args, limit: 2000, max_bytes: 400_000, ...(cursor !== null && { cursor }) });
  const first = await ask(null);
  const records = [...first.records];
  for (let cursor = first.page.next_cursor; cursor !== null; ) {
    const page = await ask(cursor);
    records.push(...page.records);
    cursor = page.page.next_cursor;
  }
  return { first, records };
}

/** A tool for each file, with arguments that need it. */
const READERS: Readonly<Record<ServedFile, readonly [tool: string, args: Readonly<Record<string, unknown>>]>> = {
  "barcode.bed": ["get_lineage_markers", { all: true }],
  "genome.gff": ["get_lineage_markers", { gene: "katG" }],
  "mutations.csv": ["get_resistance_variants", { gene: "katG" }],
  "rules.yml": ["get_resistance_variants", { gene: "Rv0678" }],
  "variables.json": ["list_drugs", {}],
};

/**
 * Puts a captured file in the place of each of a small tbdb's files in turn: every tool that reads it must fail, with a
 * code, and never answer a zero.
 */
export async function expectRefusedEverywhere(file: string): Promise<void> {
  for (const name of Object.keys(READERS) as ServedFile[]) {
    const [tool, args] = READERS[name];
    const { outcome, errors, records } = await behind({ [name]: capturedText(file) }, (source) =>
      source.call(tool, args),
    );
    expect([name, outcome], file).toEqual([name, "upstream_failed"]);
    expect(["unparsable", "incomplete"], `${file} as ${name}`).toContain(errors[0]?.code);
    // What was confirmed before the rules were asked for stays.
    if (name !== "rules.yml") expect(records).toEqual([]);
  }
}

/** How often each text occurs, most frequent first, then by text. */
export function tally(texts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
