import {
  type Implementation,
  McpServer,
  type McpServerFactory,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { readResource, resourcesOf, resourceTemplatesOf } from "./resources.ts";
import type { SourceCall, SourceServer } from "./source-server.ts";

/** Definitions change only with a release, so a host may keep a listing for five minutes. */
export const LIST_TTL_MS = 300_000;

/** How a source introduces itself, wherever it runs. */
export const serverInfoOf = ({ name, title, version, description, homepage }: SourceServer): Implementation => ({
  name: `gene-router-${name}`,
  title,
  version,
  description,
  websiteUrl: homepage,
});

/** A source over MCP: one factory for both protocol eras, HTTP and stdio. Handlers take JSON Schemas as they are. */
export function mcpSurface(source: SourceServer): McpServerFactory {
  return () => {
    const hint = { ttlMs: LIST_TTL_MS, cacheScope: "public" } as const;
    const mcp = new McpServer(serverInfoOf(source), {
      instructions: source.instructions,
      cacheHints: {
        "tools/list": hint,
        "resources/list": hint,
        "resources/templates/list": hint,
        "server/discover": hint,
      },
    });
    const { server } = mcp;
    server.registerCapabilities({ tools: {}, resources: {} });
    server.setRequestHandler("tools/list", () => ({ tools: [...source.tools] }));
    server.setRequestHandler("tools/call", ({ params }, context) =>
      source.callTool(params.name, params.arguments, callOf(context)),
    );
    server.setRequestHandler("resources/list", () => ({ resources: resourcesOf(source) }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: resourceTemplatesOf(source) }));
    server.setRequestHandler("resources/read", ({ params }, context) =>
      readResource(source, params.uri, callOf(context)),
    );
    return mcp;
  };
}

function callOf({ mcpReq }: ServerContext): SourceCall {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return { signal: mcpReq.signal };
  return {
    signal: mcpReq.signal,
    onProgress: (progress, message) => {
      const params = { progressToken: token, progress, message };
      // A caller that is gone needs no progress; its call is cancelled by the signal.
      void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}
