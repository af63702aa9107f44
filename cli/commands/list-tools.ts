import type { Command } from "commander";
import { listTools } from "../../router/inspect.ts";
import type { Surface } from "../../router/surface/snapshot.ts";
import { openContext, type RouterFlags } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { table } from "../layout.ts";
import { plain, printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { settle } from "../settle.ts";

interface ListFlags extends RouterFlags {
  namespace?: string;
  json?: boolean;
}

export const listToolsCommand = (command: Command, program: Program): Command =>
  command
    .command("list-tools")
    .description("the tools by name, with what each does and costs in tokens")
    .option("--namespace <name>", "only the tools of one source")
    .option("--surface <kind>", "search or all: what tools/list shows")
    .option("--servers <file>", "servers.yaml to use")
    .option("--json", "as JSON")
    .action(async (flags: ListFlags) => {
      const { output } = program;
      const context = await openContext(flags, program);
      try {
        await context.router.start();
        await settle(context.router, output);
        const { namespace } = flags;
        const known = context.config.sources.map((source) => source.namespace);
        if (namespace !== undefined && !known.includes(namespace)) {
          throw new UsageError(`--namespace: there is no such source; the sources are ${known.join(", ")}`);
        }
        const surface = context.config.settings.surface as Surface | null;
        const rows = listTools(context.router, {
          ...(namespace !== undefined && { namespace }),
          ...(surface !== null && { surface }),
        });
        if (flags.json) return printJson(output, rows);
        const shown = rows.map(({ name, tokens, pinned, listed, about }) => [
          name,
          `${tokens}`,
          pinned ? "pinned" : listed ? "listed" : "by search",
          plain(about),
        ]);
        for (const line of table([["tool", "tokens", "shown", "about"], ...shown], output.columns)) output.out(line);
        const total = rows.filter(({ listed }) => listed).reduce((sum, { tokens }) => sum + tokens, 0);
        output.out(`${rows.length} tools; tools/list costs about ${total} tokens`);
      } finally {
        await context.close();
      }
    });
