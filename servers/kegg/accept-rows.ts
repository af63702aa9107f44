import { Fault } from "../kit/fault.ts";
import { refuseHtml } from "../kit/upstream/accept.ts";
import type { Accept, ReceivedBody } from "../kit/upstream/upstream.ts";
import { refuseLooseWords } from "./parse/message.ts";

const NOT_FOUND = 404;

/** KEGG says "nothing" in three ways: 404, an empty body, one blank line. */
const isNothing = (response: ReceivedBody): boolean => response.status === NOT_FOUND || response.text().trim() === "";

/** No answer of KEGG begins with a tag: a page may come as plain text, and without its first line. */
function refusePage(response: ReceivedBody): void {
  refuseHtml(response);
  if (response.text().trimStart().startsWith("<")) {
    throw new Fault("unexpected_content", "KEGG answered with a page instead of data", { status: response.status });
  }
}

/** Rows that `read` can parse, or a typed "nothing". A page is `unexpected_content`; other text is for `read` to refuse. */
export const acceptRowsOrNothing =
  (read: (text: string) => unknown): Accept =>
  (response) => {
    if (isNothing(response)) return "empty";
    refusePage(response);
    read(response.text());
    return "data";
  };

/** Rows where rows are certain: a 200 without any is `incomplete`, never an empty list. A 404 stays an empty answer. */
export const acceptRows = (read: (text: string) => unknown): Accept => {
  const acceptAny = acceptRowsOrNothing(read);
  return (response) => {
    const verdict = acceptAny(response);
    if (verdict === "empty" && response.status !== NOT_FOUND) {
      throw new Fault("incomplete", "KEGG answered without a single row where rows are certain", {
        status: response.status,
      });
    }
    return verdict;
  };
};

/** Text of no fixed form, never a page or an error object, and never empty but by a 404. */
export const acceptText: Accept = acceptRows(refuseLooseWords);
