import { type Implementation, McpServer, type McpServerFactory } from "@modelcontextprotocol/server";
import { BODY_TEMPLATE, readBodyResource } from "./body-resource.ts";
import type { SourceServer } from "./source-server.ts";

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
    server.setRequestHandler("tools/call", (request, context) => {
      const token = context.mcpReq._meta?.progressToken;
      return source.callTool(request.params.name, request.params.arguments, {
        signal: context.mcpReq.signal,
        onProgress:
          token === undefined
            ? undefined
            : (progress, message) => {
                // A caller that is gone needs no progress; its call is cancelled by the signal.
                void context.mcpReq
                  .notify({ method: "notifications/progress", params: { progressToken: token, progress, message } })
                  .catch(() => {});
              },
      });
    });
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [BODY_TEMPLATE] }));
    server.setRequestHandler("resources/read", ({ params }) => readBodyResource(source, params.uri));
    return mcp;
  };
}
