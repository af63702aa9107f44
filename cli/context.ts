import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../router/config/config.ts";
import { servesThisMachineOnly } from "../router/config/exposure.ts";
import { readConfig } from "../router/config/read-config.ts";
import { routerSettingSpecs } from "../router/config/router-settings.ts";
import { createTelemetry, type Telemetry } from "../router/observe/telemetry.ts";
import { createRouter, type Router } from "../router/router.ts";
import { kitSettings } from "../servers/kit/kit-settings.ts";
import { type Environment, readSettings } from "../servers/kit/settings.ts";
import { createSystemClock } from "../servers/kit/upstream/system-clock.ts";
import { upstreamSettings } from "../servers/kit/upstream/upstream-settings.ts";
import { packageRoot } from "../servers/kit/version.ts";
import { createInstallation, type Installation } from "./installation.ts";
import { createLog, logLevel } from "./log.ts";
import type { Program } from "./program.ts";
import { knownVariables } from "./settings-table.ts";
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
  /** What watches a router that is served; null for one that a command uses. */
  readonly telemetry: Telemetry | null;
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

/**
 * Reads every setting of this process and its embedded sources, so that a bad value stops the start and not, later, a
 * call. Throws `SettingError`. Returns the names that look like settings and are none.
 */
export async function checkSettings({ sources, environment, explained }: Config): Promise<string[]> {
  for (const specs of [kitSettings, upstreamSettings, { logLevel }]) readSettings(specs, environment);
  for (const { link } of sources) {
    if (link.kind === "embed" && isSourceName(link.source)) {
      readSettings((await SOURCES[link.source]()).settings, environment);
    }
  }
  const known = new Set<string | null>([...explained.map(({ from }) => from), ...(await allVariables(environment))]);
  return Object.keys(environment).filter((name) => name.startsWith("GENE_ROUTER_") && !known.has(name));
}

/** Every variable that this program reads, whether set or not. */
export const allVariables = async (environment: Environment): Promise<readonly string[]> => [
  ...(await knownVariables()),
  ...Object.values(routerSettingSpecs(environment)).map(({ spec }) => spec.variable),
];

/** A name from the environment is shown only in the form that settings have. */
export const unknownSetting = (name: string): string =>
  `${/^[A-Z0-9_]{1,64}$/.test(name) ? name : "a GENE_ROUTER_ variable"} is no setting; gene-router config lists them all`;

/** A router over everything that the configuration names, built but not started. */
export async function openContext(
  flags: RouterFlags,
  program: Pick<Program, "environment" | "output" | "stderr">,
  log: "plain" | "json" = "plain",
): Promise<Context> {
  const { output } = program;
  const config = await loadConfig(flags, withReplay(program.environment, flags.replay));
  const environment = config.environment;
  const unknown = await checkSettings(config);
  const served = log === "json" ? createLog(environment, program.stderr) : null;
  const warn = served?.warn ?? ((message: string): void => output.err(`gene-router: ${message}`));
  for (const warning of [...config.warnings, ...unknown.map(unknownSetting)]) warn(warning);
  const installation = createInstallation({
    environment,
    exposure: servesThisMachineOnly(config.settings) ? "local" : "public",
    warn,
  });
  const telemetry =
    served === null
      ? null
      : await createTelemetry({
          settings: config.settings,
          version: installation.version,
          states: () => router.states(),
          write: served.write,
          warn,
          now: Date.now,
        });
  const router: Router = createRouter({
    config,
    observers: telemetry?.observers ?? [],
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
    telemetry,
    async close() {
      await router.close();
      await telemetry?.close();
      await installation.close();
    },
  };
}
