import { Fault } from "../kit/fault.ts";
import type { ReceivedBody } from "../kit/upstream/upstream.ts";
import { dataText, inBandFault } from "./in-band.ts";
import { rootNameOf, tagsOnly } from "./xml.ts";

// A set, or what some deployments and saved answers hold: the older set of books, or one record by itself.
const KNOWN_ROOT = /^(?:PubmedArticleSet|PubmedBookArticleSet|PubmedArticle|PubmedBookArticle)$/;
const LAST_TAG = /<\/?([A-Za-z_][\w:.-]*)[^<>]*>\s*$/;
const ERROR_ELEMENT = /<ERROR(?:\s[^>]*)?>([^<]*)/i;
const NO_SUCH_ID = /id list is empty|no correct ids/i;
/** Root and its end stand within this many characters of the edges. */
const EDGE = 5_000;
const ANY_RECORD = /<Pubmed(?:Book)?Article[\s>/]/g;

/**
 * Decides whether an efetch body is a whole `PubmedArticleSet`, or one whole record, before anything of it is parsed. An
 * answer with fewer records than PMIDs asked for is a negative one for the others, and is kept as one.
 *
 * A list of which no PMID exists is answered by status 400 and a fixed sentence: an empty answer, not a refusal.
 *
 * @throws Fault `unexpected_content` (HTML, another root, another media type), `in_band_error` or `rate_limited` (an
 *   error inside a 200), `incomplete` (empty, or the root is never closed).
 */
export const acceptArticleSet =
  (asked: number) =>
  (response: ReceivedBody): "data" | "empty" =>
    recordsIn(response) >= asked ? "data" : "empty";

function recordsIn(response: ReceivedBody): number {
  const { status } = response;
  if (status === 400) {
    if (NO_SUCH_ID.test(response.text().slice(0, EDGE))) return 0;
    throw new Fault("upstream_refused", "NCBI refused the list of PMIDs", { status, param: "pmids" });
  }
  const text = dataText(response, "<");
  // Some proxies and old deployments label XML as plain text; anything else is not what was asked for.
  const mediaType = response.contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!(mediaType === "" || mediaType === "text/plain" || mediaType.endsWith("xml"))) {
    throw new Fault("unexpected_content", "NCBI answered with another media type than XML", { status });
  }
  const root = rootNameOf(text.slice(0, EDGE));
  const tags = tagsOnly(text);
  const firstRecord = (tags ?? text).search(ANY_RECORD);
  const error = ERROR_ELEMENT.exec(firstRecord < 0 ? text : text.slice(0, firstRecord));
  if (error !== null) throw inBandFault(error[1] ?? "", status);
  if (root === undefined || !KNOWN_ROOT.test(root)) {
    throw new Fault("unexpected_content", "NCBI answered with another XML document than PubMed records", { status });
  }
  if (tags === null || !isClosed(tags.trimEnd().slice(-EDGE), root)) {
    throw new Fault("incomplete", "NCBI's answer ends before its root element is closed", { status });
  }
  return tags.match(ANY_RECORD)?.length ?? 0;
}

/** Whether the last tag ends the root: its end tag, or the root itself in short form. */
function isClosed(end: string, root: string): boolean {
  const last = LAST_TAG.exec(end);
  return last !== null && last[1] === root && (last[0].startsWith("</") || /^[^>]*\/>/.test(last[0]));
}
