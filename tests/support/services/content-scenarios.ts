import { cutPoint, formOf } from "./bodies.ts";
import { IMAGE, LARGE_FILE_POINTER, LOGIN_PAGE, MAINTENANCE_PAGE } from "./pages.ts";
import { type Reply, textOf, withHeaders, withText } from "./reply.ts";
import { type Asked, either, lasting, type Scenario } from "./scenario.ts";

/** Faults of what a body says; which one it is depends on what the reader of that service meets first. */
const UNREADABLE = ["unexpected_content", "unparsable", "in_band_error", "incomplete"] as const;

const body =
  (text: string, contentType?: string): Scenario["change"] =>
  (healthy) =>
    withText(
      contentType === undefined ? asData(healthy) : withHeaders(asData(healthy), { "content-type": contentType }),
      text,
    );

/** The status and headers of a page of data, also where the healthy answer is a refusal or a redirect. */
function asData({ headers: { location: _, ...headers }, ...healthy }: Reply): Reply {
  return { ...healthy, status: 200, headers };
}

const cut = (healthy: Reply, asked: Asked): { whole: string; at: number } => {
  const whole = textOf(healthy);
  return { whole, at: cutPoint(formOf(asked), whole) };
};
const isData = ({ status, body: { byteLength } }: Reply): boolean => status === 200 && byteLength > 1;

/** A 200 that is not the data asked for, in ways that need no knowledge of the data. */
export const BODY_SCENARIOS: readonly Scenario[] = [
  lasting(
    "page",
    "an HTML page with status 200",
    ["unexpected_content"],
    body(MAINTENANCE_PAGE, "text/html; charset=utf-8"),
  ),
  lasting("page_as_data", "an HTML page under the media type of data", ["unexpected_content"], body(LOGIN_PAGE)),
  lasting("data_as_page", "data under the media type of a page", ["unexpected_content"], (healthy) =>
    isData(healthy) ? withHeaders(healthy, { "content-type": "text/html" }) : null,
  ),
  lasting("image", "an image", UNREADABLE, (healthy) =>
    withHeaders({ ...asData(healthy), body: IMAGE }, { "content-type": "image/png" }),
  ),
  lasting("empty", "a 200 without a byte", UNREADABLE, body("")),
  lasting("blank", "a 200 with one blank line", UNREADABLE, body("\n")),
  lasting("no_content", "204", UNREADABLE, (healthy) => ({ ...asData(healthy), status: 204, body: Buffer.alloc(0) })),
  lasting(
    "error_object",
    "an error object with status 200",
    UNREADABLE,
    body('{"error":"WRONG-BODY: something failed here","status":500}', "application/json"),
  ),
  lasting(
    "words",
    "a sentence with status 200",
    UNREADABLE,
    body("WRONG-BODY the service is busy, try again later\n", "text/plain"),
  ),
  lasting(
    "rate_words",
    "a sentence about the rate limit with status 200",
    ["rate_limited", ...UNREADABLE],
    body("Too many requests from WRONG-BODY, please slow down\n", "text/plain"),
  ),
  lasting("null", "the word null", UNREADABLE, body("null", "application/json")),
  lasting("large_file_pointer", "a pointer in place of a file", UNREADABLE, (healthy, { service }) =>
    service === "tbdb" ? withText(healthy, LARGE_FILE_POINTER) : null,
  ),
  lasting("truncated", "a body cut in the middle, its length right", UNREADABLE, (healthy, asked) => {
    if (!isData(healthy)) return null;
    const { whole, at } = cut(healthy, asked);
    return withText(healthy, whole.slice(0, at));
  }),
  either("declared_too_short", "more bytes than declared", ["network", ...UNREADABLE], (healthy, asked) => {
    if (!isData(healthy)) return null;
    const { whole, at } = cut(healthy, asked);
    return withHeaders(healthy, { "content-length": String(Buffer.byteLength(whole.slice(0, at))) });
  }),
];
