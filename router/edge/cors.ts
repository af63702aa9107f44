import type { MiddlewareHandler } from "hono";

const MCP_REQUEST_HEADERS =
  "Content-Type, Accept, Authorization, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-Request-ID";
const MCP_RESPONSE_HEADERS = "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, X-Request-ID, Retry-After";
const PREFLIGHT_SECONDS = "600";

/**
 * Lets the pages of an origin that the name guard has let pass read answers (CORS), and answers a browser that asks before
 * it calls. Who sends no origin is granted nothing.
 */
export const cors: MiddlewareHandler = async (context, next) => {
  const origin = context.req.header("origin");
  if (origin === undefined) return next();
  const granted = {
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
        ...granted,
        "access-control-allow-methods": "GET, POST, DELETE",
        "access-control-allow-headers": /^[A-Za-z0-9,\s_-]{1,2000}$/.test(asked) ? asked : MCP_REQUEST_HEADERS,
        "access-control-max-age": PREFLIGHT_SECONDS,
      },
    });
  }
  await next();
  for (const [name, value] of Object.entries(granted)) context.res.headers.set(name, value);
};
