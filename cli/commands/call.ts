import { ProtocolError } from "@modelcontextprotocol/server";
import type { Command } from "commander";
import { openContext, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { plain, printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { settle } from "../settle.ts";
import { showResult } from "../show-result.ts";
import { watchOver } from "../waiting.ts";

interface CallFlags extends RouterFlags {
  json?: boolean;
}

export const callCommand = (command: Command, program: Program): Command =>
  command
    .command("call")
    .description("call one tool; the same code path as over MCP")
    .argument("<name>", "full name, for example kegg_get_pathways")
    .argument("[arguments]", "arguments as a JSON object", "{}")
    .option("--servers <file>", "servers.yaml to use")
    .option("--replay <dir>", "answer from a recording instead of the network")
    .option("--json", "the structured result as JSON")
    .action(async (name: string, text: string, flags: CallFlags) => {
      const args = parseArguments(text);
      const { output, process } = program;
      const context = await openContext(flags, program);
      const interrupt = new AbortController();
      const onInterrupt = (): void => {
        // The second one does not wait for whatever the first one left to be tidied up.
        if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
        interrupt.abort();
      };
      process.on("SIGINT", onInterrupt);
      const waiting = watchOver(output, plain(name).slice(0, 64));
      try {
        await context.router.start();
        // A source that has never been heard before is known by its tools only when it has answered.
        if (!context.router.snapshot().catalogue.toolsByName.has(name)) await settle(context.router, output);
        const result = await context.router.callLocally(name, args, {
          signal: interrupt.signal,
          onProgress: ({ message }) => waiting.progress(typeof message === "string" ? message : "working"),
        });
        if (result.isError) process.exitCode = EXIT.failed;
        if (flags.json) printJson(output, result.structuredContent ?? result);
        else showResult(result, output);
      } catch (error) {
        if (interrupt.signal.aborted) {
          process.exitCode = EXIT.interrupted;
          output.err("gene-router: cancelled");
          return;
        }
        if (!(error instanceof ProtocolError)) throw error;
        const near = (error.data as { suggestions?: string[] } | undefined)?.suggestions ?? [];
        throw new UsageError([plain(error.message), ...near.map((each) => `  ${plain(each)}`)].join("\n"));
      } finally {
        waiting.done();
        process.off("SIGINT", onInterrupt);
        await context.close();
      }
    });

function parseArguments(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`Arguments must be a JSON object, for example '{"gene":"katG"}'`);
  }
  return value as Record<string, unknown>;
}
