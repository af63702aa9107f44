import { Fault } from "../../kit/fault.ts";

/** Words for "slow down" in a body that came with status 200. */
const RATE_MESSAGE = /rate.?limit|too many|slow(?:er)? down|throttl|quota|requests? per (?:second|minute)/i;

/** How KEGG's own answers begin: `mtu:…`, `path:mtu…`, `mtu00010`, a flat entry. Cut or broken, they stay data. */
const DATA = /^(?:[A-Za-z]\w*:\S|[a-z]{2,4}[0-9]{5}\b|ENTRY\b|\S+\s*$)/;

const isObject = (body: string): boolean => /^[[{]/.test(body);

/**
 * Refuses an error that came in place of data with status 200: words or a JSON object. Of its text nothing is kept.
 *
 * @throws Fault `rate_limited` when it says so, else `in_band_error`
 */
export function refuseMessage(text: string): void {
  const body = text.trim();
  if (isObject(body) || (body !== "" && !body.includes("\t") && !DATA.test(body))) throw messageFault(body);
}

/** KEGG's own words stand in columns: a name, several blanks, text. */
const IN_COLUMNS = /^\S* {2,}\S|\t/m;

/** The same for answers that are words themselves: a message is told apart by its form. */
export function refuseLooseWords(text: string): void {
  const body = text.trim();
  if (isObject(body) || (body !== "" && !IN_COLUMNS.test(text))) throw messageFault(body);
}

const messageFault = (body: string): Fault =>
  RATE_MESSAGE.test(body)
    ? new Fault("rate_limited", "KEGG asks for a slower pace, inside an answer with status 200")
    : new Fault("in_band_error", "KEGG reported an error inside an answer with status 200");
