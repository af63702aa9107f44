import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-problem.ts";
import { type ConfigInputs, parseConfig } from "./parse-config.ts";

export interface ConfigFiles extends Pick<ConfigInputs, "environment" | "flags" | "embeddable"> {
  /** Path of servers.yaml. */
  readonly serversFile: string;
  /** Path of the `.env` file; a missing one is no problem. */
  readonly dotenvFile: string;
}

/** Reads and parses the configuration. Throws `ConfigError`; a missing servers.yaml is one. */
export async function readConfig({ serversFile, dotenvFile, ...given }: ConfigFiles): Promise<Config> {
  const text = await textOf(serversFile);
  if (text === null) {
    const cure = "name one with --servers FILE";
    throw new ConfigError([
      { file: basename(serversFile), line: null, key: "(document)", expected: "the file cannot be read", cure },
    ]);
  }
  const dotenv = await textOf(dotenvFile);
  const folder = dirname(resolve(serversFile));
  return parseConfig({ file: basename(serversFile), folder, text, dotenv, ...given });
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return null;
  }
}
