import { Fault } from "../fault.ts";
import type { ReceivedBody } from "./upstream.ts";

/** A page, or the piece of one that proxies send: after comments and an XML declaration, an element of HTML alone. */
const HTML_START =
  /^(?:\s|<!--(?:(?!-->)[\s\S])*-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html|head|body|meta|script|style|center|h[1-6]|div|p|br|hr|table|pre|b)(?![\w.:-])/i;

/** First checks that every source shares: an HTML page is never data, whatever its status says. */
export function refuseHtml(response: ReceivedBody): void {
  const saysHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(response.contentType);
  if (saysHtml || HTML_START.test(response.text().slice(0, 2_000))) {
    throw new Fault("unexpected_content", "The service answered with an HTML page instead of data", {
      status: response.status,
    });
  }
}

/** The body as JSON, or a fault: HTML is `unexpected_content`, bad syntax `unparsable`. */
export function parseJson(response: ReceivedBody): unknown {
  refuseHtml(response);
  try {
    return JSON.parse(response.text());
  } catch {
    throw new Fault("unparsable", "The service's answer is not valid JSON", { status: response.status });
  }
}

/** Percent-encodes one path segment; call only after the value matched its own pattern. */
export const encodeSegment = (value: string): string => encodeURIComponent(value);
