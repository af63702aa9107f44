import type { Command } from "commander";
import { serversJsonSchema } from "../../router/config/server-entry.ts";
import { UsageError } from "../exit-codes.ts";
import { printJson } from "../output.ts";
import type { Program } from "../program.ts";

export const schemaCommand = (command: Command, { output }: Program): Command =>
  command
    .command("schema")
    .description("JSON Schema of a file that you write")
    .argument("<what>", "servers: servers.yaml")
    .option("--json", "accepted for uniformity; the schema is JSON in any case")
    .action((what: string) => {
      if (what !== "servers") throw new UsageError("The only schema is of servers: gene-router schema servers");
      printJson(output, serversJsonSchema());
    });
