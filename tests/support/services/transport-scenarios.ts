import { gzipSync } from "node:zlib";
import { BLOCK_PAGE, MAINTENANCE_PAGE } from "./pages.ts";
import type { Reply, Transfer } from "./reply.ts";
import { withHeaders } from "./reply.ts";
import { lasting, passing, type Scenario } from "./scenario.ts";

/** Seconds that the throttling scenarios ask for. */
export const ASKED_S = 7;
/** More than a call waits for. */
export const LONG_S = 3_600;

/** The service's clock: far from ours, so that only its own `Date` gives a date its meaning. */
const SERVICE_TIME = Date.parse("2019-04-01T12:00:00Z");
const inServiceTime = (seconds: number): string => new Date(SERVICE_TIME + seconds * 1000).toUTCString();

const answers =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = "") =>
  (): Reply => ({
    status,
    headers: { "content-type": body.includes("<") ? "text/html; charset=utf-8" : "text/plain", ...headers },
    body: Buffer.from(body),
  });

const arrives =
  (transfer: Transfer): Scenario["change"] =>
  (healthy) => ({ ...healthy, transfer });

/** What goes wrong with a body matters only where the body is read: that of a refusal or a redirect is not. */
const read =
  (change: Scenario["change"]): Scenario["change"] =>
  (healthy, asked) =>
    healthy.status === 200 ? change(healthy, asked) : null;

const packed = (healthy: Reply, body: Buffer): Reply =>
  withHeaders({ ...healthy, body }, { "content-encoding": "gzip" });

/** Throttling, blocking and breaking down: what any service does, whatever it serves. */
export const STATUS_SCENARIOS: readonly Scenario[] = [
  passing(
    "throttled_seconds",
    "429 with Retry-After as seconds",
    ["rate_limited"],
    answers(429, { "retry-after": String(ASKED_S) }),
  ),
  passing(
    "throttled_date",
    "429 with Retry-After as a date of the service's own clock",
    ["rate_limited"],
    answers(429, { date: inServiceTime(0), "retry-after": inServiceTime(ASKED_S) }),
  ),
  passing("throttled_silently", "429 without Retry-After", ["rate_limited"], answers(429)),
  passing(
    "throttled_negative",
    "429 with a negative Retry-After",
    ["rate_limited"],
    answers(429, { "retry-after": "-5" }),
  ),
  passing(
    "throttled_words",
    "429 with an unreadable Retry-After",
    ["rate_limited"],
    answers(429, { "retry-after": "soon" }),
  ),
  lasting(
    "throttled_long",
    "429 that asks for more than a minute",
    ["rate_limited"],
    answers(429, { "retry-after": String(LONG_S) }),
  ),
  lasting("blocked", "403 with a page", ["blocked"], answers(403, {}, BLOCK_PAGE)),
  lasting("unauthorised", "401", ["upstream_refused"], answers(401, {}, MAINTENANCE_PAGE)),
  lasting("bad_request", "400 with a page", ["upstream_refused"], answers(400, {}, MAINTENANCE_PAGE)),
  lasting(
    "not_found_page",
    "404 with a page",
    ["upstream_refused", "unexpected_content"],
    answers(404, {}, MAINTENANCE_PAGE),
  ),
  lasting("gone", "410", ["upstream_refused"], answers(410)),
  passing("broken", "500", ["upstream_error"], answers(500, {}, "Internal error WRONG-BODY")),
  passing("bad_gateway", "502 with a page", ["upstream_error"], answers(502, {}, MAINTENANCE_PAGE)),
  passing("unavailable", "503 with a page", ["upstream_error"], answers(503, {}, MAINTENANCE_PAGE)),
  passing(
    "unavailable_seconds",
    "503 with Retry-After",
    ["upstream_error"],
    answers(503, { "retry-after": String(ASKED_S) }),
  ),
  passing("gateway_timeout", "504", ["upstream_error"], answers(504)),
  lasting("partial", "206, a part nobody asked for", ["incomplete"], (healthy) => ({ ...healthy, status: 206 })),
  lasting("unmodified", "304 to a request without a condition", ["unexpected_content"], answers(304)),
  lasting("multiple_choices", "300 without a target", ["unexpected_content"], answers(300, {}, MAINTENANCE_PAGE)),
];

export const REDIRECT_SCENARIOS: readonly Scenario[] = [
  lasting(
    "foreign_host",
    "a redirect to a foreign host",
    ["redirect_refused"],
    answers(302, { location: "https://elsewhere.invalid/data" }),
  ),
  lasting(
    "plain_http",
    "a redirect to plain http",
    ["redirect_refused"],
    answers(301, { location: "http://elsewhere.invalid/data" }),
  ),
  lasting(
    "script_url",
    "a redirect to something that is no web address",
    ["redirect_refused"],
    answers(302, { location: "file:///etc/hosts" }),
  ),
  lasting("circle", "a redirect to itself", ["redirect_refused"], (_healthy, { url, path }) =>
    answers(307, { location: `${url}${path}` })(),
  ),
];

export const TRANSFER_SCENARIOS: readonly Scenario[] = [
  passing("reset", "the connection is reset", ["network"], arrives("reset")),
  passing("silence", "no answer", ["timeout"], arrives("silence")),
  passing("drip", "a body that comes byte by byte and never ends", ["timeout"], arrives("drip")),
  passing("cut", "a body whose connection breaks in the middle", ["network", "incomplete"], read(arrives("cut"))),
  passing("short", "fewer bytes than declared", ["incomplete"], read(arrives("short"))),
  lasting("endless", "a body without end", ["too_large"], read(arrives("endless"))),
  passing(
    "not_gzip",
    "plain text declared as gzip",
    ["network", "incomplete"],
    read((healthy) => packed(healthy, healthy.body)),
  ),
  passing(
    "cut_gzip",
    "a gzip stream without its end",
    ["incomplete", "network"],
    read((healthy) => {
      const whole = gzipSync(healthy.body);
      return packed(healthy, whole.subarray(0, whole.byteLength - 9));
    }),
  ),
  lasting(
    "unknown_coding",
    "a content coding that was not asked for",
    ["unexpected_content"],
    read((healthy) => withHeaders(healthy, { "content-encoding": "zstd" })),
  ),
];
