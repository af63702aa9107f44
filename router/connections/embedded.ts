import { type CallToolResult, ProtocolError, type ServerCapabilities } from "@modelcontextprotocol/server";
import type { SourceServer } from "../../servers/kit/source-server.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { Connection, JsonObject } from "./connection.ts";

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const BODY_SCHEME = "gene-router-body://";
/** Definitions of a mounted source change only with the process. */
const TTL_MS = 300_000;
const CAPABILITIES: ServerCapabilities = { tools: {}, resources: {} };

/** A source in this process: no socket, no serialisation. What it says is what it would say over MCP when run alone. */
export function embeddedConnection(open: () => Promise<SourceServer>): Connection {
  let opened: Promise<SourceServer> | null = null;
  const server = async (): Promise<SourceServer> => {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
  return {
    definition: async () => definitionOf(await server()),
    async call(method, params, { signal, onNotification, wantsProgress }) {
      const source = await server();
      signal.throwIfAborted();
      if (method === "tools/call") {
        const onProgress = (progress: number, message: string): void =>
          onNotification?.({ method: "notifications/progress", params: { progress, message } });
        const call = source.callTool(String(params.name), params.arguments, {
          signal,
          ...(wantsProgress && { onProgress }),
        });
        return untilAborted<CallToolResult>(call, signal);
      }
      if (method === "resources/read") return untilAborted(readBody(source, String(params.uri)), signal);
      throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
    },
    era: () => null,
    async close() {
      const source = await opened?.catch(() => null);
      await source?.close();
    },
  };
}

/** Waits no longer than the signal allows, whatever the source makes of it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

async function readBody(source: SourceServer, uri: string): Promise<JsonObject> {
  const sha256 = uri.startsWith(BODY_SCHEME) ? uri.slice(BODY_SCHEME.length) : "";
  const body = /^[0-9a-f]{64}$/.test(sha256) ? await source.readBody(sha256) : null;
  if (body === null) throw new ProtocolError(INVALID_PARAMS, "Resource not found");
  return { contents: [{ uri, mimeType: body.mimeType, text: body.text }] };
}

function definitionOf(source: SourceServer): SourceDefinition {
  return {
    serverInfo: {
      name: `gene-router-${source.name}`,
      title: source.title,
      version: source.version,
      description: source.description,
      websiteUrl: source.homepage,
    },
    instructions: source.instructions,
    capabilities: CAPABILITIES,
    tools: source.tools,
    prompts: [],
    resources: [],
    resourceTemplates: [
      {
        uriTemplate: `${BODY_SCHEME}{sha256}`,
        name: "upstream_body",
        title: "Body of an upstream answer",
        description: "The bytes behind a content_sha256 in requests, as the service sent them.",
      },
    ],
    malformed: [],
    ttlMs: TTL_MS,
    cacheScope: "public",
  };
}
