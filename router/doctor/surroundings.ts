import { isLoopback } from "../../servers/kit/http/listen.ts";
import type { Config } from "../config/config.ts";
import { nearNames } from "../discovery/near-names.ts";
import { type DoctorFinding, type FindingCode, finding } from "./finding.ts";

/** What only the machine can say. */
export interface Surroundings {
  readonly cache: "off" | "writable" | "not_writable";
  /** Bytes that this user may still write where the cache lies; null = not known. */
  readonly freeBytes: number | null;
  /** `.env` of the working folder; `exposed`: it holds a secret, and others may read it. */
  readonly dotenv: "none" | "unreadable" | "exposed" | "good";
  readonly baseline: "found" | "none" | "bad";
  /** Variables that look like settings and are none. */
  readonly unknownSettings: readonly string[];
  readonly knownSettings: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

type Add = (code: FindingCode, where: string, message: string, cure: string) => void;

/** Configuration and environment, as far as they start and still are not right. */
export function examineSurroundings(config: Config, surroundings: Surroundings): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const add: Add = (...told) => void findings.push(finding(...told));
  lookAtEntries(config, add);
  lookAtSettings(config, surroundings, add);
  lookAtEdge(config, add);
  lookAtMachine(surroundings, add);
  lookAtBaseline(config, surroundings, add);
  return findings;
}

function lookAtEntries({ sources, skipped, explained }: Config, add: Add): void {
  if (sources.length === 0)
    add(
      "no_sources",
      "servers.yaml",
      "no source is offered",
      "add an entry such as kegg: { embed: kegg }, or enable one",
    );
  for (const { namespace } of skipped.filter(({ reason }) => reason === "no_url")) {
    const variable = explained.find(({ key }) => key === `servers.${namespace}.url_env`)?.value;
    add(
      "no_url",
      namespace,
      `it is not served: ${variable} is not set`,
      `set ${variable} to its URL, or write url: into its entry`,
    );
  }
  for (const { namespace, token, tokenVariable, link } of sources) {
    if (tokenVariable !== null && token === null)
      add(
        "no_token",
        namespace,
        `it is asked without a token: ${tokenVariable} is not set`,
        `set ${tokenVariable}, or take token_env out of its entry`,
      );
    const url = link.kind === "url" ? new URL(link.url) : null;
    if (url !== null && token !== null && url.protocol === "http:" && !isLoopback(url.hostname))
      add("token_in_clear", namespace, "its token travels unencrypted", "write its URL with https");
  }
}

function lookAtSettings({ warnings }: Config, { unknownSettings, knownSettings }: Surroundings, add: Add): void {
  for (const warning of warnings) {
    if (warning.includes(" has no effect")) add("no_effect", "", warning, "remove it, or change what it depends on");
    if (warning.includes("this line is ignored"))
      add("ignored_line", "", warning, "write NAME=value, or # before a comment");
  }
  for (const name of unknownSettings) {
    const near = nearSetting(name, knownSettings);
    const shown = /^[A-Z0-9_]{1,64}$/.test(name) ? name : "a GENE_ROUTER_ variable";
    const cure = near === null ? "unset it; gene-router config lists what there is" : `write ${near}, or unset it`;
    add("unknown_setting", shown, "it looks like a setting and is none", cure);
  }
}

const PREFIX = "GENE_ROUTER_";

/** The setting that may have been meant; what all of them begin with makes none of them alike. */
function nearSetting(name: string, known: readonly string[]): string | null {
  const bare = (variable: string): string => variable.replace(PREFIX, "").toLowerCase();
  const [near] = nearNames(bare(name), known.filter((each) => each.startsWith(PREFIX)).map(bare), 1);
  return near === undefined ? null : PREFIX + near.toUpperCase();
}

function lookAtEdge({ settings }: Config, add: Add): void {
  if (isLoopback(settings.host)) return;
  if (settings.auth === "none")
    add(
      "open_to_everyone",
      "GENE_ROUTER_ALLOW_INSECURE",
      "everyone who reaches this address may call",
      "set GENE_ROUTER_AUTH=oauth, GENE_ROUTER_ISSUER and GENE_ROUTER_PUBLIC_URL, unless something in front authenticates",
    );
  if (settings.allowedHosts.length === 0 && settings.publicUrl === null)
    add(
      "no_host_name",
      "GENE_ROUTER_ALLOWED_HOSTS",
      "only loopback names are answered, so no other machine gets through",
      "set it to the names under which callers reach this router",
    );
}

/** A release of tbdb and the answers of some weeks take a few dozen megabytes; below this, other programs fail too. */
const FREE_LEAST_BYTES = 256 * 1024 * 1024;
/** The program is younger; a clock that shows less has lost its time. */
const BORN = Date.UTC(2025, 0, 1);

function lookAtMachine({ cache, freeBytes, dotenv, now }: Surroundings, add: Add): void {
  const folder = "GENE_ROUTER_CACHE_DIR";
  if (cache === "off")
    add(
      "no_cache",
      folder,
      "nothing is kept on disk, so a start with sources down knows no tools of theirs",
      "set it to a folder, or unset it for the default",
    );
  if (cache === "not_writable")
    add(
      "cache_not_writable",
      folder,
      "its folder cannot be written",
      "give this user the folder, or set another one; off keeps everything in memory",
    );
  if (freeBytes !== null && freeBytes < FREE_LEAST_BYTES)
    add(
      "disk_nearly_full",
      folder,
      `${Math.floor(freeBytes / 1024 / 1024)} MiB are left on its disk`,
      "free some space; whatever lies in the cache folder may be deleted at any time",
    );
  if (dotenv === "unreadable")
    add(
      "dotenv_unreadable",
      ".env",
      "it is there and cannot be read, so nothing in it counts",
      "make it readable for this user: chmod u+r .env",
    );
  if (dotenv === "exposed")
    add(
      "dotenv_exposed",
      ".env",
      "it holds a secret, and other users of this machine may read it",
      "type chmod 600 .env",
    );
  if (now < BORN)
    add(
      "clock_wrong",
      "",
      `this machine's clock shows ${new Date(now).toISOString().slice(0, 10)}; certificates and lifetimes are judged by it`,
      "set it by NTP: timedatectl set-ntp true",
    );
}

function lookAtBaseline({ settings }: Config, { baseline }: Surroundings, add: Add): void {
  if (settings.drift === "off") return;
  const where = "GENE_ROUTER_BASELINE";
  if (baseline === "none")
    add(
      "no_baseline",
      where,
      "definitions are not held against a baseline",
      "run gene-router pin, and commit the file that it writes",
    );
  if (baseline === "bad")
    add(
      "bad_baseline",
      where,
      "the baseline was edited or is damaged; a router does not start with it",
      "restore it from version control, or delete it and run gene-router pin",
    );
}
