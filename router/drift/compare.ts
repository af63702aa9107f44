import { canonicalJson } from "../catalog/canonical-json.ts";
import type { PinnedEntry, SourcePins } from "./baseline.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { byKey, type Entry, entryFingerprint, entryKey, type PinnedPart } from "./entries.ts";
import {
  bySeverity,
  type FieldChange,
  fieldChange,
  type RiskClass,
  type Severity,
  unknownChange,
  worst,
} from "./risk.ts";

/** One entry that is not as it was pinned. */
export interface Change {
  readonly status: "changed" | "added" | "removed";
  readonly part: PinnedPart;
  /** The source's own name; see `Entry`. */
  readonly name: string;
  readonly risks: readonly RiskClass[];
  readonly severity: Severity;
  /** Worst first. */
  readonly fields: readonly FieldChange[];
}

/** Differences of a source from its pins: the worst first, then by part and name. Equal fingerprints are no difference. */
export function compareToPins(entries: readonly Entry[], pins: SourcePins): Change[] {
  const seen = new Set(entries.map(entryKey));
  const found = entries.flatMap((entry): Change[] => {
    const pin = pins.get(entryKey(entry));
    if (pin === undefined) return [added(entry)];
    return pin.fingerprint === entryFingerprint(entry) ? [] : [changed(pin, entry)];
  });
  const gone = [...pins.values()].filter((pin) => !seen.has(entryKey(pin))).map(removed);
  return [...found, ...gone].sort((a, b) => bySeverity(a.severity, b.severity) || byKey(a, b));
}

function changed(pin: PinnedEntry, { part, name, definition }: Entry): Change {
  const fields = compareDefinitions(part, pin.definition, definition);
  // Fingerprints differ, so something did change, whatever the rules make of it.
  const shown = fields.length > 0 ? fields : [unknownChange("", pin.definition, definition)];
  return change("changed", part, name, shown);
}

/** Nothing is known of it yet: its words are new, its arguments are, and it may write. */
function added({ part, name, definition }: Entry): Change {
  const risks: RiskClass[] = part === "tool" ? ["text", "schema-widened"] : ["text"];
  const { annotations } = (definition ?? {}) as { annotations?: { readOnlyHint?: unknown } };
  const writes = part === "tool" && annotations?.readOnlyHint !== true;
  const field = writes
    ? fieldChange("", undefined, definition, [...risks, "annotation"], "critical")
    : fieldChange("", undefined, definition, risks);
  return change("added", part, name, [field]);
}

const removed = ({ part, name, definition }: PinnedEntry): Change =>
  change("removed", part, name, [fieldChange("", definition, undefined, ["schema-narrowed"])]);

function change(status: Change["status"], part: PinnedPart, name: string, fields: readonly FieldChange[]): Change {
  const sorted = [...fields].sort((a, b) => bySeverity(a.severity, b.severity));
  return {
    status,
    part,
    name,
    risks: [...new Set(sorted.flatMap(({ risks }) => risks))],
    severity: worst(sorted.map(({ severity }) => severity)),
    fields: sorted,
  };
}

type Members = Readonly<Record<string, unknown>>;

function compareDefinitions(part: PinnedPart, before: unknown, after: unknown): FieldChange[] {
  if (!isMembers(before) || !isMembers(after))
    return [fieldChange("", before ?? undefined, after ?? undefined, ["text"])];
  return differingKeys(before, after).flatMap((key) => compareField(part, key, before[key], after[key]));
}

const TEXT_FIELDS: ReadonlySet<string> = new Set(["name", "title", "description"]);
const COSMETIC_FIELDS: ReadonlySet<string> = new Set(["icons", "version", "websiteUrl"]);

function compareField(part: PinnedPart, key: string, before: unknown, after: unknown): FieldChange[] {
  if (TEXT_FIELDS.has(key)) return [fieldChange(key, before, after, ["text"])];
  if (COSMETIC_FIELDS.has(key)) return [fieldChange(key, before, after, ["cosmetic"])];
  if (key === "inputSchema" || key === "outputSchema") return compareSchemas(before, after, key);
  if (key === "annotations" && part === "tool") return compareAnnotations(before, after);
  if (key === "arguments" && part === "prompt") return compareArguments(before, after);
  if (key === "execution" || key === "annotations" || key === "mimeType")
    return [fieldChange(key, before, after, ["annotation"])];
  return [unknownChange(key, before, after)];
}

/** What a tool promises when it says nothing, by the protocol; and the value that is a promise at all. */
const PROMISES: Readonly<Record<string, { readonly unsaid: boolean; readonly promise: boolean }>> = {
  readOnlyHint: { unsaid: false, promise: true },
  destructiveHint: { unsaid: true, promise: false },
  idempotentHint: { unsaid: false, promise: true },
  openWorldHint: { unsaid: true, promise: false },
};

/** A promise that is lost makes a call more than it was; read-only is the one that hosts and scopes hang on. */
function compareAnnotations(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [isMembers(before) ? before : {}, isMembers(after) ? after : {}];
  return differingKeys(old, now).map((key) => {
    const path = `annotations.${key}`;
    if (key === "title") return fieldChange(path, old[key], now[key], ["text"]);
    const rule = PROMISES[key];
    if (rule === undefined) return unknownChange(path, old[key], now[key]);
    const lost = (old[key] ?? rule.unsaid) === rule.promise && (now[key] ?? rule.unsaid) !== rule.promise;
    const severity: Severity = lost
      ? key === "readOnlyHint"
        ? "critical"
        : "high"
      : key === "readOnlyHint"
        ? "high"
        : "medium";
    return fieldChange(path, old[key], now[key], ["annotation"], severity);
  });
}

/** Arguments of a prompt are found by their names. */
function compareArguments(before: unknown, after: unknown): FieldChange[] {
  const named = (list: unknown): ReadonlyMap<string, Members> =>
    new Map((Array.isArray(list) ? list : []).filter(isMembers).map((each) => [String(each.name), each]));
  const [old, now] = [named(before), named(after)];
  const found = [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name): FieldChange[] => {
    const [was, is] = [old.get(name), now.get(name)];
    const path = `arguments.${name}`;
    if (was === undefined) {
      const risks: RiskClass[] = [
        "text",
        "schema-widened",
        ...(is?.required === true ? (["schema-narrowed"] as const) : []),
      ];
      return [fieldChange(path, undefined, is, risks)];
    }
    if (is === undefined) return [fieldChange(path, was, undefined, ["schema-narrowed"])];
    return differingKeys(was, is).map((key) => {
      const place = `${path}.${key}`;
      if (TEXT_FIELDS.has(key)) return fieldChange(place, was[key], is[key], ["text"]);
      if (key !== "required") return unknownChange(place, was[key], is[key]);
      return fieldChange(place, was[key], is[key], [is[key] === true ? "schema-narrowed" : "schema-widened"]);
    });
  });
  // The same arguments in another order.
  return found.length > 0 ? found : [fieldChange("arguments", before, after, ["cosmetic"])];
}

const isMembers = (value: unknown): value is Members =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const differingKeys = (before: Members, after: Members): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => canonicalJson(before[key]) !== canonicalJson(after[key]))
    .sort();
