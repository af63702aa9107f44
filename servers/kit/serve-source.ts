import type { HttpBindings } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Hono } from "hono";
import { type AllowedNames, nameGuard, responseHeaders } from "./http/guards.ts";
import { MAX_BODY_BYTES, readJsonBody } from "./http/json-body.ts";
import { type Listening, listen } from "./http/listen.ts";
import { rpcError } from "./http/rpc-error.ts";
import { mcpSurface } from "./mcp-surface.ts";
import type { SourceServer } from "./source-server.ts";

/** One source over Streamable HTTP at `/mcp`, both protocol eras, with `/health` for whoever runs it. */
export function serveSourceHttp(
  source: SourceServer,
  address: { hostname: string; port: number },
  allowed: AllowedNames = {},
): Promise<Listening> {
  const mcp = createMcpHandler(mcpSurface(source));
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(nameGuard(allowed), responseHeaders);
  app.get("/health", (context) => context.json({ status: "ok", source: source.name, version: source.version }));
  app.all("/mcp", async (context) => {
    if (context.req.method !== "POST") return mcp.fetch(context.req.raw);
    const { incoming, outgoing } = context.env;
    const body = await readJsonBody(incoming, source.maxRequestBytes ?? MAX_BODY_BYTES);
    if (body.ok) return mcp.fetch(context.req.raw, { parsedBody: body.value });
    const { status, message, code } = body.refusal;
    // What is left of the body is not read: the connection cannot be used again.
    if (status === 413) outgoing.shouldKeepAlive = false;
    return rpcError(status, message, code);
  });
  return listen(app, address);
}

/** One source over standard input and output; ends when the input does. */
export const serveSourceStdio = (source: SourceServer): { close(): Promise<void> } => serveStdio(mcpSurface(source));
