import { hashOf } from "./content.ts";
import { hiddenIn, REDACTED } from "./secrets.ts";
import type { ParamValue, ServiceSpec } from "./upstream.ts";

/** Parameters that say who asks, not what: never part of a cache key. */
const IDENTITY_NAMES: ReadonlySet<string> = new Set(["caller_identity", "tool", "email", "api_key"]);

/** `tool` is a constant of the program; everything else that identifies an installation is hidden. */
const SHOWN_IDENTITY_NAMES: ReadonlySet<string> = new Set(["tool"]);

export type Form = Readonly<Record<string, string>>;

/** A parameter list in one order for all time: sorted by name, nulls dropped; equal names keep their order. */
type Pairs = readonly (readonly [string, string])[];

/** Joins a service's base and a path below it; an absolute URL stays as it is. */
export function joinUrl(base: string, path: string): string {
  if (/^https?:\/\//i.test(path)) return path;
  if (path === "") return base;
  const url = new URL(path.startsWith("/") ? base + path : `${base}/${path}`);
  const root = new URL(base);
  const folder = root.pathname.endsWith("/") ? root.pathname : `${root.pathname}/`;
  if (url.host !== root.host || !url.pathname.startsWith(folder)) {
    throw new Error("A request path leads outside its service's base URL");
  }
  return url.href;
}

/** The URL with sorted parameters and one spelling of every escape; fragments and user names are dropped. */
export function canonicalUrl(url: string, query: Readonly<Record<string, ParamValue>> = {}): string {
  const parsed = new URL(url);
  return compose(parsed, [...parsed.searchParams, ...pairsOf(query)]);
}

/** The canonical URL without the parameters that identify the caller. */
export function keyUrl(url: string): string {
  const parsed = new URL(url);
  return compose(parsed, withoutIdentity([...parsed.searchParams]));
}

/** Form parameters as text, sorted, nulls dropped. */
export const canonicalForm = (form: Readonly<Record<string, ParamValue>>): Form =>
  Object.fromEntries(sorted(pairsOf(form)));

export const keyForm = (form: Form): Form => Object.fromEntries(sorted(withoutIdentity(Object.entries(form))));

/** A form as it goes over the wire: encoded once, here and nowhere else. */
export const encodeForm = (form: Form): string => new URLSearchParams(Object.entries(form)).toString();

/** The cache key: SHA-256 of `method LF key-URL LF sha256(sorted form body)`. */
export const cacheKey = (method: string, url: string, form: Form | null): string =>
  hashOf(`${method}\n${keyUrl(url)}\n${hashOf(form === null ? "" : encodeForm(keyForm(form)))}`);

/** The cache key of a request that is known by its audit forms: what was hidden in them is identity, whatever its name. */
export function keyOfAudit(method: string, url: string, form: Form | null): string {
  const plain = (pairs: Pairs): Pairs => pairs.filter(([, value]) => value !== REDACTED);
  const parsed = new URL(url);
  const shown = form === null ? null : Object.fromEntries(plain(Object.entries(form)));
  return cacheKey(method, compose(parsed, plain([...parsed.searchParams])), shown);
}

/** What is sent: the canonical URL or form plus the identity of this installation, to the service's own host only. */
export function wireForms(
  sent: { readonly method: "GET" | "POST"; readonly url: string; readonly form: Form | null },
  spec: ServiceSpec,
): { url: string; form: Form | null } {
  if (new URL(sent.url).host !== new URL(spec.base).host) return { url: sent.url, form: sent.form };
  const identity = canonicalForm(spec.identity ?? {});
  if (sent.method === "POST") return { url: sent.url, form: canonicalForm({ ...sent.form, ...identity }) };
  const parsed = new URL(sent.url);
  for (const name of Object.keys(identity)) parsed.searchParams.delete(name);
  return { url: compose(parsed, [...parsed.searchParams, ...Object.entries(identity)]), form: sent.form };
}

/** What may be shown: the wire forms with every identifying value replaced, where one was sent. */
export function auditForms(
  wire: { readonly url: string; readonly form: Form | null },
  spec: ServiceSpec,
): { url: string; form: Form | null } {
  const hidden = (name: string) =>
    !SHOWN_IDENTITY_NAMES.has(name) && (IDENTITY_NAMES.has(name) || Object.hasOwn(spec.identity ?? {}, name));
  const shown = (pairs: Pairs): Pairs => pairs.map(([name, value]) => [name, hidden(name) ? REDACTED : value] as const);
  const parsed = new URL(wire.url);
  return {
    url: compose(parsed, shown([...parsed.searchParams])),
    form: wire.form === null ? null : Object.fromEntries(sorted(shown(Object.entries(wire.form)))),
  };
}

/**
 * A `Location` against the URL that sent it, without any identity that the server may have copied into it. Null when it
 * leads nowhere, or still carries a key or address: a log-in page likes to be given the whole URL that was asked for.
 */
export function redirectTarget(from: string, location: string, spec: ServiceSpec): string | null {
  if (!URL.canParse(location, from)) return null;
  const parsed = new URL(location, from);
  if (parsed.username !== "" || parsed.password !== "") return null;
  for (const name of Object.keys(spec.identity ?? {})) parsed.searchParams.delete(name);
  return hiddenIn(parsed.href, spec) ? null : keyUrl(parsed.href);
}

/** May this service's requests go there? https, or plain http to loopback; base's host or one named by the service. */
export function isAllowed(url: string, spec: ServiceSpec): boolean {
  const { protocol, host, hostname } = new URL(url);
  const secure = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return secure && (host === new URL(spec.base).host || (spec.hosts ?? []).includes(host));
}

export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

const pairsOf = (params: Readonly<Record<string, ParamValue>>): Pairs =>
  Object.entries(params).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as const],
  );

const withoutIdentity = (pairs: Pairs): Pairs => pairs.filter(([name]) => !IDENTITY_NAMES.has(name));

const sorted = (pairs: Pairs): Pairs => [...pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

function compose(url: URL, pairs: Pairs): string {
  const query = new URLSearchParams(sorted(pairs).map(([name, value]): [string, string] => [name, value])).toString();
  return `${url.protocol}//${url.host}${canonicalPath(url.pathname)}${query === "" ? "" : `?${query}`}`;
}

// `+` stays as it was written: KEGG joins identifiers with it, so `%2B` is another thing.
const PLAIN_IN_PATH = /[A-Za-z0-9\-._~!$&'()*,;=:@]/;

const canonicalPath = (path: string): string =>
  path
    .replace(/%(?![0-9A-Fa-f]{2})/g, "%25")
    .replace(/%[0-9A-Fa-f]{2}/g, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return PLAIN_IN_PATH.test(character) ? character : escaped.toUpperCase();
    })
    .replace(/[^A-Za-z0-9\-._~!$&'()*,;=:@+/%]/g, (character) => encodeURIComponent(character));
