import type { Writable } from "node:stream";
import { pino } from "pino";
import { type Environment, readSetting, setting } from "../servers/kit/settings.ts";

export const logLevel = setting.choice(
  "GENE_ROUTER_LOG_LEVEL",
  "Least severe message on standard error of a server: one JSON line each",
  ["silent", "error", "warn", "info", "debug"],
  "info",
);

/**
 * A server's log: one JSON line an event, or plain lines where a person reads them. Messages are constant text and names;
 * never arguments, results or secrets.
 */
export function createWarn(
  environment: Environment,
  stderr: Writable,
  bindings: Readonly<Record<string, string>> = {},
): (message: string) => void {
  const level = readSetting(logLevel, environment);
  if ((stderr as { isTTY?: boolean }).isTTY === true) {
    const who = ["gene-router", ...Object.values(bindings)].join(" ");
    const shows = level === "warn" || level === "info" || level === "debug";
    return (message) => void (shows && stderr.write(`${who}: ${message}\n`));
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
  return (message) => log.warn(message);
}
