import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readFile, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { packageRoot } from "../../servers/kit/version.ts";
import { loadConfig, type RouterFlags } from "../context.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import type { Host, HostPlace, Reach } from "../hosts/host.ts";
import { HOST_NAMES, HOSTS } from "../hosts/hosts.ts";
import { merged, UnreadableHostFile } from "../hosts/merge.ts";
import { printJson } from "../output.ts";
import type { Program } from "../program.ts";

interface InstallFlags extends RouterFlags {
  write?: boolean;
  stdio?: boolean;
  url?: string;
  name: string;
  json?: boolean;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const installCommand = (command: Command, program: Program): Command =>
  command
    .command("install")
    .description("print a host's configuration for this router, or write it into the host's file")
    .argument("<host>", `${HOST_NAMES.join(", ")}, or print: all of them`)
    .option("--write", "merge it into the host's file; the file before is kept beside it")
    .option("--stdio", "let the host start the router, instead of calling it over HTTP")
    .option("--url <url>", "URL of the MCP endpoint (default: as this configuration serves it)")
    .option("--name <name>", "name of the entry", "gene-router")
    .option("--servers <file>", "servers.yaml to use")
    .option("--json", "as JSON")
    .action(async (name: string, flags: InstallFlags) => {
      const { output } = program;
      const hosts = chosen(name, flags);
      const reach = await reachOf(flags, program);
      const place = placeOf(program);
      if (flags.write) {
        const done = await write(hosts[0]![1], place, flags.name, reach, program);
        if (flags.json) return printJson(output, done);
        output.out(done.said);
        return;
      }
      const shown = hosts.map(([host, each]) => ({
        host,
        file: each.file(place),
        format: each.format,
        text: textOf(each, flags.name, reach),
      }));
      if (flags.json) return printJson(output, shown);
      for (const { host, file, text } of shown) {
        output.out(`${HOSTS[host]!.title}: ${file}`);
        output.out(text);
      }
      output.out("install HOST --write puts it there and keeps what is there besides.");
    });

function chosen(name: string, { write: writes, name: entry }: InstallFlags): [string, Host][] {
  if (!NAME.test(entry)) throw new UsageError("--name takes letters, digits, - and _, at most 64");
  if (name === "print") {
    if (writes) throw new UsageError(`--write needs one host: ${HOST_NAMES.join(", ")}`);
    return Object.entries(HOSTS);
  }
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host === undefined) throw new UsageError(`install knows ${HOST_NAMES.join(", ")} and print`);
  return [[name, host]];
}

async function reachOf(flags: InstallFlags, { environment }: Program): Promise<Reach> {
  if (flags.stdio) {
    if (flags.url !== undefined) throw new UsageError("--stdio and --url exclude each other");
    const servers = flags.servers === undefined ? [] : ["--servers", resolve(flags.servers)];
    const program = join(packageRoot(), "ci", "gene-router.mjs");
    return { kind: "stdio", command: "node", args: [program, "stdio", ...servers] };
  }
  if (flags.url !== undefined) {
    if (!URL.canParse(flags.url) || !/^https?:$/.test(new URL(flags.url).protocol))
      throw new UsageError("--url takes a URL such as https://genes.example.org/mcp");
    return { kind: "http", url: flags.url };
  }
  const { publicUrl, host, port, path } = (await loadConfig(flags, environment)).settings;
  return { kind: "http", url: publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}${path}` };
}

const placeOf = ({ environment }: Program): HostPlace => ({
  platform: process.platform,
  home: environment.HOME?.trim() || environment.USERPROFILE?.trim() || homedir(),
  appData: environment.APPDATA?.trim() || null,
  folder: resolve("."),
});

/** Our entry as a document of its own. */
function textOf(host: Host, name: string, reach: Reach): string {
  const result = merged(host, null, name, host.entry(reach));
  return result.change === "none" ? "" : result.text.trimEnd();
}

interface Written {
  readonly file: string;
  readonly change: "none" | "added" | "replaced";
  /** Where the file before is; null when there was none, or nothing changed. */
  readonly backup: string | null;
  readonly said: string;
}

async function write(host: Host, place: HostPlace, name: string, reach: Reach, program: Program): Promise<Written> {
  const file = await target(host.file(place));
  const before = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new UsageError(`${file} cannot be read; nothing was changed`);
  });
  let result: ReturnType<typeof merged>;
  try {
    result = merged(host, before, name, host.entry(reach));
  } catch (error) {
    if (!(error instanceof UnreadableHostFile)) throw error;
    program.process.exitCode = EXIT.usage;
    throw new UsageError(
      `${file} is no ${host.format.toUpperCase()} that could be added to; nothing was changed. Put it right, or add the entry by hand (install without --write prints it)`,
    );
  }
  if (result.change === "none") return { file, change: "none", backup: null, said: `${file} has this entry already` };
  const backup = before === null ? null : await kept(file);
  await replaced(file, result.text);
  const where = backup === null ? "" : ` The file before is ${backup}.`;
  return {
    file,
    change: result.change,
    backup,
    said: `${result.change} ${name} in ${file}.${where} Now ${host.afterwards}.`,
  };
}

/** Configuration is often a link into a folder under version control; the link must survive. */
const target = (file: string): Promise<string> => realpath(file).catch(() => file);

async function kept(file: string): Promise<string> {
  const backup = `${file}.${new Date().toISOString().replace(/[:.]/g, "-")}.bak`;
  await copyFile(file, backup);
  return backup;
}

/** Whole or not at all, with the permissions that the file had. */
async function replaced(file: string, text: string): Promise<void> {
  const mode = await stat(file).then(
    (before) => before.mode & 0o777,
    () => 0o600,
  );
  const temporary = `${file}.${randomUUID()}.tmp`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(temporary, text, { mode });
    await rename(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}
