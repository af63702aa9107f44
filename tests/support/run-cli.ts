import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { runCommand } from "../../cli/run-command.ts";

/** One run of the command line in this process, with nothing of the machine's environment but a cache that is off. */
export async function runCli(
  argv: string[],
  env: Record<string, string> = {},
): Promise<{ out: string; err: string; code: number }> {
  const out: string[] = [];
  const err: string[] = [];
  const process = Object.assign(new EventEmitter(), {
    pid: 1,
    exitCode: undefined as number | undefined,
    exit: (code: number) => {
      process.exitCode = code;
    },
  });
  await runCommand(argv, {
    environment: { GENE_ROUTER_CACHE_DIR: "off", ...env },
    output: { out: (line) => out.push(line), err: (line) => err.push(line) },
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    process,
  });
  return { out: out.join("\n"), err: err.join("\n"), code: process.exitCode ?? 0 };
}
