import { fingerprintOf } from "../catalog/fingerprint.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { SourceConfig } from "../config/config.ts";
import type { Connection } from "../connections/connection.ts";
import { ConnectionFailure } from "../connections/connection-failure.ts";
import { type ConnectionContext, openConnection } from "../connections/open-connection.ts";
import { SettingError } from "../../servers/kit/settings.ts";
import { contactProgram } from "./contact-program.ts";
import { contactUrl } from "./contact-url.ts";
import { type DoctorFinding, finding } from "./finding.ts";

/** One source as it is now. Times are for people: they say where to look, and no finding hangs on them. */
export interface SourceExamination {
  readonly source: SourceConfig;
  /** null: it does not say what it offers. */
  readonly definition: SourceDefinition | null;
  readonly era: "modern" | "legacy" | null;
  /** Revision that both sides settled on; null in-process and while unreachable. */
  readonly revision: string | null;
  /** From the first byte sent until every list was read, milliseconds. */
  readonly connectMs: number | null;
  /** The lists once more, on the warm connection, milliseconds. */
  readonly listMs: number | null;
  /** A call that the source refuses without work, milliseconds. */
  readonly callMs: number | null;
  /** What the source's clock is ahead of ours, milliseconds; null when it does not say. */
  readonly clockSkewMs: number | null;
  readonly findings: readonly DoctorFinding[];
}

/** A source that does not list its tools in this time is not there. */
const LISTS_MS = 30_000;
const CONTACT_MS = 10_000;
/** No source has a tool of this name; asking for it reaches the source and none of its databases. */
const NO_SUCH_TOOL = "gene_router_doctor_no_such_tool";
const DEAF = { onChanged: () => {}, onClosed: () => {} };

/** Connects to one source at first hand, reads its lists twice, and calls a tool that it cannot have. */
export async function examineSource(
  source: SourceConfig,
  context: ConnectionContext,
  signal: AbortSignal,
): Promise<SourceExamination> {
  const nothing = { source, definition: null, era: null, revision: null, connectMs: null, listMs: null, callMs: null };
  const { problem, clockSkewMs } = await firstContact(source, context, signal);
  if (problem !== null) return { ...nothing, clockSkewMs, findings: [problem] };
  const connection = await openConnection(source, context, null, DEAF);
  try {
    const startedAt = performance.now();
    const definition = await connection.definition(within(signal));
    const connectMs = performance.now() - startedAt;
    const again = await timed(() => connection.definition(within(signal)));
    const call = await timed(() => callNothing(connection, source, signal));
    const findings = [...changeFindings(source, definition, again.value), ...callFindings(source, call)];
    const era = connection.era()?.era ?? null;
    return {
      source,
      definition,
      era,
      revision: connection.revision?.() ?? null,
      connectMs,
      listMs: again.ms,
      callMs: call.ms,
      clockSkewMs,
      findings: [...findings, ...offerFindings(source, definition, era)],
    };
  } catch (error) {
    signal.throwIfAborted();
    return { ...nothing, clockSkewMs, findings: [listingProblem(source, error)] };
  } finally {
    await connection.close();
  }
}

async function firstContact(
  source: SourceConfig,
  { client, environment, clock }: ConnectionContext,
  signal: AbortSignal,
): Promise<{ problem: DoctorFinding | null; clockSkewMs: number | null }> {
  const { link } = source;
  if (link.kind === "embed") return { problem: null, clockSkewMs: null };
  if (link.kind === "command") {
    return { problem: await contactProgram(source, link.command[0] ?? "", environment), clockSkewMs: null };
  }
  const { problem, sourceTime } = await contactUrl(source, link.url, { client, signal, timeoutMs: CONTACT_MS });
  return { problem, clockSkewMs: sourceTime === null ? null : sourceTime - clock.now() };
}

const within = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(LISTS_MS)]);

