import type { Answer, RecordDraft } from "../answer.ts";
import type { CallLedger } from "../call.ts";
import { type Cursor, cursorExpired, cursorInvalid, encodeCursor } from "../cursor.ts";
import { fingerprint } from "../digest.ts";
import type { Fault } from "../fault.ts";
import { harmless, harmlessCopy, MAX_SHOWN, prefixOf } from "../text.ts";
import { type CompiledTool, KIT_NOTES } from "../tool-schema.ts";
import { cutFacts, cutTexts, FACTS_SHARE, fittingRecords, sizeOf } from "./budget.ts";
import {
  ENVELOPE_VERSION,
  type Envelope,
  type EnvelopeRecord,
  type ErrorEntry,
  type Licence,
  type Page,
} from "./envelope.ts";
import type { Outcome } from "./outcome.ts";

export interface Assembly {
  readonly source: string;
  readonly compiled: CompiledTool;
  readonly licences: Readonly<Record<string, Licence>>;
  readonly outcome: Outcome;
  readonly query: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
  readonly ledger: CallLedger;
  readonly faults: readonly Fault[];
  readonly window: { offset: number; limit: number };
  readonly maxBytes: number;
  /** The cursor that the caller gave, to be checked against the list as it is now. */
  readonly cursor: Cursor | null;
  readonly queryKey: string;
}

/**
 * One envelope from what a call has gathered: provenance into records, page and cursor, size limit, licences.
 *
 * @throws BadInput `cursor_expired` when the list behind the caller's cursor has changed, `cursor_invalid` when it leads
 *   past the end of an unchanged one.
 */
export function assemble(parts: Assembly): Envelope {
  const { answer } = parts;
  const list = pageOf(parts);
  const records = list.drafts.map((draft) => recordFrom(draft, parts));
  const resolved = harmlessCopy(resolvedOf(parts));
  const factsCut = cutFacts(resolved, parts.maxBytes * FACTS_SHARE);
  const envelope: Envelope = {
    envelope: ENVELOPE_VERSION,
    source: parts.source,
    outcome: parts.outcome,
    query: harmlessCopy(shownQuery({ ...parts.query, ...sentOf(parts) })),
    resolved,
    records: [],
    record_ids: [],
    items: harmlessCopy(answer.items),
    page: { ...list.page, returned: 0 },
    notes: [],
    errors: [...parts.faults, ...answer.faults].map(errorEntry),
    requests: harmlessCopy(parts.ledger.entries),
    licences: licencesOf(records, parts.licences),
  };
  const cursorAt = (kept: number): string =>
    encodeCursor({
      tool: parts.compiled.tool.name,
      query: parts.queryKey,
      list: list.keyAt(list.offsetAfter(kept)),
      offset: list.offsetAfter(kept),
    });
  // Notes and cursor count towards the size, so the shell is measured with the longest they can become.
  const shell =
    sizeOf({ ...envelope, notes: notesOf(parts, records, true, true) }) + cursorAt(records.length).length + 200;
  const kept = fittingRecords(records, shell, parts.maxBytes);
  const shown = records.slice(0, kept);
  envelope.records = shown;
  envelope.record_ids = shown.map((record) => record.record_id);
  envelope.licences = licencesOf(shown, parts.licences);
  envelope.page = finishPage(list.page, kept, records.length, cursorAt(kept));
  if (parts.outcome === "found" && envelope.page.truncated_by !== null) envelope.outcome = "truncated";
  envelope.items = itemsOf(envelope.items, kept < records.length || list.cut ? new Set(envelope.record_ids) : null);
  const first = shown[0];
  // Measured with every note that there may be, so that adding them cannot push the answer over its limit again.
  envelope.notes = notesOf(parts, shown, envelope.page.truncated_by !== null, true);
  const wasCut = kept === 1 && first !== undefined && cutTexts(first, envelope, parts.maxBytes);
  // Requests, errors and items are never cut: what they leave may be too little even for the facts.
  const isFactsCut = cutFacts(resolved, sizeOf(resolved) + parts.maxBytes - sizeOf(envelope)) || factsCut;
  envelope.notes = notesOf(parts, shown, envelope.page.truncated_by !== null, wasCut || isFactsCut);
  return envelope;
}

interface PageList {
  drafts: readonly RecordDraft[];
  page: Page;
  /** More exists after this page than the byte limit may cut off. */
  cut: boolean;
  keyAt: (offset: number) => string;
  /** Where the next page starts when the first `kept` drafts of this one are shown. */
  offsetAfter: (kept: number) => number;
}

