import { Command, CommanderError } from "commander";
import { ConfigError, formatProblem } from "../router/config/config-problem.ts";
import { SettingError } from "../servers/kit/settings.ts";
import { packageVersion } from "../servers/kit/version.ts";
import { callCommand } from "./commands/call.ts";
import { configCommand } from "./commands/config.ts";
import { docsCommand } from "./commands/docs.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { driftCommand } from "./commands/drift.ts";
import { installCommand } from "./commands/install.ts";
import { listToolsCommand } from "./commands/list-tools.ts";
import { pinCommand } from "./commands/pin.ts";
import { schemaCommand } from "./commands/schema.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { stdioCommand } from "./commands/stdio.ts";
import { tableCommand } from "./commands/table.ts";
import { validateCommand } from "./commands/validate.ts";
import { EXIT, UsageError, usageCode } from "./exit-codes.ts";
import type { Program } from "./program.ts";

const COMMANDS = [
  serveCommand,
  stdioCommand,
  listToolsCommand,
  searchCommand,
  callCommand,
  tableCommand,
  validateCommand,
  doctorCommand,
  driftCommand,
  pinCommand,
  configCommand,
  schemaCommand,
  installCommand,
  docsCommand,
];

/** Runs `gene-router <argv>`; the exit code goes to `program.process.exitCode`. Unexpected errors are thrown. */
export async function runCommand(argv: readonly string[], program: Program): Promise<void> {
  const { output } = program;
  const trimmed = (text: string): string => text.replace(/\n$/, "");
  const command = new Command("gene-router")
    .description("One MCP endpoint for gene evidence. Research use only; not for diagnosis or treatment.")
    .version(packageVersion())
    .showHelpAfterError("(--help says how it is used)")
    .configureOutput({
      writeOut: (text) => output.out(trimmed(text)),
      writeErr: (text) => output.err(trimmed(text)),
    })
    .exitOverride();
  for (const add of COMMANDS) add(command, program);
  try {
    await command.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) program.process.exitCode = error.exitCode === 0 ? EXIT.ok : usageCode(argv[0]);
    else {
      for (const line of messagesOf(error)) output.err(`gene-router: ${line}`);
      program.process.exitCode = usageCode(argv[0]);
    }
  }
}

function messagesOf(error: unknown): string[] {
  if (error instanceof ConfigError) return error.problems.map(formatProblem);
  if (error instanceof UsageError || error instanceof SettingError) return [error.message];
  throw error;
}
