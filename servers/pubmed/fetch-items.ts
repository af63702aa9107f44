import type { Answer, RecordDraft } from "../kit/answer.ts";
import type { Call } from "../kit/call.ts";
import type { Item } from "../kit/envelope/envelope.ts";
import { Fault } from "../kit/fault.ts";
import type { Exchange } from "../kit/upstream/upstream.ts";
import type { PubmedClient } from "./client.ts";
import type { ArticleDetail } from "./detail.ts";
import { itemOf } from "./item.ts";
import { nameFlagged, recordOf, unreadableRecord, withheldRecord } from "./record.ts";

/** An input of a batch that names a PMID, and the exchange that led to it, if any. */
export interface Wanted {
  readonly input: string;
  readonly pmid: string;
  readonly via?: Exchange;
}

export interface Delivered {
  /** One a PMID, in the order wanted. */
  readonly drafts: RecordDraft<ArticleDetail>[];
  /** By input. */
  readonly items: ReadonlyMap<string, Item>;
}

/**
 * The records behind the PMIDs of a batch. A failed fetch is put into the answer, and its items are `upstream_failed`:
 * what was matched before stays named, but nothing of it is citable.
 */
export async function fetchItems(
  wanted: readonly Wanted[],
  client: PubmedClient,
  call: Call,
  answer: Answer<ArticleDetail>,
): Promise<Delivered> {
  const items = new Map<string, Item>();
  const drafts = new Map<string, RecordDraft<ArticleDetail>>();
  if (wanted.length === 0) return { drafts: [], items };
  try {
    call.progress("Fetching records");
    const pmids = wanted.map(({ pmid }) => pmid);
    const { records, unreadable, exchange } = await client.fetch(pmids, "state", call, {
      named: wanted.every(({ via }) => via !== undefined),
    });
    // A broken record that names none of the PMIDs asked for may be any of those that are missing.
    const isAnyones = unreadable.some(({ pmid }) => pmid === null || !pmids.includes(pmid));
    const broken = new Set(unreadable.map(({ pmid }) => pmid));
    let isWithheld = false;
    for (const { input, pmid, via } of wanted) {
      const record = records.get(pmid);
      if (record !== undefined) {
        if (!drafts.has(pmid)) {
          drafts.set(pmid, recordOf(record, { from: via ? [exchange, via] : [exchange], terms: null }));
        }
        items.set(input, itemOf(input, "found", { resolvedTo: pmid, recordIds: [pmid] }));
      } else if (isAnyones || broken.has(pmid)) {
        items.set(
          input,
          itemOf(input, "upstream_failed", { resolvedTo: pmid, reason: "its record could not be read" }),
        );
      } else if (via !== undefined) {
        // PubMed itself named this PMID a moment ago, so its record exists.
        isWithheld = true;
        items.set(
          input,
          itemOf(input, "upstream_failed", { resolvedTo: pmid, reason: "PubMed did not send its record" }),
        );
      } else {
        items.set(input, itemOf(input, "not_resolved", { reason: "PubMed returned no record for this PMID" }));
      }
    }
    if (isWithheld) answer.failed(withheldRecord(exchange.status));
    if (wanted.some(({ pmid }) => !records.has(pmid) && (isAnyones || broken.has(pmid)))) {
      answer.failed(unreadableRecord(exchange.status));
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    answer.failed(error);
    for (const { input, pmid } of wanted) {
      items.set(
        input,
        itemOf(input, "upstream_failed", { resolvedTo: pmid, reason: "its record could not be fetched" }),
      );
    }
  }
  nameFlagged([...drafts.values()], answer);
  return { drafts: [...drafts.values()], items };
}
