import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { HttpServing } from "../../router/serve-http.ts";
import { serveHttp } from "../../router/serve-http.ts";
import { closeOnSignals } from "../../router/shutdown.ts";
import { openContext, type RouterFlags } from "../context.ts";
import { UsageError } from "../exit-codes.ts";
import { hostLines } from "../host-lines.ts";
import { printJson } from "../output.ts";
import type { Program } from "../program.ts";
import { settle } from "../settle.ts";
import { isSourceName, SOURCE_NAMES } from "../sources.ts";
import { serveSource } from "./serve-source.ts";

const CONNECTING_MS = 2_000;

interface ServeFlags extends RouterFlags {
  http?: string;
  stdio?: boolean;
  json?: boolean;
}

export const serveCommand = (command: Command, program: Program): Command =>
  command
    .command("serve")
    .description("serve the router over HTTP, or one source alone")
    .argument("[source]", `one of ${SOURCE_NAMES.join(", ")}: serve it alone`)
    .option("--host <address>", "address to bind (default 127.0.0.1)")
    .option("--port <port>", "port of the router (default 8000; 0 = any free one)")
    .option("--servers <file>", "servers.yaml to use")
    .option("--replay <dir>", "answer from a recording instead of the network")
    .option("--surface <kind>", "search, all or transparent: what tools/list shows")
    .option("--http <port>", "with a source: serve it over HTTP on this port")
    .option("--stdio", "with a source: serve it over standard input and output")
    .option("--json", "print where it is served as one line of JSON")
    .action(async (source: string | undefined, flags: ServeFlags) => {
      if (source !== undefined) return serveOne(source, flags, program);
      if (flags.http !== undefined || flags.stdio) {
        throw new UsageError("--http and --stdio go with a source: gene-router serve kegg --http 3001");
      }
      await serveRouter(flags, program);
    });

async function serveOne(source: string, flags: ServeFlags, program: Program): Promise<void> {
  if (!isSourceName(source))
    throw new UsageError(`There is no such source; the sources are ${SOURCE_NAMES.join(", ")}`);
  if ((flags.http === undefined) === (flags.stdio !== true)) {
    throw new UsageError("Say how the source is served, one of the two: --stdio, or --http PORT");
  }
  await serveSource(source, { ...flags, http: flags.http ?? null }, program);
}

async function serveRouter(flags: ServeFlags, program: Program): Promise<void> {
  const { output, process } = program;
  const context = await openContext(flags, program, "json");
  await context.router.start();
  let serving: HttpServing;
  try {
    serving = await serveHttp(context.router, context.telemetry);
  } catch (error) {
    await context.close();
    throw portProblem(error, context.config.settings.port);
  }
  closeOnSignals(process, async () => {
    await serving.close();
    await context.close();
  });
  // The endpoint answers already; only the line that counts tools waits for sources that need a moment to connect.
  await Promise.race([context.router.settled(), sleep(CONNECTING_MS, undefined, { ref: false })]);
  const tools = context.router.snapshot().catalogue.tools.length;
  if (flags.json) printJson(output, { url: serving.url, pid: process.pid, tools });
  else {
    output.out(`gene-router ${context.installation.version} serves ${tools} tools at ${serving.url}`);
    if (flags.replay !== undefined) output.out("Answers come from a recording; no database is asked.");
    for (const line of hostLines(serving.url)) output.out(line);
  }
  // Nobody waits for it: the endpoint answers already, and what is down is said when that is known.
  void settle(context.router, output);
}

function portProblem(error: unknown, port: number): unknown {
  const code = (error as { code?: string }).code;
  if (code === "EADDRINUSE")
    return new UsageError(`Port ${port} is taken; choose another with --port or GENE_ROUTER_PORT`);
  if (code === "EACCES") return new UsageError(`Port ${port} may not be bound by this user; choose one above 1023`);
  if (code === "EADDRNOTAVAIL")
    return new UsageError("The address given with --host or GENE_ROUTER_HOST is not one of this machine");
  return error;
}
