import type { Command } from "commander";
import type { Finding } from "../../servers/kit/assumption.ts";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";
import { readUpstreamSettings } from "../../servers/kit/upstream/upstream-settings.ts";
import { checkSettings, loadConfig, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { createInstallation } from "../installation.ts";
import { table } from "../layout.ts";
import { type Output, printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { examineServices } from "../services.ts";
import { isSourceName, SOURCE_NAMES } from "../sources.ts";

interface DoctorFlags extends RouterFlags {
  live?: boolean;
  source?: string;
  json?: boolean;
}

export const doctorCommand = (command: Command, program: Program): Command =>
  command
    .command("doctor")
    .description("ask each database whether it still is what its source takes it for")
    .option("--live", "really ask: about forty small requests, at the pace of each service")
    .option("--source <name>", `only one source: ${SOURCE_NAMES.join(", ")}`)
    .option("--servers <file>", "servers.yaml to use")
    .option("--json", "as JSON")
    .action(async (flags: DoctorFlags) => {
      if (!flags.live) {
        throw new UsageError("doctor asks public services; say --live to let it (validate checks everything offline)");
      }
      const findings = await examine(flags, program);
      const { output, process } = program;
      if (findings === null) {
        process.exitCode = EXIT.interrupted;
        return output.err("gene-router: cancelled");
      }
      if (findings.some(({ state }) => state !== "holds")) process.exitCode = EXIT.failed;
      if (flags.json) printJson(output, { findings });
      else show(findings, output);
    });

/** Null when it was interrupted; what was found until then has been said. */
async function examine(
  flags: DoctorFlags,
  { environment: given, output, process }: Program,
): Promise<readonly Finding[] | null> {
  const { source } = flags;
  if (source !== undefined && !isSourceName(source)) {
    throw new UsageError(`--source takes one of ${SOURCE_NAMES.join(", ")}`);
  }
  const config = await loadConfig(flags, given);
  await checkSettings(config);
  const { environment } = config;
  const settings = readUpstreamSettings(environment);
  if (settings.upstream.kind !== "live") {
    throw new UsageError("GENE_ROUTER_UPSTREAM is not live; doctor --live has to ask the services themselves");
  }
  const installation = createInstallation({ environment, exposure: "local", warn: output.err });
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort();
  };
  process.on("SIGINT", onInterrupt);
  try {
    return await examineServices({
      upstream: installation.upstream,
      environment,
      clock: createSystemClock(),
      deadlineMs: settings.deadlineMs,
      signal: interrupt.signal,
      ...(source !== undefined && { sources: [source] }),
      onFinding: ({ source: name, name: assumption, state }) => output.err(`${name} ${assumption}: ${state}`),
    });
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return null;
  } finally {
    process.off("SIGINT", onInterrupt);
    await installation.close();
  }
}

function show(findings: readonly Finding[], output: Output): void {
  const bad = findings.filter(({ state }) => state !== "holds");
  const rows = bad.map(({ source, name, state, says, found }) => [
    `${source} ${name}`,
    state,
    `taken for granted: ${says}${found === null ? "" : `; found: ${found}`}`,
  ]);
  for (const line of table(rows, output.columns)) output.out(line);
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  output.out(`${count("holds")} hold, ${count("broken")} broken, ${count("unanswered")} unanswered`);
}
