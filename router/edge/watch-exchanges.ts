import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { Observer } from "../observe/observer.ts";

const ROUTES: ReadonlySet<string> = new Set(["/health", "/ready", "/status", "/metrics"]);
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "DELETE", "OPTIONS", "HEAD"]);
const WELL_KNOWN = "/.well-known/";

/** Tells observers of each HTTP exchange when it has been written. Paths and methods that nobody serves are one label each. */
export function watchExchanges(
  observers: readonly Observer[],
  mcpPath: string,
): MiddlewareHandler<{ Bindings: HttpBindings; Variables: { requestId: string } }> {
  const told = observers.filter(({ exchanged }) => exchanged !== undefined);
  const routeOf = (path: string): string => {
    if (path === mcpPath || path === `${mcpPath}/`) return "mcp";
    if (ROUTES.has(path)) return path.slice(1);
    return path.startsWith(WELL_KNOWN) ? "well-known" : "other";
  };
  return async (context, next) => {
    const { outgoing } = context.env;
    const started = performance.now();
    const before = outgoing.socket?.bytesWritten ?? 0;
    const { socket } = outgoing;
    const { path, method } = context.req;
    const requestId = context.get("requestId");
    outgoing.once("close", () => {
      const exchange = {
        requestId,
        route: routeOf(path),
        method: METHODS.has(method) ? method : "other",
        status: outgoing.statusCode,
        ms: performance.now() - started,
        bytes: (socket?.bytesWritten ?? before) - before,
      };
      for (const observer of told) observer.exchanged?.(exchange);
    });
    await next();
  };
}
