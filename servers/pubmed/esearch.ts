import { z } from "zod";
import { Fault } from "../kit/fault.ts";
import type { ReceivedBody } from "../kit/upstream/upstream.ts";
import { jsonOrXml, type XmlForm } from "./document.ts";
import { PMID } from "./identifiers.ts";
import { dataText, inBandFault } from "./in-band.ts";
import { childAt, childrenOf, rawText, type XmlElement } from "./xml.ts";

export interface SearchResult {
  /** Number of matches that PubMed counts, which may be more than it serves. */
  readonly count: number;
  /** PMIDs of the window asked for, in PubMed's order. */
  readonly pmids: readonly string[];
  /** The search as PubMed ran it. */
  readonly translation: string | null;
  /** Phrases and fields that PubMed did not know and left out: the search that ran is broader than the one asked. */
  readonly ignoredPhrases: readonly string[];
}

/** E-utilities write a list of one as text now and then, and an absent list as "" or null. */
const Texts = z
  .union([z.array(z.union([z.string(), z.number()])), z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (Array.isArray(value) ? value : value ? [value] : []).map(String));

const Whole = z.union([z.string().regex(/^\d{1,12}$/), z.int().nonnegative()]).transform(Number);

const Lists = z
  .object({
    phrasesnotfound: Texts,
    fieldsnotfound: Texts,
    fieldnotfound: Texts,
    phrasesignored: Texts,
    quotedphrasesnotfound: Texts,
  })
  .partial()
  .nullish()
  // An empty list object is written as [] by some deployments.
  .or(z.array(z.unknown()).transform(() => null));

const Answer = z.object({
  esearchresult: z.object({
    count: Whole,
    idlist: Texts,
    querytranslation: z.string().nullish(),
    errorlist: Lists,
    warninglist: Lists,
  }),
});

const InBandError = z.object({
  error: z.string().optional(),
  esearchresult: z.object({ ERROR: z.string().optional(), error: z.string().optional() }).optional(),
});

/**
 * @throws Fault `incomplete` when PubMed counts matches from `retstart` on, may serve them, and lists none; `unparsable`
 *   when it lists some and counts none.
 */
export const acceptSearch =
  (retstart: number) =>
  (response: ReceivedBody): "data" | "empty" => {
    const { count, pmids } = parseSearch(dataText(response, "{", "<"), response.status);
    if (pmids.length > 0 && count === 0) {
      throw new Fault("unparsable", "PubMed lists PMIDs and counts none", { status: response.status });
    }
    if (pmids.length === 0 && count > retstart) {
      throw new Fault("incomplete", "PubMed counts matches but lists none", { status: response.status });
    }
    return count === 0 ? "empty" : "data";
  };

const LIST_ELEMENTS = {
  phrasesnotfound: "PhraseNotFound",
  fieldsnotfound: "FieldNotFound",
  phrasesignored: "PhraseIgnored",
  quotedphrasesnotfound: "QuotedPhraseNotFound",
} as const;

const XML: XmlForm = {
  root: "eSearchResult",
  toJson: (root) => {
    const textsAt = (parent: XmlElement | undefined, name: string) =>
      childrenOf(parent, name).map((element) => rawText(element).trim());
    const lists = (name: string) =>
      Object.fromEntries(
        Object.entries(LIST_ELEMENTS).map(([key, element]) => [key, textsAt(childAt(root, name), element)]),
      );
    return {
      esearchresult: {
        count: textsAt(root, "Count")[0],
        idlist: textsAt(childAt(root, "IdList"), "Id"),
        querytranslation: textsAt(root, "QueryTranslation")[0],
        errorlist: lists("ErrorList"),
        warninglist: lists("WarningList"),
        ERROR: textsAt(root, "ERROR")[0],
      },
    };
  },
};

/**
 * An esearch answer: the JSON that was asked for, or the XML that esearch writes when it overlooks `retmode`.
 *
 * @throws Fault as `jsonOrXml` does, `in_band_error` or `rate_limited` for an error object, `unparsable` for another
 *   shape.
 */
export function parseSearch(text: string, status = 200): SearchResult {
  const unparsable = () =>
    new Fault("unparsable", "PubMed's search answer does not have its documented form", { status });
  const json = jsonOrXml(text, XML, status);
  const inBand = InBandError.safeParse(json).data;
  const message = inBand?.error ?? inBand?.esearchresult?.ERROR ?? inBand?.esearchresult?.error;
  if (message) throw inBandFault(message, status);
  const answer = Answer.safeParse(json);
  if (!answer.success) throw unparsable();
  const { count, idlist, querytranslation, errorlist, warninglist } = answer.data.esearchresult;
  if (!idlist.every((id) => PMID.test(id))) throw unparsable();
  const lists = [errorlist, warninglist].flatMap((list) =>
    list
      ? [list.phrasesnotfound, list.fieldsnotfound, list.fieldnotfound, list.phrasesignored, list.quotedphrasesnotfound]
      : [],
  );
  const phrases = lists.flatMap((list) => list ?? []).filter((phrase) => phrase.trim() !== "");
  return {
    count,
    pmids: idlist,
    translation: querytranslation || null,
    ignoredPhrases: [...new Set(phrases)],
  };
}
