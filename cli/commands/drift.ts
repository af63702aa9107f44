import type { Command } from "commander";
import { driftExitCode, driftReport } from "../../router/drift/drift-report.ts";
import { driftJson, driftLines, driftMarkdown } from "../../router/drift/show-drift.ts";
import { baselineInUse } from "../baseline-in-use.ts";
import { checkSettings, loadConfig, type RouterFlags } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { askSources } from "../live-sources.ts";
import { printJson } from "../output.ts";
import type { Program } from "../program.ts";

interface DriftFlags extends RouterFlags {
  baseline?: string;
  json?: boolean;
  markdown?: boolean;
}

export const driftCommand = (command: Command, program: Program): Command =>
  command
    .command("drift")
    .description(
      "what the sources say of themselves, held against the baseline: 0 same, 1 drift, 2 only unreachable, 3 bad use",
    )
    .option("--baseline <file>", "baseline to compare with (default ci/fleet-baseline.json beside servers.yaml)")
    .option("--servers <file>", "servers.yaml to use")
    .option("--json", "as JSON")
    .option("--markdown", "as the body of an issue")
    .action(async (flags: DriftFlags) => {
      const { output, process } = program;
      if (flags.json && flags.markdown) throw new UsageError("--json and --markdown exclude each other");
      const config = await loadConfig(flags, program.environment);
      await checkSettings(config);
      const cure = "restore the file from version control";
      const { baseline } = await baselineInUse(config, flags.baseline, cure);
      if (baseline === null) throw new UsageError("There is no baseline to compare with; gene-router pin writes one");
      const report = driftReport(baseline, await askSources(config, config.sources, program));
      process.exitCode = driftExitCode(report);
      if (flags.json) printJson(output, driftJson(report));
      else if (flags.markdown) output.out(driftMarkdown(report));
      else for (const line of driftLines(report)) output.out(line);
    });
