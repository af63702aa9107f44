import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { Pool } from "undici";
import type { SourceDefinition } from "../catalog/definition.ts";
import { isTracestate, validTraceparent } from "../observe/trace-context.ts";
import { answerCap } from "./answer-cap.ts";
import { collectDefinition, type Greeting, hintOf } from "./collect-definition.ts";
import type { CallOptions, ForwardedMethod, JsonObject } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { mirroredHeaders } from "./mirrored-headers.ts";
import { MODERN_VERSION } from "./modern-version.ts";
import { postRpc, type RpcAnswer, type RpcRequest } from "./stateless-rpc.ts";

const INTERNAL_ERROR = -32603;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

/** What a server's answer to `server/discover` says about how it speaks. */
export type Probe = { readonly modern: true; readonly greeting: Greeting } | { readonly modern: false };

export interface StatelessOptions {
  readonly pool: Pool;
  /** Path and query of the endpoint. */
  readonly path: string;
  readonly token: string | null;
  readonly maxBytes: number;
  readonly client: Implementation;
}

/** A remote source that speaks revision 2026-07-28: every request stands alone. */
export class StatelessHttp {
  readonly #options: StatelessOptions;
  #nextId = 1;

  constructor(options: StatelessOptions) {
    this.#options = options;
  }

  /** Asks `server/discover`. Only an answer is evidence: refusals, outages and timeouts are thrown. */
  async probe(signal: AbortSignal): Promise<Probe> {
    const answer = await this.#post("server/discover", {}, { signal });
    const { response } = answer;
    if (response?.result !== undefined) return probeOf(response.result);
    refuseOutage(answer);
    if (response?.error?.code === HEADER_MISMATCH) throw failureOf(answer);
    // Any other refusal of the question is how an older server answers it.
    return { modern: false };
  }

  async definition(greeting: Greeting, signal: AbortSignal): Promise<SourceDefinition> {
    return collectDefinition(greeting, (method, params) => this.#ask(method, params, { signal }));
  }

  async call(method: ForwardedMethod, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    const { meta, logLevel, capabilities, wantsProgress, onNotification, signal, inputSchema } = options;
    const token = this.#nextId;
    const _meta = {
      ...meta,
      [CLIENT_CAPABILITIES_META_KEY]: capabilities,
      ...(logLevel !== null && { [LOG_LEVEL_META_KEY]: logLevel }),
      ...(wantsProgress && { progressToken: token }),
    };
    return this.#ask(
      method,
      { ...params, _meta },
      { signal, inputSchema, onNotification: onNotification && untokened(onNotification) },
    );
  }

  /**
   * Listens for what the filter names until the stream ends. Resolves when it does; throws when there is none.
   */
  async listen(filter: JsonObject, heard: Heard, signal: AbortSignal): Promise<void> {
    const onNotification: RpcRequest["onNotification"] = ({ method, params }) => {
      if (method === "notifications/subscriptions/acknowledged")
        heard.onAcknowledged?.((params.notifications ?? {}) as JsonObject);
      if (method.endsWith("/list_changed")) heard.onChanged?.();
      if (method === "notifications/resources/updated" && typeof params.uri === "string")
        heard.onResourceUpdated?.(params.uri);
    };
    const answer = await this.#post("subscriptions/listen", { notifications: filter }, { signal, onNotification });
    // The one result of this request is its end; anything else is a refusal that will not change by asking again.
    if (answer.response?.result === undefined)
      throw new ProtocolError(INTERNAL_ERROR, "The source refuses to be listened to");
  }

