import { Fault } from "../kit/fault.ts";
import type { ReceivedBody } from "../kit/upstream/upstream.ts";
import { dataText, inBandFault } from "./in-band.ts";

// Everything that may stand before the root element.
const ROOT = /^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)*<([A-Za-z_][\w:.-]*)/;
// A set, or what some deployments and saved answers hold: the older set of books, or one record by itself.
const KNOWN_ROOT = /^(?:PubmedArticleSet|PubmedBookArticleSet|PubmedArticle|PubmedBookArticle)$/;
const LAST_TAG = /<\/?([A-Za-z_][\w:.-]*)[^<>]*>(?:\s|<!--[\s\S]*?-->)*$/;
const ERROR_ELEMENT = /<ERROR(?:\s[^>]*)?>([^<]*)/i;
const NO_SUCH_ID = /id list is empty|no correct ids/i;
/** Root and its end stand within this many characters of the edges. */
const EDGE = 5_000;
const ANY_RECORD = /<Pubmed(?:Book)?Article[\s>/]/;

/**
 * Decides whether an efetch body is a whole `PubmedArticleSet`, or one whole record, before anything of it is parsed.
 *
 * A list of which no PMID exists is answered by status 400 and a fixed sentence: an empty answer, not a refusal.
 *
 * @throws Fault `unexpected_content` (HTML, another root, another media type), `in_band_error` or `rate_limited` (an
 *   error inside a 200), `incomplete` (empty, or the root is never closed).
 */
export function acceptArticleSet(response: ReceivedBody): "data" | "empty" {
  const { status } = response;
  if (status === 400) {
    if (NO_SUCH_ID.test(response.text().slice(0, EDGE))) return "empty";
    throw new Fault("upstream_refused", "NCBI refused the list of PMIDs", { status, param: "pmids" });
  }
  const text = dataText(response, "<");
  // Some proxies and old deployments label XML as plain text; anything else is not what was asked for.
  const mediaType = response.contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!(mediaType === "" || mediaType === "text/plain" || mediaType.endsWith("xml"))) {
    throw new Fault("unexpected_content", "NCBI answered with another media type than XML", { status });
  }
  const root = ROOT.exec(text.slice(0, EDGE))?.[1];
  const firstRecord = ANY_RECORD.exec(text)?.index ?? text.length;
  const error = ERROR_ELEMENT.exec(text.slice(0, firstRecord));
  if (error !== null) throw inBandFault(error[1] ?? "", status);
  if (root === undefined || !KNOWN_ROOT.test(root)) {
    throw new Fault("unexpected_content", "NCBI answered with another XML document than PubMed records", { status });
  }
  if (!isClosed(text.slice(-EDGE), root)) {
    throw new Fault("incomplete", "NCBI's answer ends before its root element is closed", { status });
  }
  return firstRecord < text.length ? "data" : "empty";
}

/** Whether the last tag ends the root: its end tag, or the root itself in short form. */
function isClosed(end: string, root: string): boolean {
  const last = LAST_TAG.exec(end);
  return last !== null && last[1] === root && (last[0].startsWith("</") || /^[^>]*\/>/.test(last[0]));
}
