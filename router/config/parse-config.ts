import { isLoopback } from "../../servers/kit/http/listen.ts";
import { type Environment, SettingError } from "../../servers/kit/settings.ts";
import type { Config, ExplainedValue, Link, SourceConfig } from "./config.ts";
import { ConfigError, type ConfigProblem } from "./config-problem.ts";
import { parseDotenv } from "./dotenv.ts";
import { type Origin, type RouterSettingSpec, type RouterSettings, routerSettingSpecs } from "./router-settings.ts";
import { ENTRY_DEFAULTS, type ServerEntry } from "./server-entry.ts";
import { parseServers, type ServersDocument, urlCure } from "./servers-document.ts";

export interface ConfigInputs {
  /** Shown in messages. */
  readonly file: string;
  /** Where that file lies, if it is one. */
  readonly folder?: string;
  readonly text: string;
  /** Text of the `.env` file; null when there is none. */
  readonly dotenv: string | null;
  readonly environment: Environment;
  /** Names of the built-in sources, for entries with `embed`; left out where they are not known. */
  readonly embeddable?: readonly string[];
  /** Values of command-line flags by setting (`port`, `surface`, …), as typed. */
  readonly flags?: Readonly<Partial<Record<keyof RouterSettings, string>>>;
}

/**
 * servers.yaml, `.env`, environment and flags as one valid configuration. Precedence: flag > environment > `.env` > file
 * > default, for every value; blank means unset. Throws `ConfigError` with every problem.
 */