  async #ask(method: string, params: JsonObject, options: AskOptions): Promise<JsonObject> {
    const answer = await this.#post(method, params, options);
    const result = answer.response?.result;
    if (result !== null && typeof result === "object" && !Array.isArray(result)) return result as JsonObject;
    throw failureOf(answer);
  }

  /** A refused version was refused before anything was done; when ours is among the supported ones, it is said again. */
  async #post(method: string, params: JsonObject, options: AskOptions): Promise<RpcAnswer> {
    const answer = await this.#postOnce(method, params, options);
    return supportsOurs(answer) ? this.#postOnce(method, params, options) : answer;
  }

  #postOnce(
    method: string,
    params: JsonObject,
    { signal, inputSchema, onNotification }: AskOptions,
  ): Promise<RpcAnswer> {
    const { pool, path, token, maxBytes, client } = this.#options;
    const id = this.#nextId;
    this.#nextId += 1;
    const _meta: JsonObject = {
      [PROTOCOL_VERSION_META_KEY]: MODERN_VERSION,
      [CLIENT_INFO_META_KEY]: client,
      [CLIENT_CAPABILITIES_META_KEY]: {},
      ...(params._meta as JsonObject | undefined),
    };
    return postRpc(pool, path, id, {
      method,
      params: { ...params, _meta },
      headers: {
        "mcp-protocol-version": MODERN_VERSION,
        ...mirroredHeaders(method, params, inputSchema),
        ...traceHeaders(_meta),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      signal,
      onNotification,
      maxBytes: answerCap(method, params, maxBytes),
    });
  }
}

/** What a listening stream tells. */
export interface Heard {
  /** The part of the filter that the source honours. */
  readonly onAcknowledged?: (filter: JsonObject) => void;
  readonly onChanged?: () => void;
  readonly onResourceUpdated?: (uri: string) => void;
}

/** Servers and proxies between here and there look for the trace in the headers (W3C), not in the body. */
function traceHeaders({ traceparent: sent, tracestate }: JsonObject): Record<string, string> {
  const traceparent = validTraceparent(sent);
  if (traceparent === null) return {};
  return { traceparent, ...(typeof tracestate === "string" && isTracestate(tracestate) && { tracestate }) };
}

interface AskOptions {
  readonly signal: AbortSignal;
  readonly inputSchema?: unknown;
  readonly onNotification?: RpcRequest["onNotification"];
}

/** The source refuses the version that it was asked in, and names it among those that it speaks. */
function supportsOurs({ response }: RpcAnswer): boolean {
  if (response?.error?.code !== UNSUPPORTED_VERSION) return false;
  const { supported } = (response.error.data ?? {}) as { supported?: unknown };
  return Array.isArray(supported) && supported.includes(MODERN_VERSION);
}

/** Progress is matched by its stream; the token is between this connection and the source. */
const untokened =
  (forward: NonNullable<CallOptions["onNotification"]>): NonNullable<CallOptions["onNotification"]> =>
  ({ method, params }) => {
    const { progressToken: _, ...rest } = params;
    forward({ method, params: method === "notifications/progress" ? rest : params });
  };

function probeOf(result: unknown): Probe {
  const { supportedVersions, capabilities, instructions, _meta } = (result ?? {}) as JsonObject;
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(MODERN_VERSION)) return { modern: false };
  const stamp = (_meta as JsonObject | undefined)?.[SERVER_INFO_META_KEY] as Partial<Implementation> | undefined;
  return {
    modern: true,
    greeting: {
      serverInfo: { ...stamp, name: String(stamp?.name ?? "unknown"), version: String(stamp?.version ?? "unknown") },
      instructions: typeof instructions === "string" ? instructions : null,
      capabilities: (capabilities ?? {}) as Greeting["capabilities"],
      ...hintOf(result as JsonObject),
    },
  };
}

/** Refusals and outages, by status; they say nothing about the revision. */
function refuseOutage(answer: RpcAnswer): void {
  const { status } = answer;
  if (status === 401 || status === 403 || status === 408 || status === 429 || status >= 500) throw failureOf(answer);
}

function failureOf({ status, response, retryAfter }: RpcAnswer): Error {
  if (status === 401 || status === 403) {
    return new ConnectionFailure("source_protocol_error", "The source refuses the router's credentials");
  }
  if (status === 429) {
    const seconds = retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) : null;
    return new ConnectionFailure("overloaded", "The source asks for fewer calls", { retryAfterS: seconds });
  }
  const error = response?.error;
  if (error !== undefined && error.code !== HEADER_MISMATCH && error.code !== UNSUPPORTED_VERSION) {
    return new ProtocolError(error.code, error.message, error.data);
  }
  if (status >= 500) return new ConnectionFailure("source_down", "The source answers with a server error");
  return new ConnectionFailure("source_protocol_error", "The source's answer is not what the protocol asks for");
}
