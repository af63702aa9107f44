import type { Command } from "commander";
import { explainConfig } from "../../router/inspect.ts";
import { loadConfig, type RouterFlags, withReplay } from "../context.ts";
import { table } from "../layout.ts";
import { printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { explainSettings } from "../settings-table.ts";

export const configCommand = (command: Command, { environment, output }: Program): Command =>
  command
    .command("config")
    .description("every setting in effect, with where it comes from; secrets are masked")
    .option("--servers <file>", "servers.yaml to use")
    .option("--replay <dir>", "as with serve")
    .option("--json", "as JSON")
    .action(async (flags: RouterFlags & { json?: boolean }) => {
      const config = await loadConfig(flags, withReplay(environment, flags.replay));
      const rows = [...explainConfig(config), ...(await explainSettings(config.environment, environment))];
      if (flags.json) return printJson(output, rows);
      const shown = rows.map(({ key, value, origin, from }) => [
        key,
        JSON.stringify(value) ?? "null",
        origin,
        from ?? "",
      ]);
      for (const line of table([["setting", "value", "origin", "from"], ...shown], output.columns)) output.out(line);
    });
