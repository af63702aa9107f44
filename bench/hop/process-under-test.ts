import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ProcessUnderTest {
  readonly pid: number;
  /** First match of what it printed. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Milliseconds of processor time so far, user and system. */
  cpuMs(): number;
  /** Resident memory, MiB. */
  rssMib(): number;
  end(): void;
}

/** Clock ticks a second; Linux reports processor time in them. */
const TICKS = Number(spawnSync("getconf", ["CLK_TCK"]).stdout?.toString() ?? 100) || 100;
const canPin = spawnSync("taskset", ["--version"]).error === undefined;

/** A program on the first core, so that whoever loads it has the other. */
export function startProcess(
  command: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): ProcessUnderTest {
  const [program = "", ...args] = canPin ? ["taskset", "-c", "0", ...command] : command;
  const child: ChildProcess = spawn(program, args, {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd !== undefined && { cwd }),
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  const pid = child.pid ?? 0;
  return {
    pid,
    async says(pattern) {
      const until = Date.now() + 60_000;
      for (;;) {
        const match = pattern.exec(text);
        if (match !== null) return match;
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(`did not say ${pattern}: ${text.slice(-2000)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    cpuMs() {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
    },
    rssMib: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
    end: () => void child.kill("SIGKILL"),
  };
}
