import { isLoopback } from "../../servers/kit/http/listen.ts";
import type { Config } from "../config/config.ts";
import type { DoctorFinding } from "./finding.ts";

/** What only the machine can say. */
export interface Surroundings {
  readonly cacheWritable: boolean;
  readonly baseline: "found" | "none" | "bad";
  /** Variables that look like settings and are none. */
  readonly unknownSettings: readonly string[];
}

/** Configuration and environment, as far as they start and still are not right. */
export function examineSurroundings(config: Config, surroundings: Surroundings): DoctorFinding[] {
  const { settings, sources, skipped } = config;
  const findings: DoctorFinding[] = [];
  const add = (
    code: string,
    severity: DoctorFinding["severity"],
    where: string,
    message: string,
    cure: string,
  ): void => {
    findings.push({ code, severity, where, message, cure });
  };
  if (sources.length === 0)
    add(
      "no_sources",
      "error",
      "servers.yaml",
      "no source is offered",
      "add an entry such as kegg: { embed: kegg }, or enable one",
    );
  for (const { namespace, reason } of skipped) {
    if (reason === "no_url")
      add(
        "no_url",
        "warning",
        namespace,
        "it is not served: the variable that holds its URL is not set",
        "set the variable that its url_env names, or write url: into its entry",
      );
  }
  for (const { namespace, token, tokenVariable, link } of sources) {
    if (tokenVariable !== null && token === null)
      add(
        "no_token",
        "warning",
        namespace,
        `it is asked without a token: ${tokenVariable} is not set`,
        `set ${tokenVariable}, or take token_env out of its entry`,
      );
    if (
      link.kind === "url" &&
      token !== null &&
      new URL(link.url).protocol === "http:" &&
      !isLoopback(new URL(link.url).hostname)
    )
      add("token_in_clear", "error", namespace, "its token travels unencrypted", "write its URL with https");
  }
  for (const warning of config.warnings.filter((each) => / has no effect|this line is ignored/.test(each)))
    add("no_effect", "warning", "", warning, "remove it, or change what it depends on");
  for (const name of surroundings.unknownSettings)
    add(
      "unknown_setting",
      "warning",
      name,
      "it looks like a setting and is none",
      "compare it with gene-router config, or unset it",
    );
  if (!isLoopback(settings.host) && settings.auth === "none")
    add(
      "open_to_everyone",
      "warning",
      "GENE_ROUTER_ALLOW_INSECURE",
      "everyone who reaches this address may call",
      "set GENE_ROUTER_AUTH=oauth, GENE_ROUTER_ISSUER and GENE_ROUTER_PUBLIC_URL, unless something in front authenticates",
    );
  if (!isLoopback(settings.host) && settings.allowedHosts.length === 0 && settings.publicUrl === null)
    add(
      "no_host_name",
      "warning",
      "GENE_ROUTER_ALLOWED_HOSTS",
      "only loopback names are answered, so no other machine gets through",
      "set it to the names under which callers reach this router",
    );
  if (settings.cacheDir === null)
    add(
      "no_cache",
      "info",
      "GENE_ROUTER_CACHE_DIR",
      "nothing is kept on disk, so a start with sources down knows no tools of theirs",
      "set it to a folder, or unset it for the default",
    );
  else if (!surroundings.cacheWritable)
    add(
      "cache_not_writable",
      "warning",
      "GENE_ROUTER_CACHE_DIR",
      "its folder cannot be written",
      "give this user the folder, or set another one; off keeps everything in memory",
    );
  if (surroundings.baseline === "none")
    add(
      "no_baseline",
      "info",
      "GENE_ROUTER_BASELINE",
      "definitions are not held against a baseline",
      "run gene-router pin, and commit the file that it writes",
    );
  if (surroundings.baseline === "bad")
    add(
      "bad_baseline",
      "error",
      "GENE_ROUTER_BASELINE",
      "the baseline was edited or is damaged; a router does not start with it",
      "restore it from version control, or delete it and run gene-router pin",
    );
  return findings;
}
