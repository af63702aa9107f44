import type { Command } from "commander";
import { serversJsonSchema } from "../../router/config/server-entry.ts";
import { explainConfig } from "../../router/inspect.ts";
import { loadConfig, type RouterFlags, withReplay } from "../context.ts";
import { printJson, table } from "../output.ts";
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
      for (const line of table([["setting", "value", "origin", "from"], ...shown])) output.out(line);
    });

export const schemaCommand = (command: Command, { output }: Program): Command =>
  command
    .command("schema")
    .description("JSON Schema of a file that you write")
    .argument("<what>", "servers: servers.yaml")
    .option("--json", "accepted for uniformity; the schema is JSON in any case")
    .action((what: string) => {
      if (what !== "servers") command.error("error: the only schema is 'servers'", { exitCode: 2 });
      printJson(output, serversJsonSchema());
    });
