import type { HttpBindings } from "@hono/node-server";
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { type Context, Hono } from "hono";
import { nameGuard, responseHeaders } from "../../servers/kit/http/guards.ts";
import { rpcError } from "../../servers/kit/http/rpc-error.ts";
import { createGateway, routerInfo } from "../gateway.ts";
import type { Telemetry } from "../observe/telemetry.ts";
import { type TraceContext, traceContextOf } from "../observe/trace-context.ts";
import type { Router } from "../router.ts";
import type { Caller } from "../surface/caller.ts";
import { isListening, ListenedResources } from "../surface/listened-resources.ts";
import { type Principal, THIS_PROCESS } from "../surface/principal.ts";
import { resourceOwners } from "../surface/resource-owners.ts";
import { acceptingBoth } from "./accept.ts";
import { createGate } from "./auth/gate.ts";
import { clientAddress } from "./client-address.ts";
import { cors } from "./cors.ts";
import { healthOf, missingSources } from "./health.ts";
import type { Limits } from "./limits/limits.ts";
import { isOperator } from "./operator.ts";
import { isPlainResult, type PlainCall, plainAnswer, plainCall } from "./plain-call.ts";
import { readBody } from "./read-body.ts";
import { requestIdOf } from "./request-id.ts";
import { createSessions } from "./sessions.ts";
import { statusOf } from "./status.ts";
import { watchExchanges } from "./watch-exchanges.ts";

type Env = { Bindings: HttpBindings; Variables: { requestId: string } };

/** What is known of a request when its server is made. */
interface Asking {
  readonly requestId: string;
  readonly principal: Principal;
  /** Of the request's headers, for the source. */
  readonly trace: TraceContext;
  /** Its call, when it was made before a server was built for it. */
  readonly made?: Promise<CallToolResult>;
}

export interface Edge {
  readonly app: Hono<Env>;
  /** Resolves when no call is in flight. Listening streams do not count. */
  idle(): Promise<void>;
  /** Ends listening streams and whatever is still in flight. */
  close(): Promise<void>;
}

