import type { SourceDefinition } from "../catalog/definition.ts";
import type { Baseline } from "./baseline.ts";
import { type Change, compareToPins } from "./compare.ts";
import { entriesOf, entryKey } from "./entries.ts";
import type { LiveDefinition } from "./live-definitions.ts";
import { bySeverity, worst } from "./risk.ts";
import { type DefinitionFinding, foreignToolFindings, scanDefinition } from "./text-scan.ts";

export interface SourceDrift {
  readonly namespace: string;
  /** `unpinned`: the baseline does not know it, so everything that it offers is `added`. */
  readonly status: "same" | "drifted" | "unpinned" | "unreachable";
  /** Code of the failure; null unless unreachable. */
  readonly error: string | null;
  readonly changes: readonly Change[];
  /** Hidden and directive text, whether pinned or not, less what was accepted in the pin. */
  readonly findings: readonly DefinitionFinding[];
  /** Cleaned names of entries that are no definitions; they are never served. */
  readonly malformed: readonly string[];
}

export interface DriftReport {
  readonly capturedAt: string;
  readonly sources: readonly SourceDrift[];
  /** Pinned sources that are disabled or not configured here; nothing is known of them, so they have not drifted. */
  readonly notCompared: readonly string[];
}

/** The live definitions held against the baseline. Sources with the worst difference come first. */
export function driftReport(baseline: Baseline, live: readonly LiveDefinition[]): DriftReport {
  const tools = new Map(
    live.flatMap((each) =>
      "definition" in each ? [[each.namespace, each.definition.tools.map(({ name }) => name)] as const] : [],
    ),
  );
  const sources = live.map((each): SourceDrift => {
    const { namespace } = each;
    if ("unreachable" in each)
      return { namespace, status: "unreachable", error: each.unreachable, changes: [], findings: [], malformed: [] };
    const others = new Map([...tools].filter(([other]) => other !== namespace));
    const { findings, ...found } = compared(baseline, namespace, each.definition);
    return {
      namespace,
      error: null,
      ...found,
      findings: [...findings, ...foreignToolFindings(each.definition, others)],
    };
  });
  const rank = ({ changes }: SourceDrift) => worst(changes.map(({ severity }) => severity));
  sources.sort(
    (a, b) =>
      Number(b.changes.length > 0) - Number(a.changes.length > 0) ||
      bySeverity(rank(a), rank(b)) ||
      (a.namespace < b.namespace ? -1 : 1),
  );
  const asked = new Set(live.map(({ namespace }) => namespace));
  const notCompared = [...baseline.namespaces.keys()].filter((namespace) => !asked.has(namespace)).sort();
  return { capturedAt: baseline.capturedAt, sources, notCompared };
}

function compared(
  baseline: Baseline,
  namespace: string,
  definition: SourceDefinition,
): Pick<SourceDrift, "status" | "changes" | "findings" | "malformed"> {
  const pins = baseline.namespaces.get(namespace);
  const changes = compareToPins(entriesOf(definition), pins ?? new Map());
  const accepted = (finding: DefinitionFinding): boolean => {
    if (!finding.hidden || finding.part === "resource") return false;
    const key = entryKey({ part: finding.part, name: finding.name ?? "" });
    return pins?.get(key)?.hiddenTextAccepted === true;
  };
  return {
    status: pins === undefined ? "unpinned" : changes.length > 0 ? "drifted" : "same",
    changes,
    findings: scanDefinition(definition).filter((finding) => !accepted(finding)),
    malformed: definition.malformed,
  };
}

/** 0 = as pinned · 1 = drift, whatever else · 2 = nothing but sources that do not answer. */
export function driftExitCode({ sources }: DriftReport): 0 | 1 | 2 {
  if (sources.some(({ changes }) => changes.length > 0)) return 1;
  return sources.some(({ status }) => status === "unreachable") ? 2 : 0;
}
