import type { IncomingMessage } from "node:http";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../connections/connection.ts";
import { MODERN_VERSION } from "../connections/modern-version.ts";
import type { Snapshot } from "../surface/snapshot.ts";

/** A call of 2026-07-28 that asks for nothing but an answer. */
export interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  readonly args: JsonObject | undefined;
  readonly capabilities: ClientCapabilities;
  /** `_meta` less the protocol's own keys. */
  readonly meta: JsonObject;
}

const MESSAGE_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);
const PARAM_KEYS: ReadonlySet<string> = new Set(["name", "arguments", "_meta"]);
const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
]);
const RESERVED = "io.modelcontextprotocol/";

/**
 * Recognises the commonest request of all: one tool call, every header and field as the revision asks, no progress, log or
 * rounds. It needs no server of the SDK to be built for it, which is half of what a call costs. Whatever is unusual in any way
 * is null here, and the SDK's to judge.
 */
export function plainCall({ headers }: IncomingMessage, message: unknown, { catalogue }: Snapshot): PlainCall | null {
  if (!isObject(message) || !onlyKeys(message, MESSAGE_KEYS)) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isObject(params) || !onlyKeys(params, PARAM_KEYS)) return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  const { name, arguments: args, _meta } = params;
  if (typeof name !== "string" || (args !== undefined && !isObject(args)) || !isObject(_meta)) return null;
  const tool = catalogue.toolsByName.get(name);
  // Mirrored headers are the SDK's to check.
  if (tool === undefined || tool.mirrors) return null;
  const conventional =
    headers["mcp-protocol-version"] === MODERN_VERSION &&
    headers["mcp-method"] === method &&
    headers["mcp-name"] === name &&
    headers["mcp-session-id"] === undefined &&
    headers["content-type"] === "application/json" &&
    acceptsBoth(headers.accept);
  if (!conventional || _meta[PROTOCOL_VERSION_META_KEY] !== MODERN_VERSION) return null;
  const capabilities = _meta[CLIENT_CAPABILITIES_META_KEY];
  const clientInfo = _meta[CLIENT_INFO_META_KEY];
  if (!isObject(capabilities) || !isSpecType.ClientCapabilities(capabilities)) return null;
  if (clientInfo !== undefined && !isSpecType.Implementation(clientInfo)) return null;
  const meta = Object.fromEntries(Object.entries(_meta).filter(([key]) => !ENVELOPE_KEYS.has(key)));
  if ("progressToken" in meta || Object.keys(meta).some((key) => key.startsWith(RESERVED))) return null;
  return { id: id as string | number, name, args, capabilities: capabilities as ClientCapabilities, meta };
}

/** A result that goes out as it is; every other is the SDK's to encode. */
export const isPlainResult = (result: CallToolResult): boolean => {
  const { resultType, content } = result as { resultType?: unknown; content?: unknown };
  const complete = resultType === undefined || resultType === "complete";
  // What is missing is filled in by the SDK's schema, which accepts it all the same.
  return complete && Array.isArray(content) && isSpecType.CallToolResult(result);
};

/** The answer as the SDK would write it. */
export function plainAnswer(id: string | number, result: CallToolResult, serverInfo: Implementation): Response {
  const _meta = { ...result._meta, [SERVER_INFO_META_KEY]: serverInfo };
  return Response.json({ result: { ...result, resultType: "complete", _meta }, jsonrpc: "2.0", id });
}

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function onlyKeys(value: object, allowed: ReadonlySet<string>): boolean {
  for (const key of Object.keys(value)) if (!allowed.has(key)) return false;
  return true;
}

const acceptsBoth = (accept = ""): boolean =>
  accept.includes("application/json") && accept.includes("text/event-stream");
