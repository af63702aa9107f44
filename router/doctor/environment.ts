import { mkdtemp, readFile, rmdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isLoopback } from "../../servers/kit/http/listen.ts";
import type { Config } from "../config/config.ts";
import { parseDotenv } from "../config/dotenv.ts";
import { nearNames } from "../discovery/near-names.ts";
import { type DoctorFinding, finding } from "./finding.ts";

export interface EnvironmentOptions {
  readonly config: Config;
  /** Path of the `.env` file that was read; it need not exist. */
  readonly dotenvFile: string;
  /** Variables that look like settings and are none. */
  readonly unknownSettings: readonly string[];
  readonly knownSettings: readonly string[];
  readonly now: number;
  /** Bytes that this user may still write where the folder lies. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** The machine and the settings around the sources. Nothing is left behind. */
export async function environmentFindings(options: EnvironmentOptions): Promise<DoctorFinding[]> {
  return [
    ...settingFindings(options),
    ...linkFindings(options.config),
    ...(await dotenvFindings(options)),
    ...(await cacheFindings(options)),
    ...clockFindings(options.now),
  ];
}

function settingFindings({ config, unknownSettings, knownSettings }: EnvironmentOptions): DoctorFinding[] {
  const findings = unknownSettings.map((name) => {
    const subject = /^[A-Z0-9_]{1,64}$/.test(name) ? name : "a GENE_ROUTER_ variable";
    const [near] = nearNames(name, knownSettings);
    const cure = near === undefined ? "remove it; gene-router config lists every setting" : `write ${near}, or remove it`;
    return finding("unknown_setting", { subject, message: "it is no setting, so it changes nothing", cure });
  });
  const { host, allowInsecure } = config.settings;
  if (allowInsecure && !isLoopback(host)) {
    const message = `anyone who reaches ${host} may call every tool without a token`;
    const cure = "set GENE_ROUTER_HOST=127.0.0.1, or let only an authenticating proxy reach this port";
    findings.push(finding("insecure_bind", { subject: "GENE_ROUTER_ALLOW_INSECURE", message, cure }));
  }
  for (const message of config.warnings.filter((warning) => warning.includes("has no effect"))) {
    findings.push(finding("setting_without_effect", { message, cure: "remove the key from servers.yaml" }));
  }
  return findings;
}

/** Addresses and tokens that servers.yaml expects in the environment. */
function linkFindings({ sources, skipped, explained }: Config): DoctorFinding[] {
  const variableOf = (namespace: string): string =>
    String(explained.find(({ key }) => key === `servers.${namespace}.url_env`)?.value ?? "its url_env");
  return [
    ...skipped
      .filter(({ reason }) => reason === "no_url")
      .map(({ namespace }) =>
        finding("url_unset", {
          source: namespace,
          subject: variableOf(namespace),
          message: "it is not served: its address is not set",
          cure: `set ${variableOf(namespace)}=https://host/mcp, or write enabled: false`,
        }),
      ),
    ...sources.flatMap(({ namespace, token, tokenVariable, link }) =>
      tokenVariable === null || token !== null || link.kind === "embed"
        ? []
        : [
            finding("token_unset", {
              source: namespace,
              subject: tokenVariable,
              message: "it is asked without a token",
              cure: `set ${tokenVariable} in the environment or in .env, or remove token_env from servers.yaml`,
            }),
          ],
    ),
  ];
}

const SECRET_NAME = /TOKEN|KEY|SECRET|PASSWORD/i;

async function dotenvFindings({ dotenvFile }: EnvironmentOptions): Promise<DoctorFinding[]> {
  let text: string;
  try {
    text = await readFile(dotenvFile, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    const message = ".env is there and cannot be read, so nothing in it counts";
    return [finding("dotenv_unreadable", { subject: ".env", message, cure: "make it readable for this user: chmod u+r .env" })];
  }
  const { values, ignoredLines } = parseDotenv(text);
  const findings = ignoredLines.map((line) =>
    finding("dotenv_line", {
      subject: `.env:${line}`,
      message: "this line is not NAME=value and is ignored",
      cure: "write NAME=value, or # in front of a comment",
    }),
  );
  const secret = Object.entries(values).some(([name, value]) => SECRET_NAME.test(name) && value?.trim());
  if (secret && process.platform !== "win32" && ((await stat(dotenvFile)).mode & 0o077) !== 0) {
    const message = "it holds a secret and other users of this machine may read it";
    findings.push(finding("dotenv_exposed", { subject: ".env", message, cure: "type chmod 600 .env" }));
  }
  return findings;
}

/** A whole tbdb release and a day's answers take some ten megabytes; below this a disk is about to be full. */
const FREE_LEAST_BYTES = 256 * 1024 * 1024;

async function cacheFindings({ config, freeBytes = freeBytesOf }: EnvironmentOptions): Promise<DoctorFinding[]> {
  const { cacheDir } = config.settings;
  if (cacheDir === null) {
    const message = "nothing is kept on disk: after a restart each answer is asked for anew, and a source that is down is unknown";
    const cure = "remove GENE_ROUTER_CACHE_DIR=off, or name a folder";
    return [finding("cache_off", { subject: "GENE_ROUTER_CACHE_DIR", message, cure })];
  }
  const place = await nearestFolder(cacheDir);
  try {
    // Trying is the only test that knows of quotas, read-only mounts and other users' folders alike.
    await rmdir(await mkdtemp(join(place, ".gene-router-doctor-")));
  } catch {
    const message = "the cache folder cannot be written";
    const cure = `give this user ${cacheDir}, or name another folder in GENE_ROUTER_CACHE_DIR`;
    return [finding("cache_unwritable", { subject: cacheDir, message, cure })];
  }
  const free = await freeBytes(place);
  if (free >= FREE_LEAST_BYTES) return [];
  const message = `${Math.floor(free / 1024 / 1024)} MiB are left on the disk of the cache`;
  const cure = `free some space, or delete ${cacheDir}: everything in it can be had again`;
  return [finding("disk_low", { subject: cacheDir, message, cure })];
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The folder, or the nearest one above that exists: what is missing is made when it is needed. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  const above = dirname(path);
  return found !== null || above === path ? path : nearestFolder(above);
}

/** This program is younger; a clock that shows less has lost its time. */
const BORN = Date.UTC(2025, 0, 1);
/** Tokens are checked with this leeway, milliseconds. */
const SKEW_MOST_MS = 60_000;
const SET_CLOCK = "set this machine's clock, best by NTP: timedatectl set-ntp true";

const clockFindings = (now: number): DoctorFinding[] =>
  now >= BORN
    ? []
    : [
        finding("clock_wrong", {
          message: `this machine's clock shows ${new Date(now).toISOString().slice(0, 10)}; certificates and lifetimes are judged by it`,
          cure: SET_CLOCK,
        }),
      ];

/** Clocks that differ by more than tokens allow. One source may be wrong; two are a witness. */
export function skewFindings(source: string, skewMs: number | null): DoctorFinding[] {
  // HTTP dates have whole seconds.
  if (skewMs === null || Math.abs(skewMs) <= SKEW_MOST_MS + 1_000) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const message = `its clock is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine's`;
  return [finding("clock_wrong", { source, message, cure: `compare both with another clock; ${SET_CLOCK}` })];
}
