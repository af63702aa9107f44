import { type CallToolResult, ProtocolError } from "@modelcontextprotocol/server";
import { Answer } from "./answer.ts";
import { checkArguments } from "./arguments.ts";
import { type Call, CallLedger } from "./call.ts";
import { decodeCursor } from "./cursor.ts";
import { fingerprint } from "./digest.ts";
import { assemble } from "./envelope/assemble.ts";
import type { Envelope } from "./envelope/envelope.ts";
import { contradictionIn, type Outcome } from "./envelope/outcome.ts";
import { BadInput, Fault } from "./fault.ts";
import { MAX_BODY_BYTES } from "./http/json-body.ts";
import { instructionsOf } from "./instructions.ts";
import { kitSettings } from "./kit-settings.ts";
import { outputAdvertiser } from "./output-schema.ts";
import { renderBare, renderResult } from "./result.ts";
import { type Environment, readSettings, type SettingSpecs } from "./settings.ts";
import type { Source } from "./source.ts";
import type { SourceCall, SourceServer } from "./source-server.ts";
import { isTable } from "./table/table.ts";
import { createTableShelf } from "./table/table-shelf.ts";
import { type BareTool, isBareTool, type Tool } from "./tool.ts";
import { type CompiledTool, compileBareTool, compileTool } from "./tool-schema.ts";
import type { Clock, Upstream } from "./upstream/upstream.ts";

export interface SourceServerOptions {
  readonly environment: Environment;
  readonly upstream: Upstream;
  readonly clock: Clock;
  /** Whole call, milliseconds, queueing and waits included. */
  readonly deadlineMs: number;
  readonly exposure: "local" | "public";
  readonly version: string;
  readonly warn: (message: string) => void;
}

/** Outcomes that apply before a failed part does. */
const BEFORE_FAILURE: ReadonlySet<Outcome> = new Set(["bad_input", "not_configured"]);

/** JSON-RPC "invalid params": the one protocol fault of a call, for a tool that does not exist. */
const UNKNOWN_TOOL = -32602;

