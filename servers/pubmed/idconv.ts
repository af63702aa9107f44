import { z } from "zod";
import { Fault } from "../kit/fault.ts";
import type { ReceivedBody } from "../kit/upstream/upstream.ts";
import { jsonOrXml, type XmlForm } from "./document.ts";
import { PMID, readDoi, readPmcid, readPmid } from "./identifiers.ts";
import { dataText, inBandFault } from "./in-band.ts";
import { childrenOf, rawText } from "./xml.ts";

export const ID_TYPES = ["pmid", "pmcid", "doi"] as const;
export type IdType = (typeof ID_TYPES)[number];

export interface ArticleIds {
  readonly pmid: string | null;
  readonly pmcid: string | null;
  readonly doi: string | null;
}

export type Conversion =
  | { readonly kind: "converted"; readonly ids: ArticleIds }
  /** PMC does not hold the article, or knows no such id; this says nothing about PubMed. */
  | { readonly kind: "not_in_pmc" };

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

const XML: XmlForm = {
  root: "pmcids",
  toJson: (root) => {
    const records = childrenOf(root, "record").map((record) => ({
      ...record.attributes,
      errmsg: record.attributes.errmsg ?? childrenOf(record, "errmsg").map(rawText)[0],
    }));
    const isError = root.attributes.status === "error" && records.length === 0;
    return isError ? { status: "error", message: rawText(root) } : { records };
  },
};

/** An answer that does not know one of its ids is negative for that id, and is kept as one. */
export function acceptConversions(response: ReceivedBody): "data" | "empty" {
  const conversions = parseConversions(dataText(response, "{", "<"), response.status);
  return [...conversions.values()].every(({ kind }) => kind === "converted") ? "data" : "empty";
}

/**
 * Conversions by the id that was asked for, in lower case, whether the answer came as JSON or XML.
 *
 * @throws Fault as `jsonOrXml` does, `in_band_error`, `rate_limited` or `unparsable`
 */
export function parseConversions(text: string, status = 200): ReadonlyMap<string, Conversion> {
  const unparsable = () =>
    new Fault("unparsable", "The id converter's answer does not have its documented form", { status });
  const json = jsonOrXml(text, XML, status);
  const inBand = InBandError.safeParse(json).data;
  if (inBand !== undefined && !Array.isArray(inBand.records) && (inBand.status === "error" || inBand.error)) {
    throw inBandFault(inBand.error ?? inBand.message ?? "", status);
  }
  const answer = Answer.safeParse(json);
  if (!answer.success) throw unparsable();
  const conversions = new Map<string, Conversion>();
  const add = (name: string | number | null | undefined, conversion: Conversion): void => {
    const key = String(name ?? "")
      .trim()
      .toLowerCase();
    if (key !== "" && !conversions.has(key)) conversions.set(key, conversion);
  };
  const rows = answer.data.records.flatMap((row) => {
    const conversion = readRow(row);
    return conversion === null ? [] : [{ row, conversion }];
  });
  for (const { row, conversion } of rows) add(row["requested-id"], conversion);
  // Older answers do not repeat the id asked for, and others repeat it in their own spelling.
  for (const { row, conversion } of rows) {
    for (const name of [row.pmid, row.pmcid, row.doi]) add(name, conversion);
  }
  return conversions;
}

// The converter's words for an id that PMC does not hold; "invalid article id" is its older form for the same.
const UNKNOWN_ID = /not found|not in pmc|invalid|unknown|does not exist|\bno (?:pmc|pmid|record|article)/i;

/** Null when the row reports a trouble other than an unknown id: the id then counts as unanswered. */
function readRow(row: z.output<typeof Row>): Conversion | null {
  if (row.status === "error" || row.errmsg) {
    return row.errmsg && !UNKNOWN_ID.test(row.errmsg) ? null : { kind: "not_in_pmc" };
  }
  const pmid = String(row.pmid ?? "").trim();
  const ids = {
    pmid: PMID.test(pmid) ? pmid : null,
    pmcid: readPmcid(row.pmcid === null || row.pmcid === undefined ? null : String(row.pmcid)),
    doi: readDoi(row.doi === null || row.doi === undefined ? null : String(row.doi)),
  };
  // A row that only repeats the id asked for converts nothing.
  const known = Object.values(ids).filter((id) => id !== null).length;
  const isNamed = ids.pmid !== null || ids.pmcid !== null;
  return isNamed && known > 1 ? { kind: "converted", ids } : { kind: "not_in_pmc" };
}
