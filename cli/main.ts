#!/usr/bin/env node
import { outliveReaders, outputTo } from "./output.ts";
import { runCommand } from "./run-command.ts";

outliveReaders(process.stdout, process.stderr);
await runCommand(process.argv.slice(2), {
  environment: process.env,
  output: outputTo(process.stdout, process.stderr),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  process,
});
