import { closeOnSignals } from "../router/shutdown.ts";
import type { Program } from "./program.ts";

/** Ends a stdio server when its host does: on a signal, when our input ends, or when our output is no longer read. */
export function serveUntilClosed({ process, stdin, stdout, output }: Program, close: () => Promise<void>): void {
  closeOnSignals(process, close);
  const end = (): void => void close().finally(() => process.exit(0));
  stdin.once("end", end);
  stdout.once("error", end);
  // A person who types the command sees nothing else.
  if ((stdin as { isTTY?: boolean }).isTTY === true) {
    output.err("gene-router: waiting for an MCP host on standard input; Ctrl-C ends it");
  }
}
