import type { Command } from "commander";
import { serversJsonSchema } from "../../router/config/server-entry.ts";
import { envelopeJsonSchema } from "../../servers/kit/envelope/json-schema.ts";
import { UsageError } from "../exit-codes.ts";
import { printJson } from "../output.ts";
import type { Program } from "../program.ts";

const SCHEMAS: Readonly<Record<string, () => Record<string, unknown>>> = {
  servers: serversJsonSchema,
  envelope: envelopeJsonSchema,
};

export const schemaCommand = (command: Command, { output }: Program): Command =>
  command
    .command("schema")
    .description("JSON Schema of servers.yaml, which you write, or of the result envelope, which you read")
    .argument("<what>", "servers or envelope")
    .option("--json", "accepted for uniformity; the schema is JSON in any case")
    .action((what: string) => {
      const schema = Object.hasOwn(SCHEMAS, what) ? SCHEMAS[what] : undefined;
      if (schema === undefined)
        throw new UsageError("The schemas are servers and envelope: gene-router schema servers");
      printJson(output, schema());
    });