/** A source with its settings read and its tools compiled, ready to be served over any transport or in-process. */
export function createSourceServer<S extends SettingSpecs>(
  source: Source<S>,
  options: SourceServerOptions,
): SourceServer {
  const limits = readSettings(kitSettings, options.environment);
  const settings = readSettings(source.settings, options.environment);
  const offers = source.create({ ...options, settings });
  const tools = offers.filter((offer): offer is Tool | BareTool => !isTable(offer));
  const advertise = outputAdvertiser(source.name);
  const bare = new Map(tools.filter(isBareTool).map((tool) => [tool.name, tool]));
  const compiled = new Map(
    tools
      .filter((tool): tool is Tool => !isBareTool(tool))
      .map((tool) => [tool.name, compileTool(source.name, tool, advertise)]),
  );

  async function callTool(name: string, args: unknown, context: SourceCall): Promise<CallToolResult> {
    const startedAt = options.clock.now();
    const ledger = new CallLedger();
    const meta = (untrusted: readonly string[]) => ({
      "gene-router/version": options.version,
      "gene-router/upstream": options.upstream.mode,
      "gene-router/elapsed_ms": Math.round(options.clock.now() - startedAt),
      "gene-router/cache": { ...ledger.counts },
      "gene-router/untrusted": [...untrusted],
      "gene-router/use": "research use only; not for diagnosis or treatment",
    });
    const own = bare.get(name);
    if (own !== undefined) {
      const { result, isError } = own.run(args);
      return renderBare(result, isError, meta(own.untrusted));
    }
    const tool = compiled.get(name);
    if (tool === undefined) throw new ProtocolError(UNKNOWN_TOOL, "Unknown tool");
    const envelope = await answerCall(tool, args, context, ledger, startedAt);
    return renderResult(envelope, { brief: limits.text === "brief", meta: meta(tool.tool.untrusted) });
  }

  async function answerCall(
    compiledTool: CompiledTool,
    args: unknown,
    context: SourceCall,
    ledger: CallLedger,
    startedAt: number,
  ): Promise<Envelope> {
    const { tool } = compiledTool;
    const answer = new Answer();
    const checked = checkArguments(compiledTool.input, args);
    const query = checked.ok ? checked.input : checked.query;
    const window = { offset: 0, limit: numberOr(query.limit, Number.MAX_SAFE_INTEGER) };
    const queryKey = fingerprint({ ...query, cursor: null, max_bytes: null });
    const common = { source: source.name, compiled: compiledTool, licences: source.licences, query, ledger, queryKey };
    const maxBytes = numberOr(query.max_bytes, limits.maxResultBytes);
    const refuse = (faults: readonly Fault[]): Envelope =>
      assemble({ ...common, answer, outcome: "bad_input", faults, window, maxBytes, cursor: null });

    if (!checked.ok) return refuse(checked.faults);
    try {
      const cursor =
        typeof query.cursor === "string" ? decodeCursor(query.cursor, { tool: tool.name, query: queryKey }) : null;
      window.offset = cursor?.offset ?? 0;
      const call: Call = {
        signal: context.signal,
        deadlineAt: startedAt + options.deadlineMs,
        ledger,
        window,
        progress: progressOf(context),
      };
      const { outcome, faults } = await run(compiledTool, checked.input, call, answer);
      context.signal.throwIfAborted();
      const settled = answer.faults.length > 0 && !BEFORE_FAILURE.has(outcome) ? "upstream_failed" : outcome;
      const envelope = assemble({ ...common, answer, outcome: settled, faults, window, maxBytes, cursor });
      return sound(compiledTool, envelope) ? envelope : unsound();
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof BadInput) return refuseAfter(error);
      options.warn(`${source.name}.${tool.name}: ${nameOf(error)} in ${placeOf(error)}`);
      return unsound();
    }

    function refuseAfter(error: BadInput): Envelope {
      const empty = new Answer();
      return assemble({
        ...common,
        answer: empty,
        outcome: "bad_input",
        faults: error.faults,
        window,
        maxBytes,
        cursor: null,
      });
    }

    /** Anything unexpected inside a parser: nothing of it is shown, the exchanges are. */
    function unsound(): Envelope {
      const fault = new Fault("unparsable", "The service's answer could not be read");
      const empty = new Answer();
      return assemble({
        ...common,
        answer: empty,
        outcome: "upstream_failed",
        faults: [fault],
        window,
        maxBytes,
        cursor: null,
      });
    }
  }

  async function run(
    { tool }: CompiledTool,
    input: Record<string, unknown>,
    call: Call,
    answer: Answer,
  ): Promise<{ outcome: Outcome; faults: readonly Fault[] }> {
    try {
      return { outcome: await tool.run(input, call, answer), faults: [] };
    } catch (error) {
      // A fault of a needed request: what was settled and listed before it stays.
      if (error instanceof Fault) return { outcome: "upstream_failed", faults: [error] };
      throw error;
    }
  }

  function sound({ tool, envelope: schema }: CompiledTool, envelope: Envelope): boolean {
    const result = schema().safeParse(envelope);
    const contradiction = contradictionIn(envelope);
    if (result.success && contradiction === null) return true;
    if (result.success) {
      options.warn(`${source.name}.${tool.name}: ${contradiction}`);
      return false;
    }
    const paths = result.error.issues
      .slice(0, 3)
      .map((issue) => issue.path.filter((part) => /^[a-z_]+$/.test(String(part))));
    options.warn(
      `${source.name}.${tool.name}: result breaks its own schema at ${paths.map((path) => path.join(".")).join(", ")}`,
    );
    return false;
  }

  return {
    name: source.name,
    title: source.title,
    description: source.description,
    homepage: source.homepage,
    version: options.version,
    instructions: instructionsOf(source),
    tools: [
      ...[...compiled.values()].map(({ definition }) => definition),
      ...[...bare.values()].map(compileBareTool),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    maxRequestBytes: Math.max(MAX_BODY_BYTES, ...[...bare.values()].map((tool) => tool.maxRequestBytes)),
    callTool,
    tables: createTableShelf(offers.filter(isTable), { ...options, source: source.name, licences: source.licences }),
    readBody: (sha256) => readBody(source, options, sha256),
    close: async () => {},
  };
}

async function readBody<S extends SettingSpecs>(
  source: Source<S>,
  { upstream, exposure }: SourceServerOptions,
  sha256: string,
): Promise<{ mimeType: string; text: string } | null> {
  const kept = await upstream.body(sha256);
  if (kept === null || kept.source !== source.name) return null;
  // A public address may pass on only what every licence of the source lets anyone redistribute.
  const free = Object.values(source.licences).every((licence) => licence.redistribute);
  if (exposure === "public" && !free) return null;
  return { mimeType: kept.contentType || "text/plain", text: Buffer.from(kept.body).toString("utf8") };
}

const numberOr = (value: unknown, fallback: number): number => (typeof value === "number" ? value : fallback);

function progressOf(context: SourceCall): (message: string) => void {
  let step = 0;
  return (message) => {
    step += 1;
    context.onProgress?.(step, message);
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "unknown error");

/** Where in our own code: file and line of the first frame; an error's message may hold upstream text and is left out. */
const placeOf = (error: unknown): string =>
  /([\w-]+\.[tj]s:\d+)/.exec((error instanceof Error && error.stack?.split("\n    at ")[1]) || "")?.[1] ??
  "unknown place";
