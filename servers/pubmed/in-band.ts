import { Fault } from "../kit/fault.ts";
import { refuseHtml } from "../kit/upstream/accept.ts";
import type { ReceivedBody } from "../kit/upstream/upstream.ts";

/** What an answer says of itself stands within this many characters of its start. */
const EDGE = 2_000;

/** E-utilities report a broken pace limit as JSON, XML or plain text, also with status 200. */
const RATE_MESSAGE = /rate limit exceeded|too many requests|requests per second/i;

/** What E-utilities answer to every question, whatever it is, when they do not know the key that came with it. */
const KEY_MESSAGE = /api key (?:is )?(?:invalid|not valid|unknown|not recogni[sz]ed)|invalid api key/i;

/** The fault for an error that arrived inside a 2xx body; its text is only looked at, never passed on. */
export function inBandFault(message: string, status: number): Fault {
  if (RATE_MESSAGE.test(message)) {
    return new Fault("rate_limited", "NCBI answered that its rate limit is exceeded", { status });
  }
  return (
    keyFault(message, status) ??
    new Fault("in_band_error", "NCBI answered with an error message instead of data", { status })
  );
}

function keyFault(message: string, status: number): Fault | null {
  if (!KEY_MESSAGE.test(message)) return null;
  return new Fault("upstream_refused", "NCBI does not accept the key in NCBI_API_KEY", {
    status,
    param: "NCBI_API_KEY",
  });
}

/** @throws Fault for a 400 that is about the installation's key, and so about no argument */
export function refuseUnknownKey(response: ReceivedBody): void {
  const fault = response.status === 400 ? keyFault(response.text().slice(0, EDGE), response.status) : null;
  if (fault !== null) throw fault;
}

/** The fault for XML that is not the document asked for: an error only if it says so. */
export const otherDocument = (text: string, status: number): Fault =>
  /<ERROR[\s>]/i.test(text.slice(0, EDGE)) || RATE_MESSAGE.test(text.slice(0, EDGE))
    ? inBandFault(text.slice(0, EDGE), status)
    : new Fault("unexpected_content", "NCBI answered with another document than asked for", { status });

/**
 * Refuses what is no data whatever the format: HTML, nothing at all, an error object or a line of text.
 *
 * @param dataStarts what the first character of data may be, in each form that is understood
 * @returns the body without white space around it
 */
export function dataText(response: ReceivedBody, ...dataStarts: readonly ("<" | "{")[]): string {
  refuseHtml(response);
  const text = response.text().trim();
  if (text === "") throw new Fault("incomplete", "NCBI's answer is empty", { status: response.status });
  if (dataStarts.some((start) => text.startsWith(start))) return text;
  throw inBandFault(text.slice(0, EDGE), response.status);
}

/**
 * Refuses a text answer without a single line of data: HTML, nothing at all, an error object, element or message.
 *
 * @param isData whether a line has the form of an answer
 */
export function dataLines(response: ReceivedBody, isData: (line: string) => boolean): void {
  refuseHtml(response);
  const text = response.text().trim();
  if (text === "") throw new Fault("incomplete", "NCBI's answer is empty", { status: response.status });
  if (!text.split(/[\r\n]+/).some(isData)) throw inBandFault(text.slice(0, EDGE), response.status);
}
