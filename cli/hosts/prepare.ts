import type { Host, HostPlace, HostScope, Reach } from "./host.ts";
import { type Merged, mergedJson } from "./merge-json.ts";
import { mergedToml } from "./merge-toml.ts";

/** A host's configuration with our entry in it. Throws `UnreadableHostFile`. */
export function merged(host: Host, text: string | null, name: string, reach: Reach): Merged {
  const path = [...host.path, name];
  const entry = host.entry(reach);
  return host.format === "json"
    ? mergedJson(text ?? "", path, entry, host.companion?.(reach) ?? null)
    : mergedToml(text ?? "", path, entry);
}

export interface Shown {
  readonly host: string;
  readonly title: string;
  /** null: the host has no file for this scope. */
  readonly file: string | null;
  readonly format: Host["format"];
  /** A file with nothing but our entry. */
  readonly text: string;
  /** The host's own command for the same; null = it has none. */
  readonly command: string | null;
  readonly afterwards: string;
}

/** Our entry as a document of its own, and where it goes. */
export const shownFor = (
  [host, each]: readonly [string, Host],
  { place, scope, name, reach }: { place: HostPlace; scope: HostScope; name: string; reach: Reach },
): Shown => ({
  host,
  title: each.title,
  file: each.file(place, scope),
  format: each.format,
  text: merged(each, null, name, reach).text.trimEnd(),
  command: each.command?.(name, reach, scope) ?? null,
  afterwards: each.afterwards,
});
