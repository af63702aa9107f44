import type { Command } from "commander";
import { ConfigError, formatProblem } from "../../router/config/config-problem.ts";
import { validateOffline } from "../../router/inspect.ts";
import { checkSettings, loadConfig, type RouterFlags, unknownSetting } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { createInstallation } from "../installation.ts";
import { printJson } from "../output.ts";
import type { Program } from "../program.ts";

export const validateCommand = (command: Command, { environment, output, process }: Program): Command =>
  command
    .command("validate")
    .description("check servers.yaml, environment, entry points and names; offline")
    .option("--servers <file>", "servers.yaml to check")
    .option("--json", "as JSON")
    .action(async (flags: RouterFlags & { json?: boolean }) => {
      try {
        const config = await loadConfig(flags, environment);
        const unknown = (await checkSettings(config)).map(unknownSetting);
        const { openSource, close } = createInstallation({
          environment: config.environment,
          exposure: "local",
          warn: output.err,
        });
        const report = await validateOffline({ config, openSource, cacheDir: config.settings.cacheDir });
        await close();
        if (!report.ok) process.exitCode = EXIT.failed;
        if (flags.json) return printJson(output, { ...report, warnings: [...report.warnings, ...unknown] });
        for (const warning of [...report.warnings, ...unknown]) output.out(`warning: ${warning}`);
        for (const problem of report.problems) output.out(`problem: ${JSON.stringify(problem)}`);
        for (const namespace of report.unchecked) {
          output.out(`warning: ${namespace} could not be checked offline; its tools are seen once it has answered`);
        }
        output.out(`${report.ok ? "valid" : "not valid"}: ${report.sources} sources, ${report.tools} tools`);
      } catch (error) {
        if (!(error instanceof ConfigError) || !flags.json) throw error;
        process.exitCode = EXIT.usage;
        printJson(output, { ok: false, problems: error.problems.map(formatProblem) });
      }
    });
