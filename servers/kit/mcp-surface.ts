import { McpServer, type McpServerFactory, ProtocolError } from "@modelcontextprotocol/server";
import type { SourceServer } from "./source-server.ts";

const BODY_SCHEME = "gene-router-body://";
const INVALID_PARAMS = -32602;
/** Definitions change only with a release, so a host may keep a listing for five minutes. */
const LIST_TTL_MS = 300_000;

/** A source over MCP: one factory for both protocol eras, HTTP and stdio. Handlers take JSON Schemas as they are. */
export function mcpSurface(source: SourceServer): McpServerFactory {
  return () => {
    const hint = { ttlMs: LIST_TTL_MS, cacheScope: "public" } as const;
    const mcp = new McpServer(
      { name: `gene-router-${source.name}`, title: source.title, version: source.version, websiteUrl: source.homepage },
      {
        instructions: source.instructions,
        cacheHints: {
          "tools/list": hint,
          "resources/list": hint,
          "resources/templates/list": hint,
          "server/discover": hint,
        },
      },
    );
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
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: [
        {
          uriTemplate: `${BODY_SCHEME}{sha256}`,
          name: "upstream_body",
          title: "Body of an upstream answer",
          description: "The bytes behind a content_sha256 in requests, as the service sent them.",
        },
      ],
    }));
    server.setRequestHandler("resources/read", async (request) => {
      const { uri } = request.params;
      const sha256 = uri.startsWith(BODY_SCHEME) ? uri.slice(BODY_SCHEME.length) : "";
      const body = /^[0-9a-f]{64}$/.test(sha256) ? await source.readBody(sha256) : null;
      if (body === null) throw new ProtocolError(INVALID_PARAMS, "Resource not found");
      return { contents: [{ uri, mimeType: body.mimeType, text: body.text }] };
    });
    return mcp;
  };
}