function pageOf(parts: Assembly): PageList {
  const { answer, window, cursor } = parts;
  const { options } = answer;
  const all = answer.drafts;
  const ids = all.map((draft) => draft.record_id);
  const keyAt = (offset: number): string => {
    if (options.windowed) return fingerprint(options.listKey ?? parts.queryKey);
    return fingerprint(options.growing ? ids.slice(0, offset) : ids);
  };
  const listed = ["found", "none_on_record", "no_match"].includes(parts.outcome);
  if (cursor !== null && listed && keyAt(cursor.offset) !== cursor.list) throw cursorExpired();
  // No page ever ended there: the cursor was made by hand.
  if (cursor !== null && listed && !options.windowed && cursor.offset >= all.length) throw cursorInvalid();
  const drafts = options.windowed ? all.slice(0, window.limit) : all.slice(window.offset, window.offset + window.limit);
  // Only a list that was read to its end has a length: a failure, or a name that led nowhere, must not look like a zero.
  const known = (listed || parts.outcome === "truncated") && !options.windowed;
  const total = options.total === undefined ? (known ? all.length : null) : options.total;
  const end = (options.windowed ? options.reached : undefined) ?? window.offset + drafts.length;
  const offsetAfter = (kept: number): number =>
    kept === drafts.length ? end : ((options.windowed ? options.ranks?.[kept] : undefined) ?? window.offset + kept);
  const more = options.windowed ? total !== null && end < total - (options.unreachable ?? 0) : end < all.length;
  const before = window.offset > 0 && all.length > 0;
  const capped = options.upstreamCap === true || (options.unreachable ?? 0) > 0;
  return {
    drafts,
    keyAt,
    offsetAfter,
    cut: more || before,
    page: {
      returned: drafts.length,
      total,
      next_cursor: more ? "" : null,
      truncated_by: more || before ? "limit" : capped ? "upstream_cap" : null,
      unreachable: options.unreachable ?? null,
    },
  };
}

function finishPage(page: Page, kept: number, available: number, cursor: string): Page {
  if (kept < available) return { ...page, returned: kept, next_cursor: cursor, truncated_by: "max_bytes" };
  return { ...page, returned: kept, next_cursor: page.next_cursor === null ? null : cursor };
}

function recordFrom(draft: RecordDraft, parts: Assembly): EnvelopeRecord {
  const refs = draft.from.map(({ entry }) => parts.ledger.refOf(entry));
  const first = draft.from[0]?.entry;
  if (first === undefined) throw new Error("A record must rest on at least one exchange");
  return {
    record_id: draft.record_id,
    type: draft.type,
    name: harmless(draft.name),
    url: draft.url,
    source: parts.source,
    licence: draft.licence,
    retrieved_at: first.retrieved_at,
    cached: first.cached,
    stale: first.stale,
    request_refs: [...new Set(refs)],
    flags: [...(draft.flags ?? [])],
    also: [...(draft.also ?? [])],
    cut: [],
    detail: harmlessCopy(draft.detail),
  };
}

function resolvedOf({ answer, compiled }: Assembly): Envelope["resolved"] {
  const { matched_by, ...facts } = answer.facts;
  const own = Object.entries(compiled.absent).map(([key, absent]) => [key, facts[key] ?? absent]);
  const undeclared = Object.keys(facts).find((key) => !Object.hasOwn(compiled.absent, key));
  if (undeclared !== undefined)
    throw new Error(`${compiled.tool.name} settles a fact that it does not declare: ${undeclared}`);
  return {
    matched_by: (matched_by as string | undefined) ?? "none",
    ...Object.fromEntries(own),
    candidates: answer.candidates,
    refused: answer.refused,
  };
}

/** Entries of a list are refused singly, so that a list may hold any text: each is shown as far as an identifier goes. */
const shownQuery = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      Array.isArray(value)
        ? value.map((entry) => (typeof entry === "string" ? prefixOf(entry, MAX_SHOWN) : entry))
        : value,
    ]),
  );

const sentOf = ({ answer, compiled }: Assembly): Record<string, unknown> =>
  Object.fromEntries(compiled.sentKeys.map((key) => [key, answer.echoed[key] ?? null]));

function licencesOf(records: readonly EnvelopeRecord[], known: Assembly["licences"]): Envelope["licences"] {
  const ids = [...new Set(records.map((record) => record.licence))].sort();
  return Object.fromEntries(
    ids.map((id) => {
      const licence = known[id];
      if (licence === undefined) throw new Error(`A record names a licence that its source does not declare: ${id}`);
      return [id, licence];
    }),
  );
}

/** `shown` is given when records were left out: an item then names only what is here and says that it is not all. */
function itemsOf(items: Envelope["items"], shown: ReadonlySet<string> | null): Envelope["items"] {
  if (shown === null) return items;
  return items.map((item) => {
    const ids = item.record_ids.filter((id) => shown.has(id));
    return ids.length === item.record_ids.length
      ? item
      : { ...item, outcome: item.outcome === "found" ? "truncated" : item.outcome, record_ids: ids };
  });
}

function notesOf(parts: Assembly, shown: readonly EnvelopeRecord[], partial: boolean, wasCut: boolean): string[] {
  const { tool } = parts.compiled;
  const notes = new Map<string, string>();
  const declared = (code: string): string => {
    const sentence = tool.notes[code];
    if (sentence === undefined) throw new Error(`${tool.name} uses a note that it does not declare: ${code}`);
    return sentence;
  };
  for (const { code, sentence } of parts.answer.notes) notes.set(code, sentence ?? declared(code));
  // A flag is the code of a note that concerns the record, so the note is always there to be read.
  for (const flag of shown.flatMap((record) => record.flags)) if (!notes.has(flag)) notes.set(flag, declared(flag));
  if (partial) notes.set("partial_list", KIT_NOTES.partial_list);
  if (wasCut) notes.set("fields_cut", KIT_NOTES.fields_cut);
  const days = parts.ledger.staleAgeDays;
  if (days !== null) {
    notes.set("stale_served", `${KIT_NOTES.stale_served} It was last confirmed ${days} days ago.`);
  }
  return [...notes].map(([code, sentence]) => `${code}: ${sentence}`);
}

export const errorEntry = (fault: Fault): ErrorEntry => ({
  code: fault.code,
  message: fault.message,
  param: fault.param,
  retryable: fault.retryable,
  retry_after_s: fault.retryAfterS,
  status: fault.status,
  host: fault.host,
});