interface Timed<T> {
  readonly ms: number;
  readonly value: T | null;
  readonly error: unknown;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now();
  const [value, error] = await work().then(
    (value) => [value, null] as const,
    (error: unknown) => [null, error] as const,
  );
  return { ms: performance.now() - startedAt, value, error };
}

const callNothing = (connection: Connection, { timeoutMs }: SourceConfig, signal: AbortSignal) =>
  connection.call(
    "tools/call",
    { name: NO_SUCH_TOOL, arguments: {} },
    {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      wantsProgress: false,
      capabilities: {},
      logLevel: null,
      meta: {},
      idempotent: true,
    },
  );

function callFindings({ namespace }: SourceConfig, { value, error }: Timed<Record<string, unknown>>): DoctorFinding[] {
  if (error instanceof ConnectionFailure || (error as Error | null)?.name === "TimeoutError") {
    const message = "it lists its tools, but a call to it gets no answer";
    return [finding("calls_fail", { source: namespace, message, cure: "restart the server and read its log" })];
  }
  if (value === null || value.isError === true) return [];
  const message = "it answers a call to a tool that it does not have as if that had worked";
  const cure = "tell its author; its results cannot be trusted to be what was asked for";
  return [finding("accepts_unknown_tools", { source: namespace, message, cure })];
}

function changeFindings(
  { namespace }: SourceConfig,
  first: SourceDefinition,
  second: SourceDefinition | null,
): DoctorFinding[] {
  if (second === null || fingerprintOf(stable(first)) === fingerprintOf(stable(second))) return [];
  const message = "what it says of itself differs from one question to the next";
  const cure = "tell its author; until then GENE_ROUTER_DRIFT=warn keeps its tools in service";
  return [finding("unstable_definitions", { source: namespace, message, cure })];
}

/** A time to live counts down by nature. */
const stable = ({ ttlMs: _, ...rest }: SourceDefinition) => rest;

function offerFindings(
  { namespace }: SourceConfig,
  { tools }: SourceDefinition,
  era: SourceExamination["era"],
): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (tools.length === 0) {
    const cure = "see in its documentation what it needs to offer tools, or write enabled: false";
    findings.push(finding("no_tools", { source: namespace, message: "it offers no tool", cure }));
  }
  if (era === "legacy") {
    const message = "it speaks a 2025 revision, so that each connection needs a handshake";
    findings.push(finding("old_revision", { source: namespace, message, cure: "update the server when its author has one for 2026-07-28" }));
  }
  return findings;
}

function listingProblem({ namespace, link }: SourceConfig, error: unknown): DoctorFinding {
  const problem = (code: Parameters<typeof finding>[0], message: string, cure: string): DoctorFinding =>
    finding(code, { source: namespace, message, cure });
  if (link.kind === "embed") {
    return error instanceof SettingError
      ? problem("cannot_open", `it cannot be opened: ${error.message}`, `correct ${error.variable}`)
      : problem("cannot_open", "it cannot be opened", `run it alone to see why: gene-router serve ${link.source} --stdio`);
  }
  const code = error instanceof ConnectionFailure ? error.code : null;
  if (code === "source_timeout" || (error as Error | null)?.name === "TimeoutError") {
    return problem("answer_timeout", "it does not list what it offers in time", "restart it and read its log");
  }
  if (code === "result_too_large") {
    return problem("too_large", "its lists are larger than the router reads", `write a higher max_result_bytes below servers.${namespace}`);
  }
  if (code === "source_down" && link.kind === "command") {
    return problem("process_ended", "its process ends before it has answered", `run the command of servers.${namespace} in a shell and read what it says`);
  }
  if (code === "source_down") {
    return problem("connection_failed", "it ends the connection before it has answered", "restart it and read its log");
  }
  return problem(
    "not_mcp",
    "what answers there does not speak MCP",
    link.kind === "url"
      ? `correct servers.${namespace}.url; it must be the MCP endpoint itself, for example https://host/mcp`
      : `correct servers.${namespace}.command; the program must speak MCP over standard input and output`,
  );
}
