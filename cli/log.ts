import type { Writable } from "node:stream";
import { pino } from "pino";
import type { WriteEvent } from "../router/observe/call-log.ts";
import { type Environment, readSetting, setting } from "../servers/kit/settings.ts";

const LEVELS = ["silent", "error", "warn", "info", "debug"] as const;

export const logLevel = setting.choice(
  "GENE_ROUTER_LOG_LEVEL",
  "Least severe message on standard error of a server: one JSON line each",
  LEVELS,
  "info",
);

/** What a server writes on standard error. */
export interface Log {
  readonly warn: (message: string) => void;
  readonly write: WriteEvent;
}

/**
 * A server's log: one JSON line an event, or plain lines where a person reads them. Messages are constant text and names;
 * never arguments, results or secrets.
 */
export function createLog(
  environment: Environment,
  stderr: Writable,
  bindings: Readonly<Record<string, string>> = {},
): Log {
  const level = readSetting(logLevel, environment);
  const shows = (least: "warn" | "info" | "debug"): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(least);
  if ((stderr as { isTTY?: boolean }).isTTY === true) {
    const who = ["gene-router", ...Object.values(bindings)].join(" ");
    return {
      warn: (message) => void (shows("warn") && stderr.write(`${who}: ${message}\n`)),
      write: (event, { name, kind, outcome, ms }) =>
        void (event === "call" && shows("info") && stderr.write(`${who}: ${name ?? kind} ${outcome} ${ms} ms\n`)),
    };
  }
  const log = pino(
    {
      level,
      base: bindings,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    stderr,
  );
  return {
    warn: (message) => log.warn(message),
    write: (event, fields) => log[event === "call" ? "info" : "debug"]({ event, ...fields }),
  };
}
