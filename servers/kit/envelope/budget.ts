import { prefixOf } from "../text.ts";
import type { Envelope, EnvelopeRecord } from "./envelope.ts";

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

/**
 * Shortens the longest texts of a record's detail until the envelope fits, listing each in `cut` with how many
 * characters were kept. Every cut text is a verbatim prefix. Changes the record in place.
 */
export function cutTexts(record: EnvelopeRecord, envelope: Envelope, maxBytes: number): boolean {
  const totals = new Map<string, number>();
  for (;;) {
    const excess = sizeOf(envelope) - maxBytes;
    if (excess <= 0) return totals.size > 0;
    const longest = longestText(record.detail, "detail");
    if (longest === null || longest.text.length <= SHORTEST_CUT) return totals.size > 0;
    // One UTF-16 unit serialises to at least one byte, so this never cuts too little twice for plain text.
    const keep = Math.max(SHORTEST_CUT, longest.text.length - Math.max(excess + 80, 1));
    const kept = prefixOf(longest.text, keep);
    longest.set(kept);
    const total = totals.get(longest.path) ?? [...longest.text].length;
    totals.set(longest.path, total);
    record.cut = [
      ...record.cut.filter((cut) => cut.field !== longest.path),
      { field: longest.path, kept: [...kept].length, total },
    ];
  }
}

interface Found {
  path: string;
  text: string;
  set: (text: string) => void;
}

function longestText(value: unknown, path: string): Found | null {
  if (typeof value !== "object" || value === null) return null;
  let best: Found | null = null;
  const better = (found: Found | null) => {
    if (found !== null && (best === null || found.text.length > best.text.length)) best = found;
  };
  for (const [key, inner] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (typeof inner === "string") {
      better({ path: at, text: inner, set: (text) => Object.assign(value, { [key]: text }) });
    } else better(longestText(inner, at));
  }
  return best;
}
