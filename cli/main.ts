#!/usr/bin/env node
import { Command } from "commander";
import { ConfigError, formatProblem } from "../router/config/config-problem.ts";
import { SettingError } from "../servers/kit/settings.ts";
import { packageVersion } from "../servers/kit/version.ts";
import { callCommand } from "./commands/call.ts";
import { configCommand, schemaCommand } from "./commands/config.ts";
import { docsCommand } from "./commands/docs.ts";
import { listToolsCommand } from "./commands/list-tools.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { stdioCommand } from "./commands/stdio.ts";
import { validateCommand } from "./commands/validate.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { outputTo } from "./output.ts";
import type { Program } from "./program.ts";

const program: Program = {
  environment: process.env,
  output: outputTo(process.stdout, process.stderr),
  stdin: process.stdin,
  stdout: process.stdout,
  process,
};

const command = new Command("gene-router")
  .description("One MCP endpoint for gene evidence. Research use only; not for diagnosis or treatment.")
  .version(packageVersion())
  .showHelpAfterError("(--help says how it is used)")
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage));

for (const add of [
  serveCommand,
  stdioCommand,
  listToolsCommand,
  searchCommand,
  callCommand,
  validateCommand,
  configCommand,
  schemaCommand,
  docsCommand,
]) {
  add(command, program);
}
// Subcommands do not inherit it.
for (const each of command.commands) {
  each.exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.ok : EXIT.usage));
}

try {
  await command.parseAsync();
} catch (error) {
  const lines =
    error instanceof ConfigError
      ? error.problems.map(formatProblem)
      : error instanceof UsageError || error instanceof SettingError
        ? [error.message]
        : null;
  if (lines === null) throw error;
  for (const line of lines) program.output.err(`gene-router: ${line}`);
  process.exitCode = EXIT.usage;
}
