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
import type { CatalogueTool } from "../catalog/catalogue.ts";
import type { JsonObject } from "../connections/connection.ts";
import { MODERN_VERSION } from "../connections/modern-version.ts";
import type { Snapshot } from "../surface/snapshot.ts";

/** A call that asks for nothing but an answer. */
export interface PlainCall {
  readonly era: "modern" | "legacy";
  readonly id: string | number;
  readonly tool: CatalogueTool;
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
/** A host that names none speaks the first of them. */
const LEGACY_VERSIONS: ReadonlySet<unknown> = new Set([undefined, "2025-03-26", "2025-06-18", "2025-11-25"]);

/**
 * Recognises the commonest request of all: one tool call outside of a session, every header and field as its revision asks, no
 * progress, log or rounds. It needs no server of the SDK to be built for it, which is half of what a call costs. Whatever is
 * unusual in any way is null here, and the SDK's to judge.
 */
export function plainCall({ headers }: IncomingMessage, message: unknown, { catalogue }: Snapshot): PlainCall | null {
  if (!isObject(message) || !onlyKeys(message, MESSAGE_KEYS)) return null;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isObject(params) || !onlyKeys(params, PARAM_KEYS)) return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  const { name, arguments: args, _meta = {} } = params;
  if (typeof name !== "string" || (args !== undefined && !isObject(args)) || !isObject(_meta)) return null;
  const tool = catalogue.toolsByName.get(name);
  const usual =
    headers["mcp-session-id"] === undefined &&
    headers["content-type"] === "application/json" &&
    acceptsBoth(headers.accept);
  if (tool === undefined || !usual) return null;
  const meta = Object.fromEntries(Object.entries(_meta).filter(([key]) => !ENVELOPE_KEYS.has(key)));
  if ("progressToken" in meta || Object.keys(meta).some((key) => key.startsWith(RESERVED))) return null;
  const call = { id: id as string | number, tool, args, meta };
  const version = headers["mcp-protocol-version"];
  if (version === MODERN_VERSION) return modernCall(call, headers, _meta);
  const claimsModern = Object.keys(_meta).some((key) => key.startsWith(RESERVED));
  // Hosts of these revisions are told what a source logs, whether they ask for it or not.
  return LEGACY_VERSIONS.has(version) && !claimsModern && !logs(catalogue, tool)
    ? { ...call, era: "legacy", capabilities: {} }
    : null;
}

function modernCall(
  call: Omit<PlainCall, "era" | "capabilities">,
  headers: IncomingMessage["headers"],
  _meta: JsonObject,
): PlainCall | null {
  const conventional = headers["mcp-method"] === "tools/call" && headers["mcp-name"] === call.tool.name;
  // Mirrored headers are the SDK's to check.
  if (!conventional || call.tool.mirrors || _meta[PROTOCOL_VERSION_META_KEY] !== MODERN_VERSION) return null;
  const capabilities = _meta[CLIENT_CAPABILITIES_META_KEY];
  const clientInfo = _meta[CLIENT_INFO_META_KEY];
  if (!isObject(capabilities) || !isSpecType.ClientCapabilities(capabilities)) return null;
  if (clientInfo !== undefined && !isSpecType.Implementation(clientInfo)) return null;
  return { ...call, era: "modern", capabilities: capabilities as ClientCapabilities };
}

const logs = ({ sources }: Snapshot["catalogue"], { namespace }: CatalogueTool): boolean =>
  sources.find((source) => source.namespace === namespace)?.definition.capabilities.logging !== undefined;

/** A result that goes out as it is; every other is the SDK's to encode. */
export function isPlainResult({ era, tool }: PlainCall, result: CallToolResult): boolean {
  const { resultType, content, structuredContent } = result as {
    resultType?: unknown;
    content?: unknown;
    structuredContent?: unknown;
  };
  const complete = resultType === undefined || resultType === "complete";
  // What is missing is filled in by the SDK's schema, which accepts it all the same.
  if (!complete || !Array.isArray(content) || !isSpecType.CallToolResult(result)) return false;
  // To hosts of the 2025 revisions anything but an object goes in clothes.
  const { outputSchema } = tool.definition;
  const bare = structuredContent === undefined || isObject(structuredContent);
  return era === "modern" || (bare && (outputSchema === undefined || outputSchema.type === "object"));
}

/** The answer as the SDK would write it. */
export function plainAnswer({ era, id }: PlainCall, result: CallToolResult, serverInfo: Implementation): Response {
  if (era === "legacy") {
    const { resultType: _, ...rest } = result as CallToolResult & { resultType?: unknown };
    return Response.json({ result: rest, jsonrpc: "2.0", id });
  }
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
