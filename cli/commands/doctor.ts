import { resolve } from "node:path";
import type { Command } from "commander";
import type { Config } from "../../router/config/config.ts";
import { examineRouter, type RouterExamination } from "../../router/doctor/examine-router.ts";
import { lookAtMachine } from "../../router/doctor/machine.ts";
import { BadBaseline, type Baseline } from "../../router/drift/baseline.ts";
import { baselineFileOf, loadBaseline } from "../../router/drift/baseline-file.ts";
import type { Finding } from "../../servers/kit/assumption.ts";
import { createSystemClock } from "../../servers/kit/upstream/system-clock.ts";
import { readUpstreamSettings } from "../../servers/kit/upstream/upstream-settings.ts";
import { allVariables, checkSettings, loadConfig, type RouterFlags, withReplay } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { createInstallation, type Installation } from "../installation.ts";
import { type Output, printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { examineServices } from "../services.ts";
import { showRouter, showServices } from "../show-doctor.ts";
import { isSourceName, SOURCE_NAMES, SOURCES, type SourceName } from "../sources.ts";

interface DoctorFlags extends RouterFlags {
  live?: boolean;
  source?: string;
  json?: boolean;
}

export const doctorCommand = (command: Command, program: Program): Command =>
  command
    .command("doctor")
    .description("look at every source as it answers now, and at what surrounds the router; each finding with its cure")
    .option(
      "--live",
      "ask the databases too whether they still are what their sources take them for: about forty requests",
    )
    .option("--source <name>", `with --live: only one database, of ${SOURCE_NAMES.join(", ")}`)
    .option("--servers <file>", "servers.yaml to use")
    .option("--replay <dir>", "answer from a recording instead of the network")
    .option("--json", "as JSON")
    .action(async (flags: DoctorFlags) => {
      const { output, process } = program;
      const report = await examine(flags, program);
      if (report === null) {
        process.exitCode = EXIT.interrupted;
        return output.err("gene-router: cancelled");
      }
      const { router, services } = report;
      const bad =
        router.findings.some(({ severity }) => severity === "error") ||
        (services ?? []).some(({ state }) => state === "broken" || state === "unanswered");
      if (bad) process.exitCode = EXIT.failed;
      if (flags.json) return printJson(output, { ...router, services });
      showRouter(router, output);
      if (services !== null) showServices(services, output);
    });

interface Report {
  readonly router: RouterExamination;
  /** null: the databases were not asked. */
  readonly services: readonly Finding[] | null;
}

/** Null when it was interrupted; what was found until then has been said. */
async function examine(flags: DoctorFlags, { environment: given, output, process }: Program): Promise<Report | null> {
  const asked = await askedDatabase(flags, output);
  const config = await loadConfig(flags, withReplay(given, flags.replay));
  const unknownSettings = await checkSettings(config);
  const settings = readUpstreamSettings(config.environment);
  if (flags.live && settings.upstream.kind !== "live") {
    throw new UsageError("GENE_ROUTER_UPSTREAM is not live; doctor --live has to ask the services themselves");
  }
  const installation = createInstallation({ environment: config.environment, exposure: "local", warn: output.err });
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    interrupt.abort();
  };
  process.on("SIGINT", onInterrupt);
  try {
    const router = await examineOwn(config, unknownSettings, installation, interrupt.signal, output);
    const services = flags.live
      ? await examineServices({
          upstream: installation.upstream,
          environment: config.environment,
          clock: createSystemClock(),
          deadlineMs: settings.deadlineMs,
          signal: interrupt.signal,
          ...(asked !== null && { sources: [asked] }),
          onFinding: ({ source: name, name: assumption, state }) => output.err(`${name} ${assumption}: ${state}`),
        })
      : null;
    return { router, services };
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return null;
  } finally {
    process.off("SIGINT", onInterrupt);
    await installation.close();
  }
}

async function askedDatabase({ source, live }: DoctorFlags, { err }: Output): Promise<SourceName | null> {
  if (source === undefined) return null;
  if (!isSourceName(source)) throw new UsageError(`--source takes one of ${SOURCE_NAMES.join(", ")}`);
  if (!live) throw new UsageError("--source goes with --live: it chooses the database that is asked");
  const { assumptions } = await SOURCES[source]();
  if (assumptions === undefined) err(`gene-router: ${source} takes nothing for granted of any database; none is asked`);
  return source;
}

async function examineOwn(
  config: Config,
  unknownSettings: readonly string[],
  installation: Installation,
  signal: AbortSignal,
  output: Output,
): Promise<RouterExamination> {
  const { baseline, state } = await baselineOf(config);
  const clock = createSystemClock();
  return examineRouter({
    config,
    openSource: installation.openSource,
    clock,
    version: installation.version,
    surroundings: {
      ...(await lookAtMachine(config.settings.cacheDir, resolve(".env"))),
      baseline: state,
      unknownSettings,
      knownSettings: await allVariables(config.environment),
      now: clock.now(),
    },
    baseline,
    signal,
    onSource: ({ namespace, state: answer }) => output.err(`${namespace}: ${answer}`),
  });
}

async function baselineOf(config: Config): Promise<{ baseline: Baseline | null; state: "found" | "none" | "bad" }> {
  const file = baselineFileOf(config);
  try {
    const baseline = file === null ? null : await loadBaseline(file);
    return { baseline, state: baseline === null ? "none" : "found" };
  } catch (error) {
    if (!(error instanceof BadBaseline)) throw error;
    return { baseline: null, state: "bad" };
  }
}
