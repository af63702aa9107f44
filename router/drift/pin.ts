import type { Baseline, PinnedEntry, SourcePins } from "./baseline.ts";
import { pinsOf } from "./baseline.ts";
import { type Change, compareToPins } from "./compare.ts";
import { byKey, type Entry, entriesOf, entryFingerprint, entryKey } from "./entries.ts";
import { ambiguousKeys } from "./guard.ts";
import type { LiveDefinition } from "./live-definitions.ts";
import { hidesText } from "./text-scan.ts";

export interface PinRequest {
  /** null: no baseline yet. */
  readonly before: Baseline | null;
  readonly live: readonly LiveDefinition[];
  /** One source, or one tool of it; null = everything that was asked. */
  readonly only: { readonly namespace: string; readonly tool: string | null } | null;
  /** Configured, but not asked: disabled or without a URL. Their pins stay. */
  readonly skipped: readonly string[];
  readonly acceptHiddenText: boolean;
  /** ISO 8601, UTC. */
  readonly capturedAt: string;
}

export interface NamespaceChange {
  readonly namespace: string;
  readonly change: Change;
}

export type PinOutcome =
  | {
      readonly kind: "pinned";
      readonly baseline: Baseline;
      readonly accepted: readonly NamespaceChange[];
      readonly dropped: readonly string[];
    }
  | { readonly kind: "same" }
  | { readonly kind: "unreachable"; readonly sources: readonly { namespace: string; error: string }[] }
  /** Nothing was pinned: these entries hide text, or have two definitions. */
  | {
      readonly kind: "refused";
      readonly entries: readonly { namespace: string; entry: Entry; reason: "hidden_text" | "ambiguous" }[];
    }
  | { readonly kind: "no_such_tool" };

/** The next baseline from what live sources say: all of it or nothing. Pure. */
export function nextBaseline(request: PinRequest): PinOutcome {
  const { before, live, only, skipped, acceptHiddenText, capturedAt } = request;
  const sources = live.flatMap((each) =>
    "unreachable" in each ? [{ namespace: each.namespace, error: each.unreachable }] : [],
  );
  if (sources.length > 0) return { kind: "unreachable", sources };

  const refused: { namespace: string; entry: Entry; reason: "hidden_text" | "ambiguous" }[] = [];
  const accepted: NamespaceChange[] = [];
  const namespaces = new Map<string, SourcePins>();
  for (const [namespace, pins] of before?.namespaces ?? []) {
    if (only !== null || skipped.includes(namespace)) namespaces.set(namespace, pins);
  }
  for (const each of live) {
    if ("unreachable" in each) continue;
    const { namespace } = each;
    const old: SourcePins = before?.namespaces.get(namespace) ?? new Map();
    const all = entriesOf(each.definition);
    const wanted = (entry: Pick<Entry, "part" | "name">): boolean =>
      only === null || only.tool === null || (entry.part === "tool" && entry.name === only.tool);
    const entries = all.filter(wanted);
    const scope: SourcePins = new Map([...old].filter(([, pin]) => wanted(pin)));
    if (entries.length === 0 && scope.size === 0) return { kind: "no_such_tool" };
    const ambiguous = ambiguousKeys(entries);
    for (const key of ambiguous) {
      const entry = entries.find((candidate) => entryKey(candidate) === key);
      if (entry !== undefined) refused.push({ namespace, entry, reason: "ambiguous" });
    }
    const pins = entries.map((entry): PinnedEntry => {
      const fingerprint = entryFingerprint(entry);
      const known = old.get(entryKey(entry));
      // The old line stays where nothing counts as changed, so that a review sees changes only.
      if (known?.fingerprint === fingerprint) return known;
      const hides = hidesText(entry.definition);
      if (hides && !acceptHiddenText) refused.push({ namespace, entry, reason: "hidden_text" });
      return { ...entry, fingerprint, hiddenTextAccepted: hides };
    });
    const outside = [...old.values()].filter((pin) => !wanted(pin));
    namespaces.set(namespace, pinsOf([...outside, ...pins]));
    accepted.push(...compareToPins(entries, scope).map((change) => ({ namespace, change })));
  }
  if (refused.length > 0) return { kind: "refused", entries: refused.sort((a, b) => byKey(a.entry, b.entry)) };
  const dropped = [...(before?.namespaces.keys() ?? [])].filter((namespace) => !namespaces.has(namespace));
  if (before !== null && accepted.length === 0 && dropped.length === 0) return { kind: "same" };
  return { kind: "pinned", baseline: { capturedAt, namespaces }, accepted, dropped };
}
