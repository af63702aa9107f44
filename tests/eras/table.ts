import { type Feature, REASONS, type Reason, type SourceKind } from "./feature.ts";
import { FEATURES } from "./features.ts";
import { HOSTS, type HostKind } from "./hosts.ts";

const WORKS = "✓";
const verdict = ({ impossible }: Feature, kind: HostKind, source: SourceKind): string =>
  impossible(kind, source) ?? WORKS;

/** Remote sources and child processes of one revision fare alike, or the table would say less than is true. */
function byRevision(feature: Feature, kind: HostKind, revision: "2026" | "2025"): string {
  const [remote, child] = [verdict(feature, kind, `${revision} remote`), verdict(feature, kind, `${revision} child`)];
  if (remote !== child) throw new Error(`${feature.name}: the table has no place for a difference of ${kind}`);
  return remote;
}

function cell(feature: Feature, kind: HostKind): string {
  const [newer, older] = [byRevision(feature, kind, "2026"), byRevision(feature, kind, "2025")];
  return newer === older ? newer : `2026: ${newer} · 2025: ${older}`;
}

/** Sources in the router's own process fare alike with every host that can have the feature at all. */
function embedded(feature: Feature): string {
  const all = HOSTS.map((kind) => verdict(feature, kind, "embedded"));
  return all.includes("a") ? "a" : WORKS;
}

/** The matrix as docs/protocol.md shows it. */
export function matrixTable(): string {
  const head = ["", ...HOSTS, "embedded source"];
  const rows = FEATURES.map((feature) => [
    feature.name,
    ...HOSTS.map((kind) => cell(feature, kind)),
    embedded(feature),
  ]);
  const used = new Set(rows.flat().flatMap((text) => text.match(/\b[a-z]$|(?<=: )[a-z]\b/g) ?? []));
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(head),
    `|${"---|".repeat(head.length)}`,
    ...rows.map(line),
    "",
    ...Object.keys(REASONS)
      .sort()
      .filter((reason) => used.has(reason))
      .map((reason) => `- **${reason}**: ${REASONS[reason as Reason]}`),
  ].join("\n");
}
