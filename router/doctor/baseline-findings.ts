import type { Config } from "../config/config.ts";
import { BadBaseline, type Baseline } from "../drift/baseline.ts";
import { baselineFileOf, loadBaseline } from "../drift/baseline-file.ts";
import { driftReport } from "../drift/drift-report.ts";
import type { LiveDefinition } from "../drift/live-definitions.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/** Whether the definitions are pinned, and which of them are not as pinned. */
export async function baselineFindings(config: Config, live: readonly LiveDefinition[]): Promise<DoctorFinding[]> {
  if (config.settings.drift === "off") return [];
  const file = baselineFileOf(config);
  let baseline: Baseline | null;
  try {
    baseline = file === null ? null : await loadBaseline(file);
  } catch (error) {
    const message = error instanceof BadBaseline ? error.message : "the baseline cannot be read";
    return [finding("bad_baseline", { message, cure: "restore the file from version control, or write it anew with gene-router pin" })];
  }
  if (baseline === null) {
    const message = "the definitions are not pinned, so a source that changes them is not noticed";
    return [finding("no_baseline", { message, cure: "look at the tools, then type gene-router pin" })];
  }
  return driftReport(baseline, live).sources.flatMap(({ namespace, changes }) => {
    if (changes.length === 0) return [];
    const message = `${changes.length} ${changes.length === 1 ? "definition is" : "definitions are"} not as pinned`;
    const cure = "type gene-router drift to see what changed, and gene-router pin to accept it";
    return [finding("drifted", { source: namespace, message, cure })];
  });
}