export interface EdgeParts {
  readonly limits: Limits;
  /** null: nobody watches, and there are no metrics. */
  readonly telemetry: Telemetry | null;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The HTTP face: `/mcp`, `/health`, `/ready`, `/status`, `/metrics`. */
export function createEdge(router: Router, { limits, telemetry, now }: EdgeParts): Edge {
  const { settings } = router.config;
  const asking = new WeakMap<Request, Asking>();
  const gate = createGate(settings, now);
  const handler: McpHttpHandler = createMcpHandler(({ era, requestInfo }) =>
    createGateway(router, {
      era,
      ...((requestInfo && asking.get(requestInfo)) ?? {
        requestId: requestIdOf(undefined),
        principal: gate === null ? THIS_PROCESS : NOBODY,
        trace: {},
      }),
      live: false,
    }),
  );
  const sessions = settings.sessions
    ? createSessions(({ requestId, principal }) =>
        createGateway(router, { era: "legacy", requestId, principal, trace: {}, live: true }),
      )
    : null;
  const stopAnnouncing = router.onChanged(() => {
    handler.notify.toolsChanged();
    handler.notify.promptsChanged();
    handler.notify.resourcesChanged();
  });
  const listened = new ListenedResources(
    (uri, onUpdated) =>
      router.subscribe(uri, onUpdated, { requestId: requestIdOf(undefined), principal: THIS_PROCESS }),
    (uri) => handler.notify.resourceUpdated(uri),
  );
  const flights = countFlights();
  const ending = new AbortController();
  const app = new Hono<Env>();

  app.use(async (context, next) => {
    const requestId = requestIdOf(context.req.header("x-request-id"));
    context.set("requestId", requestId);
    await next();
    const { headers } = context.res;
    headers.set("x-request-id", requestId);
    if (headers.get("content-type")?.startsWith("text/event-stream")) headers.set("x-accel-buffering", "no");
  });
  if (telemetry !== null) app.use(watchExchanges(telemetry.observers, settings.path));
  app.use(responseHeaders, nameGuard({ hosts: settings.allowedHosts, origins: settings.allowedOrigins }), cors);
  // Where callers must show a token, strangers learn that the router lives, and not what stands behind it.
  const sees = (incoming: HttpBindings["incoming"]): boolean =>
    gate === null || isOperator(incoming, settings.statusToken);
  app.get("/health", (context) => context.json(sees(context.env.incoming) ? healthOf(router) : { status: "ok" }));
  app.get("/ready", (context) => {
    const missing = missingSources(router);
    const ready = missing.length === 0;
    return context.json({ ready, ...(sees(context.env.incoming) && { missing }) }, ready ? 200 : 503);
  });
  const startedAt = now();
  app.get("/status", (context) => {
    const whole = isOperator(context.env.incoming, settings.statusToken);
    return context.json(statusOf(router, telemetry?.latency ?? null, (now() - startedAt) / 1000, whole));
  });
  if (telemetry !== null) {
    app.get("/metrics", async (context) =>
      isOperator(context.env.incoming, settings.metricsToken)
        ? context.body(await telemetry.metrics.text(), 200, { "content-type": telemetry.metrics.contentType })
        : rpcError(401, "Metrics are for this machine, and for holders of GENE_ROUTER_METRICS_TOKEN"),
    );
  }
  for (const path of gate?.metadataPaths ?? [])
    app.get(path, (context) => context.json(gate?.metadata(router.snapshot()) ?? {}));
  // A slash at the end is a common slip, and a redirect would cost some hosts the body of their request.
  for (const path of new Set([settings.path, `${settings.path.replace(/\/+$/, "")}/`])) {
    app.all(path, (context) => serveMcp(context));
  }
  app.notFound(() => rpcError(404, "Nothing is served at this path"));
  app.onError(() => rpcError(500, "Internal error", -32603));

  async function serveMcp(context: Context<Env>): Promise<Response> {
    const request = acceptingBoth(context.req.raw);
    const requestId = context.get("requestId");
    const { incoming, outgoing } = context.env;
    const address = clientAddress(incoming, settings.trustedHops);
    const admission = (await gate?.admit(incoming)) ?? EVERYONE;
    if (admission.kind === "refused") return (await limits.strangerRefusal(address)) ?? admission.response;
    const { principal, expiresAt } = admission;
    asking.set(request, { requestId, principal, trace: traceContextOf(request.headers) });
    if (context.req.method !== "POST") {
      endAt(outgoing, expiresAt, now);
      return sessions?.concerns(request, undefined)
        ? sessions.fetch(request, undefined, { requestId, principal })
        : handler.fetch(request);
    }
    const body = await readBody(incoming);
    if (!body.ok) {
      const { status, code, message } = body.refusal;
      // What is left of the body is not read: the connection cannot be used again.
      if (status === 413) outgoing.shouldKeepAlive = false;
      return rpcError(status, message, code);
    }
    const caller = gate === null ? address : principal.id;
    const refusal =
      (await limits.refusal(caller, body.value)) ?? gate?.refusal(body.value, principal, router.snapshot());
    if (refusal) return refusal;
    if (isListening(body.value)) {
      endAt(outgoing, expiresAt, now);
      return serveListening(context, request, body.value, principal);
    }
    flights.started(outgoing);
    const plain = plainCall(incoming, body.value, router.view(principal));
    if (plain !== null) {
      const made = router.callTool(
        plain.tool.name,
        plain.args,
        callerOf(plain, asking.get(request)!, outgoing, ending.signal),
      );
      const result = await made.catch(() => null);
      if (ending.signal.aborted) return shuttingDown();
      if (result !== null && isPlainResult(plain, result)) return plainAnswer(plain, result, routerInfo(router));
      // Errors of the protocol, questions to the host and malformed results are the SDK's to write.
      asking.set(request, { ...asking.get(request)!, made });
    }
    const response =
      sessions?.concerns(request, body.value) && (await isLegacyRequest(request, body.value))
        ? await sessions.fetch(request, body.value, { requestId, principal })
        : await handler.fetch(request, { parsedBody: body.value });
    // What the SDK says of an exchange that was closed under it; when its caller is still there, it was closed by us.
    return response.status === 499 && !request.signal.aborted ? shuttingDown() : response;
  }

  async function serveListening(
    { env: { outgoing } }: Context<Env>,
    request: Request,
    message: Parameters<ListenedResources["open"]>[0],
    principal: Principal,
  ): Promise<Response> {
    const mayRead = (uri: string): boolean =>
      principal.scopes === null || resourceOwners(router.view(principal).catalogue, uri).length > 0;
    const opened = await listened.open(message, mayRead).catch((error: ProtocolError) => error);
    if (opened instanceof ProtocolError) {
      const { code, message: reason } = opened;
      return Response.json({ jsonrpc: "2.0", id: message.id ?? null, error: { code, message: reason } });
    }
    const { request: parsedBody, close } = opened;
    outgoing.once("close", close);
    if (outgoing.destroyed) close();
    return handler.fetch(request, { parsedBody });
  }

  return {
    app,
    idle: flights.idle,
    async close() {
      stopAnnouncing();
      ending.abort(new Error("The router is shutting down"));
      listened.close();
      await Promise.all([handler.close(), sessions?.close(), limits.close()]);
    },
  };
}

const shuttingDown = (): Response => rpcError(503, "The router is shutting down", -32603);

/** Who makes a plain call: nothing is told to it while it waits, and its leaving ends the call. */
function callerOf(
  { era, capabilities, meta }: PlainCall,
  { requestId, principal, trace }: Asking,
  outgoing: Context<Env>["env"]["outgoing"],
  ending: AbortSignal,
): Caller {
  const leaving = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) leaving.abort(new Error("The caller has left"));
  });
  return {
    requestId,
    principal,
    era,
    signal: AbortSignal.any([leaving.signal, ending]),
    capabilities,
    logLevel: null,
    meta: { ...trace, ...meta },
    host: null,
    round: {},
    notify: () => {},
  };
}

/** Without authentication every caller may do what the process may. */
const EVERYONE = { kind: "valid", principal: THIS_PROCESS, expiresAt: Number.POSITIVE_INFINITY } as const;
/** A request of which nothing is known may do nothing that needs a scope. */
const NOBODY: Principal = { id: "nobody", scopes: new Set() };

/** Longer than a timer can wait; a token that lives longer is looked at again when the stream is opened anew. */
const LONGEST_MS = 2 ** 31 - 1;

/** A stream that listens outlives its request; it must not outlive the token that opened it. */
function endAt(outgoing: Context<Env>["env"]["outgoing"], expiresAt: number, now: () => number): void {
  if (!Number.isFinite(expiresAt)) return;
  const timer = setTimeout(() => outgoing.destroy(), Math.min(Math.max(0, expiresAt - now()), LONGEST_MS));
  outgoing.once("close", () => clearTimeout(timer));
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
