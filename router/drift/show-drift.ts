import { canonicalJson } from "../catalog/canonical-json.ts";
import type { Change } from "./compare.ts";
import { type DriftReport, driftExitCode, type SourceDrift } from "./drift-report.ts";
import type { FieldChange } from "./risk.ts";
import { markedWords, shown } from "./word-diff.ts";

/** Longer values are cut: the report is to be read, and the definition itself is a command away. */
const VALUE_MOST = 2_000;
/** GitHub takes 65,536 characters in an issue. */
const MARKDOWN_MOST = 60_000;

/** The report as lines for a terminal. Whatever came from outside is on one line and cannot move the cursor. */
export function driftLines(report: DriftReport): string[] {
  const lines = report.sources.flatMap((source) => [
    ...(source.status === "unreachable" ? [`UNREACHABLE ${source.namespace}: ${source.error}`] : []),
    ...(source.status === "unpinned"
      ? [`${source.namespace} is not in the baseline; everything it offers is new`]
      : []),
    ...source.changes.flatMap((change) => changeLines(source.namespace, change)),
    ...findingLines(source),
    ...source.malformed.map((name) => `MALFORMED ${source.namespace} ${name}: no definition; not served`),
  ]);
  const skipped = report.notCompared.map((namespace) => `${namespace} is pinned, and disabled or not configured here`);
  return [...lines, ...skipped, summary(report)];
}

/** One change, headed by what it is and how urgent, with each field's old and new value. */
export function changeLines(namespace: string, change: Change): string[] {
  const head = `${change.status.toUpperCase()} ${namespace} ${partOf(change)} [${change.severity}: ${change.risks.join(", ")}]`;
  return [head, ...change.fields.flatMap((field) => fieldLines(field).map((line) => `  ${line}`))];
}

const partOf = ({ part, name }: Pick<Change, "part" | "name">): string =>
  [part.replace("_", " "), ...(name === "" ? [] : [cut(shown(name), 200)])].join(" ");

function fieldLines({ path, before, after, risks, severity }: FieldChange): string[] {
  const label = `${path === "" ? "" : `${shown(path)} `}(${severity}: ${risks.join(", ")})`;
  if (typeof before === "string" && typeof after === "string") {
    const words = markedWords(before, after);
    return [label, `- ${cut(words.before)}`, `+ ${cut(words.after)}`];
  }
  return [
    label,
    ...(before === undefined ? [] : [`- ${valueLine(before)}`]),
    ...(after === undefined ? [] : [`+ ${valueLine(after)}`]),
  ];
}

const valueLine = (value: unknown): string => cut(shown(typeof value === "string" ? value : canonicalJson(value)));
const cut = (text: string, most = VALUE_MOST): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length - most} characters more)` : text;

const findingLines = ({ namespace, findings }: SourceDrift): string[] =>
  findings.map(({ part, name, path, kind, count, excerpt }) => {
    const where = [partOf({ part: part as Change["part"], name: name ?? "" }), path]
      .filter((each) => each !== "")
      .join(" ");
    return `TEXT ${namespace} ${where}: ${kind}${count > 1 ? ` × ${count}` : ""}: ${shown(excerpt)}`;
  });

function summary({ sources }: DriftReport): string {
  const changes = sources.flatMap((source) => source.changes);
  const count = (status: Change["status"]): number => changes.filter((change) => change.status === status).length;
  const unreachable = sources.filter(({ status }) => status === "unreachable").length;
  return `${count("changed")} changed, ${count("added")} added, ${count("removed")} removed, ${unreachable} of ${sources.length} sources unreachable`;
}

/** The report as the body of an issue. Everything from outside stands in one fence that nothing in it can close. */
export function driftMarkdown(report: DriftReport): string {
  const lines = driftLines(report);
  const verdict = ["as pinned", "drift", "sources unreachable"][driftExitCode(report)];
  const body = cut(lines.slice(0, -1).join("\n"), MARKDOWN_MOST);
  const fence = "`".repeat(Math.max(3, ...[...body.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return [
    `**${verdict}**: ${lines.at(-1)}. Baseline of ${report.capturedAt}.`,
    "",
    ...(body === "" ? [] : [`${fence}text`, body, fence, ""]),
    "`{+…+}` are words that came, `[-…-]` words that went; hidden characters are written `U+….`",
    "Accept with `gene-router pin` after reading, or find out what happened at the source.",
  ].join("\n");
}

/** The report as data: values whole and as they are. */
export function driftJson(report: DriftReport): Record<string, unknown> {
  return {
    captured_at: report.capturedAt,
    exit_code: driftExitCode(report),
    sources: report.sources.map(({ changes, findings, ...source }) => ({
      ...source,
      changes: changes.map(({ fields, ...change }) => ({
        ...change,
        fields: fields.map(({ before, after, ...field }) => ({
          ...field,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        })),
      })),
      findings,
    })),
    not_compared: report.notCompared,
  };
}
