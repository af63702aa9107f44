import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../router/config/config.ts";
import { readConfig } from "../router/config/read-config.ts";
import { createRouter, type Router } from "../router/router.ts";
import { isLoopback } from "../servers/kit/http/listen.ts";
import { type Environment, readSettings } from "../servers/kit/settings.ts";
import { createSystemClock } from "../servers/kit/upstream/system-clock.ts";
import { packageRoot } from "../servers/kit/version.ts";
import { createInstallation, type Installation } from "./installation.ts";
import { createWarn } from "./log.ts";
import type { Program } from "./program.ts";
import { isSourceName, SOURCE_NAMES, SOURCES } from "./sources.ts";

/** Options that every command with a router shares. */
export interface RouterFlags {
  servers?: string;
  replay?: string;
  host?: string;
  port?: string;
  surface?: string;
}

export interface Context {
  readonly config: Config;
  readonly environment: Environment;
  readonly installation: Installation;
  readonly router: Router;
  close(): Promise<void>;
}

const REPLAYED_CORPUS = "corpus.json";

/** servers.yaml, `.env`, environment and flags; servers.yaml of the working folder comes before the package's own. */
export function loadConfig(flags: RouterFlags, environment: Environment): Promise<Config> {
  const here = resolve("servers.yaml");
  const serversFile = flags.servers ?? (existsSync(here) ? here : join(packageRoot(), "servers.yaml"));
  const { host, port, surface } = flags;
  return readConfig({
    serversFile,
    dotenvFile: resolve(".env"),
    environment,
    embeddable: SOURCE_NAMES,
    flags: { ...(host && { host }), ...(port && { port }), ...(surface && { surface }) },
  });
}

/** `--replay DIR` is the environment's `replay:DIR`; a corpus that lies in the recording is served with it. */
export function withReplay(environment: Environment, replay: string | undefined): Environment {
  if (replay === undefined) return environment;
  const corpus = join(resolve(replay), REPLAYED_CORPUS);
  const ownCorpus = environment.GENE_ROUTER_CORPUS?.trim();
  return {
    ...environment,
    GENE_ROUTER_UPSTREAM: `replay:${resolve(replay)}`,
    ...(!ownCorpus && existsSync(corpus) && { GENE_ROUTER_CORPUS: corpus }),
  };
}

/** Reads the settings of every embedded source, so that a bad value stops the start and not, later, a call. */
async function checkSettings({ sources, environment }: Config): Promise<void> {
  for (const { link } of sources) {
    if (link.kind === "embed" && isSourceName(link.source)) {
      readSettings((await SOURCES[link.source]()).settings, environment);
    }
  }
}

/** A router over everything that the configuration names, built but not started. */
export async function openContext(
  flags: RouterFlags,
  program: Pick<Program, "environment" | "output" | "stderr">,
  log: "plain" | "json" = "plain",
): Promise<Context> {
  const { output } = program;
  const config = await loadConfig(flags, withReplay(program.environment, flags.replay));
  const environment = config.environment;
  await checkSettings(config);
  const warn =
    log === "json"
      ? createWarn(environment, program.stderr)
      : (message: string): void => output.err(`gene-router: ${message}`);
  for (const warning of config.warnings) warn(warning);
  const installation = createInstallation({
    environment,
    exposure: isLoopback(config.settings.host) ? "local" : "public",
    warn,
  });
  const router = createRouter({
    config,
    openSource: installation.openSource,
    clock: createSystemClock(),
    warn,
    cacheDir: config.settings.cacheDir,
    version: installation.version,
  });
  return {
    config,
    environment,
    installation,
    router,
    async close() {
      await router.close();
      await installation.close();
    },
  };
}
