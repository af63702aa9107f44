import { ProtocolError } from "@modelcontextprotocol/server";
import { fingerprintOf } from "../catalog/fingerprint.ts";
import type { Caller } from "../surface/caller.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../surface/meta-tools.ts";
import { resourceOwners } from "../surface/resource-owners.ts";
import type { RouterErrorCode } from "../surface/router-error.ts";
import type { Snapshot } from "../surface/snapshot.ts";
import type { CallBegun, CallKind, CallOutcome, Observer } from "./observer.ts";
import { validTraceparent } from "./trace-context.ts";

type Named = Pick<CallBegun, "kind" | "namespace" | "name" | "definition">;

/** Tells observers of every call, whoever makes it and whichever way it takes. Without observers nothing is added. */
export class ObservedCalls {
  readonly #observers: readonly Observer[];
  readonly #snapshot: () => Snapshot;
  readonly #now: () => number;

  /** @param now milliseconds, never backwards. */
  constructor(observers: readonly Observer[], snapshot: () => Snapshot, now: () => number) {
    this.#observers = observers.filter(({ began }) => began !== undefined);
    this.#snapshot = snapshot;
    this.#now = now;
  }

  tool<R>(name: string, args: unknown, caller: Caller, work: (caller: Caller) => Promise<R>): Promise<R> {
    if (this.#observers.length === 0) return work(caller);
    return this.#watched(this.#toolNamed(name, args), args, caller, work);
  }

  prompt<R>(name: string, args: unknown, caller: Caller, work: (caller: Caller) => Promise<R>): Promise<R> {
    if (this.#observers.length === 0) return work(caller);
    const prompt = this.#snapshot().catalogue.promptsByName.get(name);
    return this.#watched(named("prompt", prompt?.namespace, prompt?.name), args, caller, work);
  }

  resource<R>(uri: string, caller: Caller, work: (caller: Caller) => Promise<R>): Promise<R> {
    if (this.#observers.length === 0) return work(caller);
    const [owner, ...others] = resourceOwners(this.#snapshot().catalogue, uri);
    // A URI is the caller's own text; several owners are asked in turn.
    return this.#watched(named("resource", others.length === 0 ? owner?.namespace : undefined), { uri }, caller, work);
  }

  completion<R>(params: unknown, caller: Caller, work: (caller: Caller) => Promise<R>): Promise<R> {
    if (this.#observers.length === 0) return work(caller);
    return this.#watched(named("completion"), params, caller, work);
  }

  #toolNamed(name: string, args: unknown): Named {
    const { catalogue, surface } = this.#snapshot();
    if (surface !== "transparent" && name === SEARCH_TOOLS) return named("search", undefined, SEARCH_TOOLS);
    const inner = surface !== "transparent" && name === CALL_TOOL ? (args as { name?: unknown } | null)?.name : name;
    const tool = typeof inner === "string" ? catalogue.toolsByName.get(inner) : undefined;
    return {
      ...named("tool", tool?.namespace, tool?.name),
      definition: () => (tool === undefined ? null : fingerprintOf(tool.definition)),
    };
  }

  async #watched<R>(call: Named, args: unknown, caller: Caller, work: (caller: Caller) => Promise<R>): Promise<R> {
    const { requestId, principal, meta, signal } = caller;
    const traceparent = validTraceparent(meta.traceparent);
    const started = this.#now();
    const watching = this.#observers.map((observer) =>
      observer.began!({ ...call, requestId, principal, traceparent, args }),
    );
    const own = watching.find((each) => each.traceparent !== undefined)?.traceparent;
    const passed = own === undefined ? caller : { ...caller, meta: { ...meta, traceparent: own } };
    const end = (outcome: CallOutcome, result: unknown): void => {
      const ms = this.#now() - started;
      const bytes = textBytes(result);
      for (const each of watching) each.ended({ outcome, ms, bytes, result });
    };
    try {
      const result = await work(passed);
      end(outcomeOf(result, requestId), result);
      return result;
    } catch (error) {
      end(signal.aborted ? "cancelled" : thrownOutcome(error, call), null);
      throw error;
    }
  }
}

const named = (kind: CallKind, namespace?: string, name?: string): Named => ({
  kind,
  namespace: namespace ?? null,
  name: name ?? null,
  definition: () => null,
});

const CODES: ReadonlySet<unknown> = new Set<RouterErrorCode>([
  "unknown_tool",
  "bad_arguments",
  "forbidden",
  "quarantined",
  "source_down",
  "source_timeout",
  "source_protocol_error",
  "overloaded",
  "result_too_large",
  "internal",
]);

interface Result {
  readonly resultType?: unknown;
  readonly isError?: unknown;
  readonly structuredContent?: { readonly error?: unknown; readonly request_id?: unknown };
  readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
}

/** The router's own errors carry the id of the request; to hosts of the 2025 revisions they go as text alone. */
function outcomeOf(result: unknown, requestId: string): CallOutcome {
  const { resultType, isError, structuredContent, content } = (result ?? {}) as Result;
  if (resultType === "input_required") return "input_required";
  if (isError !== true) return "ok";
  const error = structuredContent ?? parsed(content?.[0]?.text);
  return error?.request_id === requestId && CODES.has(error.error) ? (error.error as RouterErrorCode) : "tool_error";
}

function parsed(text: unknown): Result["structuredContent"] {
  // Longer texts are no errors of the router's.
  if (typeof text !== "string" || text.length > 64_000 || !text.startsWith('{"error":')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function thrownOutcome(error: unknown, { kind, name }: Named): CallOutcome {
  if (!(error instanceof ProtocolError)) return "internal";
  const { error: code } = (error.data ?? {}) as { error?: unknown };
  if (CODES.has(code)) return code as RouterErrorCode;
  return kind === "tool" && name === null ? "unknown_tool" : "protocol_error";
}

function textBytes(result: unknown): number {
  const { content } = (result ?? {}) as Result;
  if (!Array.isArray(content)) return 0;
  return content.reduce((sum, { text }) => sum + (typeof text === "string" ? Buffer.byteLength(text) : 0), 0);
}
