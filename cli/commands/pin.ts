import type { Command } from "commander";
import type { Config, SourceConfig } from "../../router/config/config.ts";
import { saveBaseline } from "../../router/drift/baseline-file.ts";
import { nextBaseline, type PinOutcome, type PinRequest } from "../../router/drift/pin.ts";
import { changeLines } from "../../router/drift/show-drift.ts";
import { shown } from "../../router/drift/word-diff.ts";
import { baselineInUse } from "../baseline-in-use.ts";
import { checkSettings, loadConfig, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { askSources } from "../live-sources.ts";
import { type Output, printJson } from "../output.ts";
import type { Program } from "../program.ts";

interface PinFlags extends RouterFlags {
  baseline?: string;
  only?: string;
  acceptHiddenText?: boolean;
  json?: boolean;
}

export const pinCommand = (command: Command, program: Program): Command =>
  command
    .command("pin")
    .description("accept what the sources say of themselves now: writes the baseline, and prints what is accepted")
    .option("--only <name>", "one source (kegg), or one tool of it (kegg_get_pathways), under the source's own name")
    .option("--baseline <file>", "baseline to write (default ci/fleet-baseline.json beside servers.yaml)")
    .option("--servers <file>", "servers.yaml to use")
    .option("--accept-hidden-text", "pin definitions that hold characters a reader cannot see")
    .option("--json", "as JSON")
    .action(async (flags: PinFlags) => {
      const { output, process } = program;
      const config = await loadConfig(flags, program.environment);
      await checkSettings(config);
      const only = flags.only === undefined ? null : target(flags.only, config);
      const cure = "restore it from version control, or delete it and pin everything anew";
      const { file, baseline } = await baselineInUse(config, flags.baseline, cure);
      const sources = config.sources.filter(({ namespace }) => only === null || namespace === only.namespace);
      const outcome = nextBaseline({
        before: baseline,
        live: await askSources(config, sources, program),
        only,
        skipped: config.skipped.map(({ namespace }) => namespace),
        acceptHiddenText: flags.acceptHiddenText === true,
        capturedAt: new Date().toISOString(),
      });
      if (outcome.kind === "no_such_tool")
        throw new UsageError("--only: the source has no tool of this name, and none is pinned");
      if (outcome.kind === "pinned") await saveBaseline(file, outcome.baseline);
      process.exitCode = CODES[outcome.kind];
      if (flags.json) printJson(output, asJson(outcome));
      else show(outcome, output);
    });

const CODES = { pinned: EXIT.ok, same: EXIT.ok, refused: EXIT.failed, unreachable: EXIT.unreachable } as const;

/** `kegg` or `kegg_get_pathways`: a namespace has no underscore, so the first one ends it. */
function target(only: string, { sources }: Config): NonNullable<PinRequest["only"]> {
  const end = only.indexOf("_");
  const namespace = end === -1 ? only : only.slice(0, end);
  const known = sources.map((source: SourceConfig) => source.namespace);
  if (!known.includes(namespace))
    throw new UsageError(`--only: there is no such source; the sources are ${known.join(", ")}`);
  return { namespace, tool: end === -1 ? null : only.slice(end + 1) };
}

type Said = Exclude<PinOutcome, { kind: "no_such_tool" }>;

function show(outcome: Said, { out, err }: Output): void {
  switch (outcome.kind) {
    case "same":
      out("Everything is as pinned; the baseline stays as it is.");
      break;
    case "unreachable":
      for (const { namespace, error } of outcome.sources) err(`gene-router: ${namespace} does not answer: ${error}`);
      err("gene-router: nothing was pinned; a source is pinned only while it answers (--only NAME pins another)");
      break;
    case "refused":
      for (const { namespace, entry, reason } of outcome.entries) {
        err(`gene-router: ${namespace} ${entry.part} ${shown(entry.name)} ${REFUSALS[reason]}`);
      }
      err("gene-router: nothing was pinned; look with gene-router drift, or say --accept-hidden-text if it is meant");
      break;
    case "pinned":
      for (const { namespace, change } of outcome.accepted)
        for (const line of changeLines(namespace, change)) out(line);
      for (const namespace of outcome.dropped) out(`DROPPED ${namespace}: no longer in servers.yaml`);
      out(`${outcome.accepted.length} changes accepted.`);
  }
}

const REFUSALS = {
  ambiguous: "has two different definitions",
  hidden_text: "holds characters that a reader cannot see",
} as const;

function asJson(outcome: Said): Record<string, unknown> {
  switch (outcome.kind) {
    case "same":
      return { pinned: false, reason: "same" };
    case "unreachable":
      return { pinned: false, reason: "unreachable", sources: outcome.sources };
    case "refused":
      return {
        pinned: false,
        reason: "refused",
        entries: outcome.entries.map(({ namespace, entry, reason }) => ({
          namespace,
          part: entry.part,
          name: entry.name,
          reason,
        })),
      };
    case "pinned":
      return { pinned: true, accepted: outcome.accepted, dropped: outcome.dropped };
  }
}
