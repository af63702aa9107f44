import { ProtocolError } from "@modelcontextprotocol/server";
import type { Command } from "commander";
import { localCaller } from "../../router/surface/caller.ts";
import { type TableDocument, writtenOut } from "../../servers/kit/table/table-document.ts";
import { TABLE_SCHEME } from "../../servers/kit/table/table-shelf.ts";
import { openContext, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { plain, printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { settle } from "../settle.ts";
import { watchOver } from "../waiting.ts";

interface TableFlags extends RouterFlags {
  json?: boolean;
}

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
    .option("--json", "list tables as JSON; a table always is")
    .option("--replay <dir>", "answer from a recording instead of the network")
    .action(async (source: string | undefined, name: string | undefined, values: string[], flags: TableFlags) => {
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
        const tables = addresses.map((uri) => uri.slice(TABLE_SCHEME.length).split("/"));
        const own = tables.filter(([owner]) => source === undefined || owner === source);
        if (own.length === 0) throw new UsageError(`${unknownSource(tables)}; gene-router table lists what there is`);
        if (source === undefined || name === undefined) {
          if (flags.json) return printJson(output, own.map(shown));
          for (const parts of own) output.out(parts.join(" "));
          return;
        }
        refuseWrong(own, name, values);
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

/** Parts of a table's address: source, name, and its parameters in braces. */
type TableParts = readonly string[];

const shown = ([source, name, ...parameters]: TableParts): object => ({
  source,
  name,
  parameters: parameters.map((parameter) => parameter.replace(/^\{|\}$/g, "")),
});

const unknownSource = (tables: readonly TableParts[]): string => {
  const sources = [...new Set(tables.map(([source]) => source))];
  return sources.length === 0
    ? "No source has tables here"
    : `This source has no tables; sources with tables are ${sources.join(", ")}`;
};

/** A name that the source does not have, and a parameter too few or too many, are different slips. */
function refuseWrong(tables: readonly TableParts[], name: string, values: readonly string[]): void {
  const table = tables.find(([, known]) => known === name);
  if (table === undefined) {
    const names = tables.map(([, known]) => known).join(", ");
    throw new UsageError(`This source has no such table, only ${names}; gene-router table lists what there is`);
  }
  const [source, , ...parameters] = table;
  if (values.length === parameters.length) return;
  const wanted = parameters.length === 0 ? "no parameter" : parameters.join(" ");
  throw new UsageError(`This table takes ${wanted}: gene-router table ${[source, name, ...parameters].join(" ")}`);
}
