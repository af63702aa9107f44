import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import {
  type Environment,
  readSetting,
  readSettings,
  type Setting,
  SettingError,
  type SettingsOf,
  setting,
} from "../settings.ts";
import { HEADER_TEXT } from "./user-agent.ts";

export type UpstreamMode =
  | { readonly kind: "live" | "cache" }
  | { readonly kind: "replay" | "record"; readonly directory: string };

/** Longest lifetime that may be asked for: ten years, seconds. */
const MAX_TTL_S = 315_360_000;

const TTL_PREFIX = "GENE_ROUTER_TTL_";

/** `GENE_ROUTER_TTL_<SOURCE>`: the lifetime of every cached answer of one source, seconds; null = the source's own. */
export const ttlSetting = (source: string): Setting<number | null> => ({
  ...setting.integer(
    `${TTL_PREFIX}${source.toUpperCase()}`,
    "Lifetime of every cached answer of this source, seconds",
    0,
    {
      min: 0,
      max: MAX_TTL_S,
    },
  ),
  fallback: null,
});

const printable = (variable: string, purpose: string): Setting<string | null> => ({
  variable,
  purpose,
  fallback: null,
  parse: (text) => {
    if (!HEADER_TEXT.test(text)) throw new Error("expected at most 200 printable ASCII characters");
    return text;
  },
});

/** What the upstream layer reads from the environment. Blank means unset. */
export const upstreamSettings = {
  cacheDir: setting.text(
    "GENE_ROUTER_CACHE_DIR",
    "Folder of the disk cache; `off` = memory only. Default: `$XDG_CACHE_HOME/gene-router`, else `~/.cache/gene-router`",
    null,
  ),
  xdgCacheHome: setting.text("XDG_CACHE_HOME", "Where this user's caches lie", null),
  upstream: {
    variable: "GENE_ROUTER_UPSTREAM",
    purpose: "live, cache, replay:<dir> or record:<dir>",
    fallback: { kind: "live" },
    parse: parseMode,
  } satisfies Setting<UpstreamMode> as Setting<UpstreamMode>,
  deadlineMs: setting.integer("GENE_ROUTER_DEADLINE_MS", "Time for a whole call, milliseconds", 60_000, {
    min: 1,
    max: 3_600_000,
  }),
  attemptMs: setting.integer("GENE_ROUTER_ATTEMPT_MS", "Time for one attempt, milliseconds", 30_000, {
    min: 1,
    max: 3_600_000,
  }),
  maxResponseBytes: setting.integer(
    "GENE_ROUTER_MAX_RESPONSE_BYTES",
    "Largest decoded answer of a service, bytes",
    33_554_432,
    { min: 1, max: 1_073_741_824 },
  ),
  memoryMb: setting.integer("GENE_ROUTER_MEMORY_MB", "Memory for answers, MiB; 0 = off", 64, { min: 0, max: 65_536 }),
  staleDays: setting.integer(
    "GENE_ROUTER_STALE_DAYS",
    "Days past its lifetime for which an answer may stand in for a failing service; 0 = off",
    30,
    { min: 0, max: 36_500 },
  ),
  sharedLimit: setting.flag("GENE_ROUTER_SHARED_LIMIT", "1 = several processes share each service's pace"),
  contact: printable("GENE_ROUTER_CONTACT", "Contact inside the User-Agent"),
  userAgent: printable("GENE_ROUTER_USER_AGENT", "Replaces the whole User-Agent"),
} as const;

export interface UpstreamSettings extends SettingsOf<typeof upstreamSettings> {
  /** Lifetimes set for single sources, by name, seconds. */
  readonly ttlSeconds: Readonly<Record<string, number>>;
}

/** Every setting of the upstream layer. Throws `SettingError`. */
export function readUpstreamSettings(environment: Environment): UpstreamSettings {
  // Which sources there are is not known here; whoever is named gets its lifetime.
  const sources = Object.keys(environment).flatMap((name) =>
    name.startsWith(TTL_PREFIX) ? [name.slice(TTL_PREFIX.length).toLowerCase()] : [],
  );
  const ttls = sources.map((source) => [source, readSetting(ttlSetting(source), environment)] as const);
  return {
    ...readSettings(upstreamSettings, environment),
    ttlSeconds: Object.fromEntries(ttls.filter((pair): pair is [string, number] => pair[1] !== null)),
  };
}

function parseMode(text: string): UpstreamMode {
  if (text === "live" || text === "cache") return { kind: text };
  const [, kind, directory] = /^(replay|record):(.+)$/s.exec(text) ?? [];
  if (kind === undefined || directory === undefined) {
    throw new Error("expected live, cache, replay:<dir> or record:<dir>");
  }
  return { kind: kind as "replay" | "record", directory };
}

/** Absolute folder of the disk cache, or null for memory only. Throws `SettingError`. */
export function cacheDirectory(
  { cacheDir, xdgCacheHome }: Pick<UpstreamSettings, "cacheDir" | "xdgCacheHome">,
  home = homedir(),
): string | null {
  if (cacheDir?.toLowerCase() === "off") return null;
  if (cacheDir !== null) return expandHome("GENE_ROUTER_CACHE_DIR", cacheDir, home);
  // The XDG specification asks for absolute paths and for ignoring all others.
  const caches = xdgCacheHome !== null && isAbsolute(xdgCacheHome) ? xdgCacheHome : join(home, ".cache");
  return join(caches, "gene-router");
}

/** An absolute path; a leading `~` is this user's home. */
export function expandHome(variable: string, path: string, home = homedir()): string {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  if (path.startsWith("~")) throw new SettingError(variable, "only ~ and ~/… are expanded, not another user's home");
  return resolve(path);
}
