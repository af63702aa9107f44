import { ProtocolError } from "@modelcontextprotocol/server";
import type { Command } from "commander";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";
import { openContext, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { type Output, plain, printJson, table } from "../output.ts";
import type { Program } from "../program.ts";

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
      const onInterrupt = () => interrupt.abort();
      process.on("SIGINT", onInterrupt);
      try {
        await context.router.start();
        const result = await context.router.callLocally(name, args, interrupt.signal);
        if (result.isError) process.exitCode = EXIT.failed;
        if (flags.json) printJson(output, result.structuredContent ?? result);
        else if (isEnvelope(result.structuredContent)) showEnvelope(result.structuredContent, output);
        else for (const block of result.content) if (block.type === "text") output.out(block.text);
      } catch (error) {
        if (interrupt.signal.aborted) throw new UsageError("Cancelled");
        if (!(error instanceof ProtocolError)) throw error;
        const near = (error.data as { suggestions?: string[] } | undefined)?.suggestions ?? [];
        throw new UsageError([error.message, ...near.map((each) => `  ${each}`)].join("\n"));
      } finally {
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

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === "object" && value !== null && "envelope" in value && "record_ids" in value;

/** An envelope for a person: how to read it first, then what is in it. */
function showEnvelope(envelope: Envelope, { out }: Output): void {
  const { outcome, page, records, notes, errors, resolved } = envelope;
  const total = page.total === null ? "" : ` of ${page.total}`;
  out(`${outcome}: ${page.returned}${total} records (matched by ${plain(resolved.matched_by as string)})`);
  const rows = records.map((record) => [
    record.record_id,
    record.flags.join(","),
    plain(record.name).slice(0, 80),
    record.url,
  ]);
  for (const line of table(rows)) out(`  ${line}`);
  for (const note of notes) out(`note  ${note}`);
  for (const { code, message, param } of errors) out(`error ${code}${param === null ? "" : ` (${param})`}: ${message}`);
}
