import { prefixOf } from "../text.ts";
import type { Envelope, EnvelopeRecord } from "./envelope.ts";

type Cut = EnvelopeRecord["cut"][number];

export const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * How many leading records fit into `maxBytes` together with the rest of the envelope; at least one.
 *
 * @param shell size of the envelope without its records and their ids, bytes
 */
export function fittingRecords(records: readonly EnvelopeRecord[], shell: number, maxBytes: number): number {
  let used = shell;
  for (const [index, record] of records.entries()) {
    // Record, its id in `record_ids`, quotes and commas.
    used += sizeOf(record) + Buffer.byteLength(JSON.stringify(record.record_id)) + 2;
    if (used > maxBytes && index > 0) return index;
  }
  return records.length;
}

/** Texts shorter than this are identifiers and codes; cutting them would gain nothing and lose meaning. */
const SHORTEST_CUT = 40;

/** What one entry of `cut` adds beside its path: `{"field":"","kept":9999999,"total":9999999},`. */
const CUT_ENTRY_BYTES = 50;

/** Facts of the subject may take this part of a result; the rest is for its records. */
export const FACTS_SHARE = 0.5;

/**
 * Shortens the longest texts of a record until the envelope fits, listing each in `cut` with how many characters were
 * kept. Every cut text is a verbatim prefix. Changes the record in place.
 */
export function cutTexts(record: EnvelopeRecord, envelope: Envelope, maxBytes: number): boolean {
  const texts = [nameOf(record), ...textsOf(record.detail, "detail")];
  const entryBytes = (path: string) => sizeOf(path) + CUT_ENTRY_BYTES;
  const cuts = cutLongest(texts, sizeOf(envelope) - maxBytes, entryBytes);
  record.cut.push(...cuts);
  return cuts.length > 0;
}

/** The same for the facts of the subject, which come from outside as well; they have no list of cuts. */
export const cutFacts = (resolved: Envelope["resolved"], room: number): boolean =>
  cutLongest(textsOf(resolved, ""), sizeOf(resolved) - room, () => 0).length > 0;

/** Cuts the longest texts first until they are shorter by `excess` bytes and by what each cut costs to report. */
function cutLongest(texts: readonly Text[], excess: number, costOf: (path: string) => number): Cut[] {
  const longestFirst = texts
    .filter(({ text }) => text.length > SHORTEST_CUT)
    .sort((a, b) => b.text.length - a.text.length);
  const cuts: Cut[] = [];
  let left = excess;
  for (const { path, text, set } of longestFirst) {
    if (left <= 0) break;
    left += costOf(path);
    const kept = shortened(text, left);
    left -= sizeOf(text) - sizeOf(kept);
    set(kept);
    cuts.push({ field: path, kept: [...kept].length, total: [...text].length });
  }
  return cuts;
}

/** The longest prefix that saves so many bytes when serialised, but no shorter than an identifier. */
function shortened(text: string, bytes: number): string {
  const room = sizeOf(text) - bytes;
  let fits = SHORTEST_CUT;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (sizeOf(prefixOf(text, middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return prefixOf(text, fits);
}

interface Text {
  readonly path: string;
  readonly text: string;
  set(text: string): void;
}

const nameOf = (record: EnvelopeRecord): Text => ({
  path: "name",
  text: record.name,
  set: (text) => {
    record.name = text;
  },
});

function textsOf(value: unknown, path: string): Text[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (typeof inner !== "string") return textsOf(inner, at);
    return [{ path: at, text: inner, set: (text: string) => void Object.assign(value, { [key]: text }) }];
  });
}
