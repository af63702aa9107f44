import type { Command } from "commander";
import { UsageError } from "../exit-codes.ts";
import { UnreadableHostFile } from "../hosts/entry.ts";
import type { Host, HostScope, Reach } from "../hosts/host.ts";
import { ChangedMeanwhile, replaceFile, targetOf, textOf } from "../hosts/host-file.ts";
import { HOST_NAMES, HOSTS } from "../hosts/hosts.ts";
import { changedLines } from "../hosts/line-diff.ts";
import { merged, type Shown, shownFor } from "../hosts/prepare.ts";
import { placeOf, type ReachFlags, reachOf } from "../hosts/reach.ts";
import { type Output, printJson } from "../output.ts";
import type { Program } from "../program.ts";

interface InstallFlags extends ReachFlags {
  write?: boolean;
  dryRun?: boolean;
  project?: boolean;
  name: string;
  json?: boolean;
}

/** Hosts put the name before every tool's, and have little room for it. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

export const installCommand = (command: Command, program: Program): Command =>
  command
    .command("install")
    .description("print a host's configuration for this router, or write it into the host's file")
    .argument("<host>", `${HOST_NAMES.join(", ")}, or print: all of them`)
    .option("--write", "merge it into the host's file; the file before is kept beside it")
    .option("--dry-run", "show what --write would change, and write nothing")
    .option("--project", "for everyone in this folder, instead of for this user everywhere")
    .option("--stdio", "let the host start the router, instead of calling it over HTTP")
    .option("--url <url>", "URL of the MCP endpoint (default: as this configuration serves it)")
    .option("--token-env <name>", "variable that holds the caller's token; the token itself is never written")
    .option("--name <name>", "name of the entry", "gene-router")
    .option("--servers <file>", "servers.yaml to use")
    .option("--json", "as JSON")
    .action(async (wanted: string, flags: InstallFlags) => {
      const { output } = program;
      const hosts = chosen(wanted, flags);
      const scope: HostScope = flags.project ? "project" : "user";
      const { name } = flags;
      const place = placeOf(program.environment);
      if (flags.write || flags.dryRun) {
        const [only] = hosts as [[string, Host]];
        const reach = await reachOf(only[1], flags, program.environment);
        if (flags.url !== undefined && reach.kind === "stdio")
          throw new UsageError(
            `${only[1].title}'s file knows programs only; add the URL in its settings, under Connectors`,
          );
        const file = only[1].file(place, scope);
        if (file === null) throw new UsageError(`${only[1].title} has no file for a folder; leave --project out`);
        const done = await put(only[1], { file: await targetOf(file), name, reach, write: !flags.dryRun });
        if (flags.json) printJson(output, done);
        else say(done, only[1], name, output);
        return;
      }
      const shown = await Promise.all(
        hosts.map(async (each) =>
          shownFor(each, { place, scope, name, reach: await reachOf(each[1], flags, program.environment) }),
        ),
      );
      if (flags.json) printJson(output, shown);
      else print(shown, output);
    });

function chosen(name: string, { write, dryRun, name: entry, tokenEnv, stdio }: InstallFlags): [string, Host][] {
  if (!NAME.test(entry)) throw new UsageError("--name takes letters, digits, - and _, at most 32");
  if (tokenEnv !== undefined && !VARIABLE.test(tokenEnv))
    throw new UsageError("--token-env takes the name of a variable, such as GENE_ROUTER_TOKEN, never the token");
  if (tokenEnv !== undefined && stdio)
    throw new UsageError("--token-env goes with a URL; over stdio nobody asks for a token");
  if (name === "print") {
    if (write || dryRun) throw new UsageError(`--write needs one host: ${HOST_NAMES.join(", ")}`);
    return Object.entries(HOSTS);
  }
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host === undefined) throw new UsageError(`install knows ${HOST_NAMES.join(", ")} and print`);
  return [[name, host]];
}

interface Put {
  readonly file: string;
  readonly change: "none" | "added" | "replaced";
  readonly written: boolean;
  /** Where the file before is; null when there was none, or nothing was written. */
  readonly backup: string | null;
  /** Lines that go (`-`) and that come (`+`). */
  readonly diff: readonly string[];
}

async function put(
  host: Host,
  { file, name, reach, write }: { file: string; name: string; reach: Reach; write: boolean },
): Promise<Put> {
  try {
    const before = await textOf(file);
    const { text: after, known } = merged(host, before, name, reach);
    const diff = changedLines(before ?? "", after);
    if (after === before) return { file, change: "none", written: false, backup: null, diff: [] };
    const change = known ? "replaced" : "added";
    const backup = write ? await replaceFile(file, { before, after, now: Date.now() }) : null;
    return { file, change, written: write, backup, diff };
  } catch (error) {
    throw new UsageError(`${file} ${reasonOf(error, host)}; nothing was changed`);
  }
}

function reasonOf(error: unknown, { format }: Host): string {
  if (error instanceof UnreadableHostFile)
    return `is no ${format.toUpperCase()} that can be added to: put it right, or add by hand what install prints without --write`;
  if (error instanceof ChangedMeanwhile) return "was changed by another program just now: close the host and try again";
  return `cannot be read or written (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`;
}

function say({ file, change, written, backup, diff }: Put, { afterwards }: Host, name: string, { out }: Output): void {
  if (change === "none") {
    out(`${file} has ${name} already, just so; nothing was changed`);
    return;
  }
  if (!written) {
    out(`${file} would change:`);
    for (const line of diff) out(line);
    return;
  }
  out(`${change} ${name} in ${file}`);
  if (backup !== null) out(`the file before is ${backup}`);
  out(`Now ${afterwards}.`);
}

function print(shown: readonly Shown[], { out }: Output): void {
  for (const { title, file, text, command } of shown) {
    out(`${title}${file === null ? " (no file for a folder)" : `: ${file}`}`);
    out(text);
    if (command !== null) out(`or: ${command}`);
    out("");
  }
  out("install HOST --write puts it there and keeps what is there besides; --dry-run shows what would change.");
}
