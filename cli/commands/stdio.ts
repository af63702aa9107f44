import type { Command } from "commander";
import { serveStdio } from "../../router/serve-stdio.ts";
import { openContext, type RouterFlags } from "../context.ts";
import type { Program } from "../program.ts";
import { serveUntilClosed } from "../serve-until-closed.ts";

export const stdioCommand = (command: Command, program: Program): Command =>
  command
    .command("stdio")
    .description("serve the router over standard input and output, for hosts that spawn it")
    .option("--servers <file>", "servers.yaml to use")
    .option("--replay <dir>", "answer from a recording instead of the network")
    .option("--surface <kind>", "search, all or transparent: what tools/list shows")
    .option("--json", "accepted for uniformity; standard output is JSON-RPC in any case")
    .action(async (flags: RouterFlags) => {
      const { stdin, stdout } = program;
      const context = await openContext(flags, program, "json");
      await context.router.start();
      const serving = serveStdio(context.router, stdin, stdout);
      const close = async (): Promise<void> => {
        await serving.close();
        await context.close();
      };
      serveUntilClosed(program, close);
    });
