import { Fault } from "../fault.ts";
import type { ReceivedBody } from "./upstream.ts";

/** First checks that every source shares: an HTML page is never data, whatever its status says. */
export function refuseHtml(response: ReceivedBody): void {
  const start = response.text().slice(0, 200).trimStart().toLowerCase();
  const saysHtml = response.contentType.toLowerCase().startsWith("text/html");
  if (saysHtml || start.startsWith("<!doctype html") || start.startsWith("<html")) {
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
