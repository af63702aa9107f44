import type { SourceDefinition } from "../catalog/definition.ts";
import type { SourcePins } from "./baseline.ts";
import { type Change, compareToPins } from "./compare.ts";
import { type Entry, entriesOf, entryFingerprint, entryKey, type PinnedPart, steady } from "./entries.ts";
import type { RiskClass } from "./risk.ts";
import { hidesText } from "./text-scan.ts";

/** Why something is not served as the source gives it. */
export type QuarantineReason =
  | "changed"
  | "added"
  /** The source gives one name two definitions, so that what was checked need not be what is called. */
  | "ambiguous"
  | "hidden_text";

export interface Quarantined {
  readonly part: PinnedPart | "resource";
  /** The source's own name; a URI for resources and templates; "" for instructions and server info. */
  readonly name: string;
  readonly reason: QuarantineReason;
  /** Of a change; empty for the other reasons. */
  readonly risks: readonly RiskClass[];
}

/** A source's definition after it was held against its pins. */
export interface Guarded {
  /** What may be served. */
  readonly definition: SourceDefinition;
  /** What was taken out, or replaced by the pinned text. */
  readonly quarantined: readonly Quarantined[];
  /** Every difference from the pins, what is gone included. */
  readonly changes: readonly Change[];
}

/**
 * Holds a definition against its pins. Under `enforce` each entry that differs is taken out alone; instructions and server
 * info fall back to the pinned ones. A source without pins (null) is only freed of what hides text. Under `warn` the
 * definition stays as it is. Pure.
 */
export function guardDefinition(
  definition: SourceDefinition,
  pins: SourcePins | null,
  mode: "enforce" | "warn",
): Guarded {
  const entries = entriesOf(definition);
  const changes = pins === null ? [] : compareToPins(entries, pins);
  if (mode === "warn") return { definition, quarantined: [], changes };
  const ambiguous = ambiguousKeys(entries);
  const risksOf = new Map(changes.map((change) => [entryKey(change), change]));
  const quarantined = new Map<string, Quarantined>();

  /** True when an entry may be served; what may not is noted once. `written` is the entry with its volatile keys. */
  const passes = (entry: Entry, written: unknown): boolean => {
    const key = entryKey(entry);
    const change = risksOf.get(key);
    const pin = pins?.get(key);
    const accepted = pin?.hiddenTextAccepted === true && change === undefined;
    const reason: QuarantineReason | null = ambiguous.has(key)
      ? "ambiguous"
      : change !== undefined && change.status !== "removed"
        ? change.status
        : !accepted && hidesText(written)
          ? "hidden_text"
          : null;
    if (reason === null) return true;
    const { part, name } = entry;
    quarantined.set(key, { part, name, reason, risks: change?.risks ?? [] });
    return false;
  };
  const kept = <D extends object>(part: PinnedPart, list: readonly D[], nameOf: (each: D) => string): D[] => {
    const seen = new Set<string>();
    return list.flatMap((each) => {
      const entry = { part, name: nameOf(each), definition: steady(each) };
      if (!passes(entry, each) || seen.has(entry.name)) return [];
      seen.add(entry.name);
      return [entry.definition];
    });
  };
  const pinned = <T>(part: "instructions" | "server_info", value: T, without: T): T => {
    if (passes({ part, name: "", definition: value }, value)) return value;
    const pin = pins?.get(entryKey({ part, name: "" }));
    return pin === undefined ? without : (pin.definition as T);
  };
  const { serverInfo } = definition;
  const guarded: SourceDefinition = {
    ...definition,
    tools: kept("tool", definition.tools, ({ name }) => name),
    prompts: kept("prompt", definition.prompts, ({ name }) => name),
    resourceTemplates: kept("resource_template", definition.resourceTemplates, ({ uriTemplate }) => uriTemplate),
    resources: definition.resources.filter((resource) => {
      if (!hidesText(resource)) return true;
      const { uri } = resource;
      quarantined.set(`resource ${uri}`, { part: "resource", name: uri, reason: "hidden_text", risks: [] });
      return false;
    }),
    instructions: pinned("instructions", definition.instructions, null),
    serverInfo: pinned("server_info", serverInfo, { name: "withheld", version: "withheld" }),
  };
  return { definition: guarded, quarantined: [...quarantined.values()], changes };
}

/** Names under which a source lists two definitions that are not the same. */
export function ambiguousKeys(entries: readonly Entry[]): ReadonlySet<string> {
  const first = new Map<string, Entry>();
  const ambiguous = new Set<string>();
  for (const entry of entries) {
    const key = entryKey(entry);
    const known = first.get(key);
    if (known === undefined) first.set(key, entry);
    else if (entryFingerprint(known) !== entryFingerprint(entry)) ambiguous.add(key);
  }
  return ambiguous;
}