export function parseConfig(inputs: ConfigInputs): Config {
  const document = parseServers(inputs.text, inputs.file, inputs.embeddable);
  const { values: dotenv, ignoredLines } = parseDotenv(inputs.dotenv ?? "");
  const lookup = (variable: string): { text: string; origin: Origin } | null => {
    const own = inputs.environment[variable]?.trim();
    if (own !== undefined && own !== "") return { text: own, origin: "environment" };
    const kept = dotenv[variable]?.trim();
    return kept === undefined || kept === "" ? null : { text: kept, origin: ".env" };
  };
  const problems: ConfigProblem[] = [];
  const explained: ExplainedValue[] = [];
  const warnings = ignoredLines.map((line) => `.env:${line}: not NAME=value; this line is ignored`);
  const environment = { ...dotenv, ...withoutBlanks(inputs.environment) };
  const settings = readRouterSettings({ ...inputs, environment }, document, lookup, problems, explained);
  const sources: SourceConfig[] = [];
  const skipped: { namespace: string; reason: "disabled" | "no_url" }[] = [];
  for (const [namespace, entry] of Object.entries(document.value.servers)) {
    const link = linkOf(namespace, entry, lookup, problems);
    explainEntry(namespace, entry, inputs.file, document, lookup, explained);
    if (entry.enabled === false) skipped.push({ namespace, reason: "disabled" });
    else if (link === null) {
      skipped.push({ namespace, reason: "no_url" });
      warnings.push(`${namespace} is not served: ${entry.url_env} is not set`);
    } else sources.push(sourceOf(namespace, entry, link, lookup, settings.auth !== "none", warnings));
  }
  refuseOpenBind(settings, problems);
  refuseHalfAuth(settings, problems);
  refuseTransparentCrowd(settings, sources, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  const { file, folder = null } = inputs;
  return { file, folder, sources, skipped, settings, environment, explained, warnings };
}

type Lookup = (variable: string) => { text: string; origin: Origin } | null;

function readRouterSettings(
  { file, flags, environment }: ConfigInputs,
  document: ServersDocument,
  lookup: Lookup,
  problems: ConfigProblem[],
  explained: ExplainedValue[],
): RouterSettings {
  const section: Readonly<Record<string, unknown>> = document.value.router ?? {};
  const values: Record<string, unknown> = {};
  for (const [name, { spec, fileKey }] of Object.entries<RouterSettingSpec>(routerSettingSpecs(environment))) {
    const flag = flags?.[name as keyof RouterSettings]?.trim();
    const found = lookup(spec.variable);
    const inFile = fileKey === null ? undefined : section[fileKey];
    const line = document.lineOf(["router", fileKey ?? ""]);
    const [text, origin, from, where]: [
      string | null,
      Origin,
      string | null,
      Omit<ConfigProblem, "expected" | "cure">,
    ] =
      flag !== undefined && flag !== ""
        ? [flag, "flag", `--${name}`, { file: "flag", line: null, key: `--${name}` }]
        : found !== null
          ? [found.text, found.origin, spec.variable, { file: found.origin, line: null, key: spec.variable }]
          : inFile !== undefined
            ? [String(inFile), "file", `${file}:${line}`, { file, line, key: `router.${fileKey}` }]
            : [null, "default", null, { file: "default", line: null, key: name }];
    try {
      values[name] = text === null ? spec.fallback : spec.parse(text);
    } catch (error) {
      const expected = error instanceof Error && !(error instanceof SettingError) ? error.message : "not a valid value";
      problems.push({ ...where, expected, cure: `see ${spec.variable} in the documentation` });
      values[name] = spec.fallback;
    }
    const masked = spec.secret === true && text !== null;
    explained.push({ key: name, value: masked ? "(set)" : values[name], origin, from });
  }
  return values as unknown as RouterSettings;
}

function linkOf(namespace: string, entry: ServerEntry, lookup: Lookup, problems: ConfigProblem[]): Link | null {
  const set = entry.url_env === undefined ? null : lookup(entry.url_env);
  if (set !== null) {
    const wrong = urlCure(set.text);
    if (wrong === null) return { kind: "url", url: set.text };
    // The value of a variable may hold a secret; only its name is shown.
    const expected = `${namespace}: not an http or https URL without credentials`;
    problems.push({ file: set.origin, line: null, key: entry.url_env ?? "", expected, cure: "write https://host/mcp" });
    return null;
  }
  if (entry.embed !== undefined) return { kind: "embed", source: entry.embed };
  if (entry.url !== undefined) return { kind: "url", url: entry.url };
  return entry.command === undefined ? null : { kind: "command", command: entry.command };
}

function sourceOf(
  namespace: string,
  entry: ServerEntry,
  link: Link,
  lookup: Lookup,
  authenticated: boolean,
  warnings: string[],
): SourceConfig {
  const token = entry.token_env === undefined ? null : (lookup(entry.token_env)?.text ?? null);
  if (entry.token_env !== undefined && token === null) {
    warnings.push(`${namespace} is asked without a token: ${entry.token_env} is not set`);
  }
  warnings.push(...withoutEffect(namespace, entry, link, authenticated));
  return {
    namespace,
    link,
    token,
    tokenVariable: entry.token_env ?? null,
    title: entry.title ?? null,
    description: entry.description ?? null,
    homepage: entry.homepage ?? null,
    terms: entry.terms ?? null,
    tags: entry.tags ?? [],
    entrypoints: entry.entrypoints ?? [],
    required: entry.required ?? false,
    timeoutMs: entry.timeout_ms ?? ENTRY_DEFAULTS.timeout_ms,
    concurrency: entry.concurrency ?? ENTRY_DEFAULTS.concurrency,
    maxResultBytes: entry.max_result_bytes ?? ENTRY_DEFAULTS.max_result_bytes,
    tools: {
      allow: entry.tools?.allow ?? null,
      deny: entry.tools?.deny ?? [],
      rename: entry.tools?.rename ?? {},
      scopes: entry.tools?.scopes ?? {},
    },
    scopes: entry.scopes ?? [],
  };
}

/** A key that is accepted and does nothing here is said aloud, so that nobody relies on it. */
function withoutEffect(namespace: string, entry: ServerEntry, { kind }: Link, authenticated: boolean): string[] {
  const warnings: string[] = [];
  const warn = (key: string, reason: string): void => {
    warnings.push(`servers.${namespace}.${key} has no effect: ${reason}`);
  };
  if (!authenticated && entry.scopes !== undefined && entry.scopes.length > 0)
    warn("scopes", "callers are not authenticated, so everyone may call this source");
  if (entry.token_env !== undefined && kind === "embed") warn("token_env", "a built-in source needs no token");
  if (entry.max_result_bytes !== undefined && kind === "embed")
    warn("max_result_bytes", "a built-in source keeps to GENE_ROUTER_MAX_RESULT_BYTES");
  return warnings;
}

function explainEntry(
  namespace: string,
  entry: ServerEntry,
  file: string,
  document: ServersDocument,
  lookup: Lookup,
  explained: ExplainedValue[],
): void {
  const base = `servers.${namespace}`;
  for (const [key, value] of Object.entries(entry)) {
    explained.push({
      key: `${base}.${key}`,
      value: key === "url" ? shownUrl(String(value)) : value,
      origin: "file",
      from: `${file}:${document.lineOf(["servers", namespace, key])}`,
    });
  }
  for (const [key, value] of Object.entries(ENTRY_DEFAULTS)) {
    if (!Object.hasOwn(entry, key)) explained.push({ key: `${base}.${key}`, value, origin: "default", from: null });
  }
  const url = entry.url_env === undefined ? null : lookup(entry.url_env);
  if (url !== null) {
    const value = urlCure(url.text) === null ? shownUrl(url.text) : "(not shown)";
    explained.push({ key: `${base}.url`, value, origin: url.origin, from: entry.url_env ?? null });
  }
  const token = entry.token_env === undefined ? null : lookup(entry.token_env);
  if (token !== null) {
    explained.push({ key: `${base}.token`, value: "(set)", origin: token.origin, from: entry.token_env ?? null });
  }
}

/** Some services want their key in the query of the URL. */
const shownUrl = (url: string): string => url.replace(/\?.*$/s, "?(not shown)");

function refuseOpenBind({ host, auth, allowInsecure }: RouterSettings, problems: ConfigProblem[]): void {
  if (isLoopback(host) || allowInsecure || auth !== "none") return;
  problems.push({
    file: "settings",
    line: null,
    key: "GENE_ROUTER_HOST",
    expected: "an address that is not loopback would serve everyone without authentication",
    cure: "bind 127.0.0.1, or set GENE_ROUTER_AUTH=oauth with GENE_ROUTER_ISSUER and GENE_ROUTER_PUBLIC_URL, or GENE_ROUTER_ALLOW_INSECURE=1 if something in front of the router authenticates",
  });
}

/** Half an authentication is none; each missing part is named. */
function refuseHalfAuth(
  { auth, issuer, jwksUrl, publicUrl, host, port }: RouterSettings,
  problems: ConfigProblem[],
): void {
  if (auth === "none") return;
  const missing = (key: string, cure: string): void => {
    problems.push({ file: "settings", line: null, key, expected: `GENE_ROUTER_AUTH=${auth} needs it`, cure });
  };
  if (issuer === null) missing("GENE_ROUTER_ISSUER", "set it to the issuer, exactly as its tokens state it");
  if (auth === "jwt" && jwksUrl === null)
    missing("GENE_ROUTER_JWKS_URL", "set it to the URL of the issuer's public keys, or use GENE_ROUTER_AUTH=oauth");
  if (publicUrl === null && (!isLoopback(host) || port === 0))
    missing("GENE_ROUTER_PUBLIC_URL", "set it to the URL of the MCP endpoint as callers write it");
}

function refuseTransparentCrowd(
  settings: RouterSettings,
  sources: readonly SourceConfig[],
  problems: ConfigProblem[],
): void {
  if (settings.surface !== "transparent" || sources.length === 1) return;
  problems.push({
    file: "settings",
    line: null,
    key: "GENE_ROUTER_SURFACE",
    expected: `transparent serves one source under its own names, found ${sources.length}`,
    cure: "enable exactly one source, or choose search or all",
  });
}

const withoutBlanks = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ""));
