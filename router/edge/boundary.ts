import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "hono";
import type { RouterSettings } from "../config/router-settings.ts";
import { rpcError } from "./rpc-error.ts";

const MCP_REQUEST_HEADERS =
  "Content-Type, Accept, Authorization, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-Request-ID";
const MCP_RESPONSE_HEADERS = "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, X-Request-ID, Retry-After";
const PREFLIGHT_SECONDS = "600";

/**
 * Keeps a browser's foreign pages out: a Host that is not ours is 421 (DNS rebinding), an Origin that is not listed 403.
 * Loopback names are always ours. Listed origins may read answers (CORS).
 */
export function boundary({
  allowedHosts,
  allowedOrigins,
}: Pick<RouterSettings, "allowedHosts" | "allowedOrigins">): MiddlewareHandler {
  const hosts = [...localhostAllowedHostnames(), ...allowedHosts];
  const origins = [...localhostAllowedHostnames(), ...allowedOrigins];
  return async (context, next) => {
    if (!validateHostHeader(context.req.header("host") ?? null, hosts).ok) {
      return rpcError(421, "This host name is not served here");
    }
    const origin = context.req.header("origin");
    if (origin === undefined) return next();
    if (!validateOriginHeader(origin, origins).ok) return rpcError(403, "This origin is not allowed");
    const cors = {
      "access-control-allow-origin": origin,
      vary: "Origin",
      "access-control-expose-headers": MCP_RESPONSE_HEADERS,
    };
    if (context.req.method === "OPTIONS" && context.req.header("access-control-request-method") !== undefined) {
      // A tool may mirror any argument in a header of its own name, so what is asked for is what is allowed.
      const asked = context.req.header("access-control-request-headers") ?? MCP_REQUEST_HEADERS;
      return new Response(null, {
        status: 204,
        headers: {
          ...cors,
          "access-control-allow-methods": "GET, POST, DELETE",
          "access-control-allow-headers": /^[A-Za-z0-9,\s_-]{1,2000}$/.test(asked) ? asked : MCP_REQUEST_HEADERS,
          "access-control-max-age": PREFLIGHT_SECONDS,
        },
      });
    }
    await next();
    for (const [name, value] of Object.entries(cors)) context.res.headers.set(name, value);
  };
}
