import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "hono";
import { rpcError } from "./rpc-error.ts";

export interface AllowedNames {
  /** Host names that the Host header may carry, without ports; `[::1]` in brackets. */
  readonly hosts?: readonly string[];
  /** Host names of web origins that may call. */
  readonly origins?: readonly string[];
}

/**
 * Host and Origin allow-lists, loopback names always among them. They stop a web page from reaching a local endpoint
 * through a name of its own (DNS rebinding). A wrong Host is 421, a wrong Origin 403.
 */
export function nameGuard(allowed: AllowedNames = {}): MiddlewareHandler {
  const hosts = [...localhostAllowedHostnames(), ...(allowed.hosts ?? [])];
  const origins = [...localhostAllowedOrigins(), ...(allowed.origins ?? [])];
  return async (context, next) => {
    if (!validateHostHeader(context.req.header("host"), hosts).ok) {
      return rpcError(421, "This host name is not served here");
    }
    if (!validateOriginHeader(context.req.header("origin"), origins).ok) {
      return rpcError(403, "This origin is not allowed");
    }
    return next();
  };
}

/** Headers that every response carries: nothing is sniffed, stored on the way, run or framed as a page. */
export const responseHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  // Not by the context: it copies the whole response for each of them.
  const { headers } = context.res;
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cache-Control", "no-store");
  headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
};
