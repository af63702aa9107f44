import { type CallToolResult, ProtocolError, type ServerCapabilities } from "@modelcontextprotocol/server";
import { LIST_TTL_MS, serverInfoOf } from "../../servers/kit/mcp-surface.ts";
import { readResource, resourcesOf, resourceTemplatesOf } from "../../servers/kit/resources.ts";
import type { SourceServer } from "../../servers/kit/source-server.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { Connection } from "./connection.ts";
import { untilAborted } from "./until-aborted.ts";

const METHOD_NOT_FOUND = -32601;
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
      const onProgress = (progress: number, message: string): void =>
        onNotification?.({ method: "notifications/progress", params: { progress, message } });
      const call = { signal, ...(wantsProgress && { onProgress }) };
      if (method === "tools/call")
        return untilAborted<CallToolResult>(source.callTool(String(params.name), params.arguments, call), signal);
      if (method === "resources/read") return untilAborted(readResource(source, String(params.uri), call), signal);
      throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
    },
    era: () => null,
    async close() {
      const source = await opened?.catch(() => null);
      await source?.close();
    },
  };
}

function definitionOf(source: SourceServer): SourceDefinition {
  return {
    serverInfo: serverInfoOf(source),
    instructions: source.instructions,
    capabilities: CAPABILITIES,
    tools: source.tools,
    prompts: [],
    resources: resourcesOf(source),
    resourceTemplates: resourceTemplatesOf(source),
    malformed: [],
    ttlMs: LIST_TTL_MS,
    cacheScope: "public",
  };
}
