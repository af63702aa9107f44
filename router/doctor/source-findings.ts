import { SettingError } from "../../servers/kit/settings.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import { fingerprintOf } from "../catalog/fingerprint.ts";
import type { SourceConfig } from "../config/config.ts";
import type { JsonObject } from "../connections/connection.ts";
import { ConnectionFailure } from "../connections/connection-failure.ts";
import { type DoctorFinding, finding } from "./finding.ts";

const isTimeout = (error: unknown): boolean =>
  (error as Error | null)?.name === "TimeoutError" ||
  (error instanceof ConnectionFailure && error.code === "source_timeout");

/** Why a source that can be reached does not say what it offers. */
export function downFinding({ namespace, link }: SourceConfig, error: unknown): DoctorFinding {
  if (link.kind === "embed") {
    const known = error instanceof SettingError;
    const message = `the built-in source does not open${known ? `: ${error.message}` : ""}`;
    const cure = known
      ? `correct ${error.variable}`
      : `run it alone to see why: gene-router serve ${link.source} --stdio`;
    return finding("source_not_opening", namespace, message, cure);
  }
  if (isTimeout(error)) {
    const message = "it does not list what it offers in time";
    return finding("timeout", namespace, message, "start it anew and read its log");
  }
  if (error instanceof ConnectionFailure && error.code === "result_too_large") {
    const cure = `write a higher max_result_bytes below servers.${namespace}`;
    return finding("lists_too_large", namespace, "its lists are larger than the router reads", cure);
  }
  if (link.kind === "command") {
    const message = "its process ends, or does not speak MCP over standard output";
    const cure = `run the command of servers.${namespace} by hand: it must wait for input and print nothing but JSON messages`;
    return finding("process_not_speaking", namespace, message, cure);
  }
  const cure = `correct servers.${namespace}.url: it must be the MCP endpoint itself, not a page or an older SSE address`;
  return finding("no_mcp", namespace, "what it answers is no MCP", cure);
}

export function offerFindings(
  { namespace }: SourceConfig,
  { tools }: SourceDefinition,
  era: "modern" | "legacy" | null,
): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (tools.length === 0) {
    const cure = `see in its documentation what it needs to offer tools, or write enabled: false below servers.${namespace}`;
    findings.push(finding("no_tools", namespace, "it offers no tool", cure));
  }
  if (era === "legacy") {
    const message = "it speaks a 2025 revision of the protocol, so its calls share one session";
    const cure = "nothing is needed; a version that speaks 2026-07-28 costs less per call";
    findings.push(finding("older_revision", namespace, message, cure));
  }
  return findings;
}

/** What a source says twice in a row should be the same; its time to live alone counts down by nature. */
export function changeFindings(
  { namespace }: SourceConfig,
  { ttlMs: _, ...first }: SourceDefinition,
  again: SourceDefinition | null,
): DoctorFinding[] {
  if (again === null) {
    const message = "it lists its tools once and not again";
    return [finding("unstable_definitions", namespace, message, "start it anew and read its log")];
  }
  const { ttlMs: __, ...second } = again;
  if (fingerprintOf(first) === fingerprintOf(second)) return [];
  const message = "what it says of itself differs from one question to the next";
  const cure = "tell its author; until then GENE_ROUTER_DRIFT=warn keeps its tools in service";
  return [finding("unstable_definitions", namespace, message, cure)];
}

/** What came of a call to a tool that the source cannot have: any refusal is as it should be. */
export function callFindings(
  { namespace }: SourceConfig,
  result: { readonly answer: JsonObject } | { readonly error: unknown },
): DoctorFinding[] {
  if ("error" in result) {
    if (!(result.error instanceof ConnectionFailure) && !isTimeout(result.error)) return [];
    const message = "it lists its tools, but a call to it gets no answer";
    return [finding("calls_fail", namespace, message, "start it anew and read its log")];
  }
  if (result.answer.isError === true) return [];
  const message = "it answers a call to a tool that it does not have as if that had worked";
  const cure = "tell its author; what it answers need not be what was asked for";
  return [finding("accepts_unknown_tools", namespace, message, cure)];
}

/** Tokens are judged with this leeway. */
const SKEW_MOST_MS = 60_000;
/** Dates of HTTP have whole seconds, and an answer takes a moment. */
const SLACK_MS = 2_000;

/** Clocks that differ by more than tokens allow. */
export function clockFindings({ namespace }: SourceConfig, sourceTime: number | null, now: number): DoctorFinding[] {
  const skewMs = sourceTime === null ? 0 : sourceTime - now;
  if (Math.abs(skewMs) <= SKEW_MOST_MS + SLACK_MS) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const message = `its clock is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine's; tokens allow 60 s`;
  const cure = "set the wrong one of the two by NTP: timedatectl set-ntp true";
  return [finding("clock_differs", namespace, message, cure)];
}
