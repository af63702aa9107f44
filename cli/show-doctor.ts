import type { RouterExamination } from "../router/doctor/examine-router.ts";
import type { DoctorFinding } from "../router/doctor/finding.ts";
import type { Finding } from "../servers/kit/assumption.ts";
import { table, wrapped } from "./layout.ts";
import { type Output, plain } from "./output.ts";

const INDENT = 2;

/** The sources one a line, what a conversation costs, and the findings, worst first, each with its cure. */
export function showRouter({ sources, list, findings }: RouterExamination, output: Output): void {
  const { out, columns = null } = output;
  const facts = sources.map(({ namespace, state, kind, revision, tools, served, tokens, firstMs, againMs, callMs }) => [
    namespace,
    state,
    kind === "embed" ? "built in" : `${kind === "url" ? "HTTP" : "process"}${revision === null ? "" : ` ${revision}`}`,
    tools === null ? "" : tools === served ? `${tools}` : `${served} of ${tools}`,
    tools === null ? "" : `${tokens}`,
    firstMs === null ? "" : `${firstMs}, ${againMs}, ${callMs}`,
  ]);
  const head = ["source", "state", "reached", "tools", "tokens", "ms: first, again, a call"];
  if (facts.length > 0) for (const line of table([head, ...facts], columns)) out(line);
  const { surface, tools, listed, tokens, budget } = list;
  out(`tools/list (${surface}): ${listed} tools, about ${tokens} of ${budget} tokens; ${tools} can be called`);
  for (const { severity, where, message, cure, code } of findings) {
    out("");
    const subject = where === "" ? "" : `${plain(where)}: `;
    for (const line of wrapped(`${severity} [${code}] ${subject}${plain(message)}`, columns, INDENT)) out(line);
    for (const line of wrapped(`cure: ${plain(cure)}`, columns, INDENT + "cure: ".length, INDENT)) out(line);
  }
  if (findings.length > 0) out("");
  const count = (severity: DoctorFinding["severity"]) => findings.filter((each) => each.severity === severity).length;
  out(`${count("error")} errors, ${count("warning")} warnings, ${count("info")} notes`);
}

/** What no longer holds, one line each; a service that does not answer, one line in all. */
export function showServices(findings: readonly Finding[], { out, columns = null }: Output): void {
  const broken = findings
    .filter(({ state }) => state === "broken")
    .map(({ source, name, says, found }) => [
      `${source} ${name}`,
      "broken",
      `taken for granted: ${says}${found === null ? "" : `; found: ${found}`}`,
    ]);
  const rows = [...broken, ...silences(findings), ...unasked(findings)];
  if (rows.length > 0) for (const line of table(rows, columns)) out(line);
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  const skipped = count("not_asked");
  const last = skipped === 0 ? "" : `, ${skipped} not asked`;
  out(`${count("holds")} hold, ${count("broken")} broken, ${count("unanswered")} unanswered${last}`);
}

/** A host that is down answers none of the questions put to it; that is one thing to know. */
function silences(findings: readonly Finding[]): string[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings.filter(({ state }) => state === "unanswered")) {
    const key = `${finding.source} ${hostOf(finding)} ${finding.code}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [Finding];
    const questions = group.length === 1 ? first.name : `${group.length} questions`;
    return [first.source, "unanswered", `${hostOf(first)}: ${questions} (${first.code}); nothing is known of it`];
  });
}

const hostOf = ({ asked: [url] }: Finding): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).host : "its service";

function unasked(findings: readonly Finding[]): string[][] {
  const skipped = findings.filter(({ state }) => state === "not_asked");
  return skipped.map(({ source, name, found }) => [`${source} ${name}`, "not asked", found ?? ""]);
}
