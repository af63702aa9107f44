import { ProtocolError } from "@modelcontextprotocol/server";
import type { Command } from "commander";
import { localCaller } from "../../router/surface/caller.ts";
import { type TableDocument, writtenOut } from "../../servers/kit/table/table-document.ts";
import { TABLE_SCHEME } from "../../servers/kit/table/table-shelf.ts";
import { openContext, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { plain } from "../output.ts";
import type { Program } from "../program.ts";
import { settle } from "../settle.ts";
import { watchOver } from "../waiting.ts";

/** Nobody has this address; any other error is a failure of the source. */
const INVALID_PARAMS = -32602;

export const tableCommand = (command: Command, program: Program): Command =>
  command
    .command("table")
    .description("print one whole data set of a source as JSON, every cell written out; without a name, list them")
    .argument("[source]", "for example tbdb")
    .argument("[name]", "for example variants")
    .argument("[parameters...]", "for example an organism code")
    .option("--servers <file>", "servers.yaml to use")
    .option("--replay <dir>", "answer from a recording instead of the network")
    .action(async (source: string | undefined, name: string | undefined, values: string[], flags: RouterFlags) => {
      const { output, process } = program;
      const context = await openContext(flags, program);
      const waiting = watchOver(output, "table");
      try {
        await context.router.start();
        await settle(context.router, output);
        const { resources, resourceTemplates } = context.router.snapshot().catalogue;
        const addresses = [
          ...resources.map(({ sourceUri }) => sourceUri),
          ...resourceTemplates.map(({ sourceUri }) => sourceUri),
        ].filter((uri) => uri.startsWith(TABLE_SCHEME));
        if (source === undefined || name === undefined) {
          for (const uri of addresses) output.out(uri.slice(TABLE_SCHEME.length).replaceAll("/", " "));
          return;
        }
        const uri = `${TABLE_SCHEME}${[source, name, ...values].map(encodeURIComponent).join("/")}`;
        const caller = localCaller("table", new AbortController().signal, ({ message }) =>
          waiting.progress(typeof message === "string" ? message : "working"),
        );
        const { contents } = await context.router.readResource(uri, caller);
        const [content] = contents;
        const document = JSON.parse(content !== undefined && "text" in content ? content.text : "{}") as TableDocument;
        if (document.errors.length > 0) process.exitCode = EXIT.failed;
        output.out(JSON.stringify(writtenOut(document)));
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        if (error.code === INVALID_PARAMS)
          throw new UsageError(`${plain(error.message)}; gene-router table lists what there is`);
        process.exitCode = EXIT.failed;
        output.err(`gene-router: ${plain(error.message)}`);
      } finally {
        waiting.done();
        await context.close();
      }
    });
