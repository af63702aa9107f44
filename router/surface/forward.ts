import {
  type ClientCapabilities,
  type LoggingLevel,
  ProtocolError,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { ForwardedMethod, JsonObject } from "../connections/connection.ts";
import type { MountedSource } from "../connections/mounted-source.ts";
import type { Caller } from "./caller.ts";
import type { RouterError } from "./router-error.ts";

export interface Forwarded {
  readonly method: ForwardedMethod;
  /** With the source's own name or URI. */
  readonly params: JsonObject;
  readonly idempotent: boolean;
  readonly inputSchema?: unknown;
}

const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/**
 * Passes one request on to its source, and what the source says meanwhile back to the caller. Only protocol matter
 * crosses: `_meta`, capabilities, the rounds of `input_required`; never a header or a credential of the caller's.
 */
export async function forward(mounted: MountedSource, request: Forwarded, caller: Caller): Promise<JsonObject> {
  const { progressToken, ...meta } = caller.meta;
  const result = await mounted.call(
    request.method,
    { ...request.params, ...caller.round },
    {
      signal: caller.signal,
      wantsProgress: progressToken !== undefined,
      capabilities: relayable(caller.capabilities),
      logLevel: caller.logLevel,
      meta,
      idempotent: request.idempotent,
      host: caller.host ?? null,
      inputSchema: request.inputSchema,
      onNotification: ({ method, params }) => {
        if (method === "notifications/message" && reaches(params.level, caller.logLevel)) caller.notify(method, params);
        if (method === "notifications/progress" && progressToken !== undefined)
          caller.notify(method, { ...params, progressToken });
      },
    },
  );
  return cleaned(result);
}

/** The levels of syslog (RFC 5424), the least urgent first. */
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** Sources of the 2025 revisions log whatever they like; a caller hears only what it asked for. */
function reaches(level: unknown, wanted: LoggingLevel | null): boolean {
  return wanted !== null && LEVELS.indexOf(String(level)) >= LEVELS.indexOf(wanted);
}

/** Task ids are not namespaced, so tasks are not offered to sources in a caller's name. */
function relayable(capabilities: ClientCapabilities): ClientCapabilities {
  const { tasks: _, ...rest } = capabilities as ClientCapabilities & { tasks?: unknown };
  const { [TASKS_EXTENSION]: __, ...extensions } = (rest.extensions ?? {}) as Record<string, JsonObject>;
  return rest.extensions === undefined ? rest : ({ ...rest, extensions } as ClientCapabilities);
}

/** The result as the source gave it, less the stamp that would name the source as the server. */
function cleaned(result: JsonObject): JsonObject {
  const { resultType, ...rest } = result;
  const open = resultType !== undefined && resultType !== "complete" ? { resultType } : {};
  const meta = rest._meta;
  if (meta === null || typeof meta !== "object" || !Object.hasOwn(meta, SERVER_INFO_META_KEY))
    return { ...rest, ...open };
  const { [SERVER_INFO_META_KEY]: _, ...kept } = meta as JsonObject;
  const { _meta: __, ...others } = rest;
  return { ...others, ...open, ...(Object.keys(kept).length > 0 && { _meta: kept }) };
}

/** Where no tool result can carry the router's error, it travels as the protocol's internal error with the same content. */
export function protocolErrorOf(error: RouterError, content: JsonObject): ProtocolError {
  return new ProtocolError(INTERNAL_ERROR, error.message, content);
}

const INTERNAL_ERROR = -32603;
