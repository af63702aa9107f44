import type { HttpBindings } from "@hono/node-server";
import { createMcpHandler, isLegacyRequest, type McpHttpHandler, ProtocolError } from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { nameGuard, responseHeaders } from "../../servers/kit/http/guards.ts";
import { rpcError } from "../../servers/kit/http/rpc-error.ts";
import { createGateway } from "../gateway.ts";
import type { Router } from "../router.ts";
import { isListening, ListenedResources } from "../surface/listened-resources.ts";
import { THIS_PROCESS } from "../surface/principal.ts";
import { acceptingBoth } from "./accept.ts";
import { cors } from "./cors.ts";
import { healthOf, missingSources } from "./health.ts";
import { readBody } from "./read-body.ts";
import { requestIdOf } from "./request-id.ts";
import { createSessions } from "./sessions.ts";

type Env = { Bindings: HttpBindings; Variables: { requestId: string } };

export interface Edge {
  readonly app: Hono<Env>;
  /** Resolves when no call is in flight. Listening streams do not count. */
  idle(): Promise<void>;
  /** Ends listening streams and whatever is still in flight. */
  close(): Promise<void>;
}

/** The HTTP face: `/mcp`, `/health`, `/ready`. */
export function createEdge(router: Router): Edge {
  const { settings } = router.config;
  const requestIds = new WeakMap<Request, string>();
  const handler: McpHttpHandler = createMcpHandler(({ era, requestInfo }) =>
    createGateway(router, {
      era,
      requestId: (requestInfo && requestIds.get(requestInfo)) ?? requestIdOf(undefined),
      principal: THIS_PROCESS,
      live: false,
    }),
  );
  const sessions = settings.sessions
    ? createSessions((requestId) =>
        createGateway(router, { era: "legacy", requestId, principal: THIS_PROCESS, live: true }),
      )
    : null;
  const stopAnnouncing = router.onChanged(() => {
    handler.notify.toolsChanged();
    handler.notify.promptsChanged();
    handler.notify.resourcesChanged();
  });
  const listened = new ListenedResources(
    (uri, onUpdated) => router.subscribe(uri, onUpdated, requestIdOf(undefined)),
    (uri) => handler.notify.resourceUpdated(uri),
  );
  const flights = countFlights();
  const app = new Hono<Env>();

  app.use(async (context, next) => {
    const requestId = requestIdOf(context.req.header("x-request-id"));
    context.set("requestId", requestId);
    await next();
    const { headers } = context.res;
    headers.set("x-request-id", requestId);
    if (headers.get("content-type")?.startsWith("text/event-stream")) headers.set("x-accel-buffering", "no");
  });
  app.use(responseHeaders, nameGuard({ hosts: settings.allowedHosts, origins: settings.allowedOrigins }), cors);
  app.get("/health", (context) => context.json(healthOf(router)));
  app.get("/ready", (context) => {
    const missing = missingSources(router);
    return context.json({ ready: missing.length === 0, missing }, missing.length === 0 ? 200 : 503);
  });
  // A slash at the end is a common slip, and a redirect would cost some hosts the body of their request.
  for (const path of new Set([settings.path, `${settings.path.replace(/\/+$/, "")}/`])) {
    app.all(path, (context) => serveMcp(context));
  }
  app.notFound(() => rpcError(404, "Nothing is served at this path"));
  app.onError(() => rpcError(500, "Internal error", -32603));

  async function serveMcp(context: Context<Env>): Promise<Response> {
    const request = acceptingBoth(context.req.raw);
    const requestId = context.get("requestId");
    requestIds.set(request, requestId);
    if (context.req.method !== "POST") {
      return sessions?.concerns(request, undefined)
        ? sessions.fetch(request, undefined, requestId)
        : handler.fetch(request);
    }
    const body = await readBody(context.env.incoming);
    if (!body.ok) {
      const { status, code, message } = body.refusal;
      // What is left of the body is not read: the connection cannot be used again.
      if (status === 413) context.env.outgoing.shouldKeepAlive = false;
      return rpcError(status, message, code);
    }
    if (isListening(body.value)) return serveListening(context, body.value);
    flights.started(context.env.outgoing);
    const response =
      sessions?.concerns(request, body.value) && (await isLegacyRequest(request, body.value))
        ? await sessions.fetch(request, body.value, requestId)
        : await handler.fetch(request, { parsedBody: body.value });
    // What the SDK says of an exchange that was closed under it; when its caller is still there, it was closed by us.
    return response.status === 499 && !request.signal.aborted
      ? rpcError(503, "The router is shutting down", -32603)
      : response;
  }

  async function serveListening(context: Context<Env>, message: Parameters<ListenedResources["open"]>[0]) {
    const opened = await listened.open(message).catch((error: ProtocolError) => error);
    if (opened instanceof ProtocolError) {
      const { code, message: reason } = opened;
      return Response.json({ jsonrpc: "2.0", id: message.id ?? null, error: { code, message: reason } });
    }
    const { request, close } = opened;
    context.env.outgoing.once("close", close);
    if (context.env.outgoing.destroyed) close();
    return handler.fetch(acceptingBoth(context.req.raw), { parsedBody: request });
  }

  return {
    app,
    idle: flights.idle,
    async close() {
      stopAnnouncing();
      listened.close();
      await Promise.all([handler.close(), sessions?.close()]);
    },
  };
}

/** Answers that are still being written, so that shutdown can wait for them. */
function countFlights(): { started(outgoing: Context<Env>["env"]["outgoing"]): void; idle(): Promise<void> } {
  let inFlight = 0;
  const waiting = new Set<() => void>();
  return {
    started(outgoing) {
      inFlight += 1;
      outgoing.once("close", () => {
        inFlight -= 1;
        if (inFlight > 0) return;
        for (const resolve of waiting) resolve();
        waiting.clear();
      });
    },
    idle: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.add(resolve))),
  };
}
