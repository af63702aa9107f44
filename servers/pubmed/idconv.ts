import { z } from "zod";
import { Fault } from "../kit/fault.ts";
import type { ReceivedBody } from "../kit/upstream/upstream.ts";
import { PMID, readDoi, readPmcid, readPmid } from "./identifiers.ts";
import { dataText, inBandFault } from "./in-band.ts";

export const ID_TYPES = ["pmid", "pmcid", "doi"] as const;
export type IdType = (typeof ID_TYPES)[number];

export interface ArticleIds {
  readonly pmid: string | null;
  readonly pmcid: string | null;
  readonly doi: string | null;
}

export type Conversion =
  | { readonly kind: "converted"; readonly ids: ArticleIds }
  /** PMC does not hold the article; this says nothing about PubMed. */
  | { readonly kind: "not_in_pmc" }
  | { readonly kind: "invalid" };

/** An identifier in its one spelling, or why it cannot be asked for. */
export type AskedId =
  | { readonly ok: true; readonly type: IdType; readonly id: string }
  | { readonly ok: false; readonly reason: string };

/**
 * What an input is. Digits alone may be a PMID or a PMC number, so they need `from`; a PMC id is one by its prefix.
 *
 * @param from the type that the caller states for all inputs; null to tell it from the form
 */
export function readAskedId(input: string, from: IdType | null): AskedId {
  const text = input.trim();
  const found = formOf(text, from);
  if (found === null) return { ok: false, reason: "not a PMID, PMC id or DOI" };
  if (found.type === null) return { ok: false, reason: "digits alone need from=pmid; a PMC id needs its prefix PMC" };
  if (from !== null && found.type !== from) return { ok: false, reason: "not of the type that from states" };
  return { ok: true, type: found.type, id: found.id };
}

function formOf(text: string, from: IdType | null): { type: IdType | null; id: string } | null {
  const doi = readDoi(text);
  if (doi !== null) return { type: "doi", id: doi };
  const pmcid = /^PMC/i.test(text) ? readPmcid(text) : null;
  if (pmcid !== null) return { type: "pmcid", id: pmcid };
  const pmid = readPmid(text);
  if (pmid === null) return null;
  return { type: /^PMID/i.test(text) || from === "pmid" ? "pmid" : null, id: pmid };
}

/** The converter takes at most 200 ids, by GET; longer URLs are refused on the way. */
const MAX_IDS = 200;
const MAX_IDS_LENGTH = 1_700;

/** Ids in as few requests as the converter's limit and a URL's length allow. */
export function batchesOf(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const id of ids) {
    // The comma between ids is escaped too.
    const added = encodeURIComponent(id).length + 3;
    const last = batches.at(-1);
    if (last === undefined || last.length === MAX_IDS || length + added > MAX_IDS_LENGTH) {
      batches.push([id]);
      length = added;
    } else {
      last.push(id);
      length += added;
    }
  }
  return batches;
}

const Scalar = z.union([z.string(), z.number()]).nullish();

const Row = z.object({
  pmid: Scalar,
  pmcid: Scalar,
  doi: Scalar,
  "requested-id": Scalar,
  status: z.string().nullish(),
  errmsg: z.string().nullish(),
});

const Answer = z.object({ records: z.array(Row) });
const InBandError = z.object({
  status: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  records: z.unknown().optional(),
});

export function acceptConversions(response: ReceivedBody): "data" {
  parseConversions(dataText(response, "{"), response.status);
  return "data";
}

/**
 * Conversions by the id that was asked for, in lower case.
 *
 * @throws Fault `in_band_error`, `rate_limited` or `unparsable`
 */
export function parseConversions(text: string, status = 200): ReadonlyMap<string, Conversion> {
  const unparsable = () =>
    new Fault("unparsable", "The id converter's answer does not have its documented form", { status });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unparsable();
  }
  const inBand = InBandError.safeParse(json).data;
  if (inBand !== undefined && !Array.isArray(inBand.records) && (inBand.status === "error" || inBand.error)) {
    throw inBandFault(inBand.error ?? inBand.message ?? "", status);
  }
  const answer = Answer.safeParse(json);
  if (!answer.success) throw unparsable();
  const conversions = new Map<string, Conversion>();
  for (const row of answer.data.records) {
    const conversion = readRow(row);
    // Older answers do not repeat the id asked for; it is then one of the ids given.
    const asked = row["requested-id"] ?? null;
    const names = asked === null ? [row.pmid, row.pmcid, row.doi] : [asked];
    for (const name of names) {
      const key = String(name ?? "")
        .trim()
        .toLowerCase();
      if (key !== "" && !conversions.has(key)) conversions.set(key, conversion);
    }
  }
  return conversions;
}

function readRow(row: z.output<typeof Row>): Conversion {
  if (row.status === "error" || row.errmsg) {
    return /invalid/i.test(row.errmsg ?? "") ? { kind: "invalid" } : { kind: "not_in_pmc" };
  }
  const pmid = String(row.pmid ?? "").trim();
  const ids = {
    pmid: PMID.test(pmid) ? pmid : null,
    pmcid: readPmcid(row.pmcid === null || row.pmcid === undefined ? null : String(row.pmcid)),
    doi: readDoi(row.doi === null || row.doi === undefined ? null : String(row.doi)),
  };
  return ids.pmcid === null && ids.pmid === null ? { kind: "not_in_pmc" } : { kind: "converted", ids };
}
