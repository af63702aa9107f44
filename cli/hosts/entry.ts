import type { Entry } from "./host.ts";

/** The host's file cannot be read as what it should be; nothing was changed. */
export class UnreadableHostFile extends Error {}

/** Keys that say how a server is reached over HTTP, and as a program. Hosts refuse an entry that has both. */
const OF_HTTP = ["type", "url", "headers", "http_headers", "env_http_headers", "bearer_token_env_var"];
const OF_STDIO = ["type", "command", "args", "cwd", "env", "env_vars", "envFile"];

/** Our entry, with what else the user has set in the one that is there: time limits, tools that are allowed, switches. */
export function entryOver(known: unknown, ours: Entry): Entry {
  if (!isTable(known)) return ours;
  const foreign = ours.url === undefined ? OF_HTTP : OF_STDIO;
  const kept = Object.entries(known).filter(([key]) => !foreign.includes(key));
  return { ...Object.fromEntries(kept), ...ours };
}

export const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The value at a path; undefined where there is none. */
export const valueAt = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined), root);
