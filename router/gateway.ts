import {
  type CacheScope,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Implementation,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  McpServer,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "./connections/connection.ts";
import type { TraceContext } from "./observe/trace-context.ts";
import type { Router } from "./router.ts";
import type { Caller } from "./surface/caller.ts";
import { createHostConnection } from "./surface/host-connection.ts";
import { pageOf } from "./surface/pages.ts";
import type { Principal } from "./surface/principal.ts";
import type { Snapshot } from "./surface/snapshot.ts";
import { Subscriber } from "./surface/subscriber.ts";
import type { SubscriptionAsker } from "./surface/subscriptions.ts";

export interface GatewayOptions {
  readonly era: "modern" | "legacy";
  readonly requestId: string;
  readonly principal: Principal;
  /** Of the HTTP request; what stands in `_meta` counts more. */
  readonly trace: TraceContext;
  /** The one call of this request, made already: its answer is only to be written. */
  readonly made?: Promise<CallToolResult>;
  /** The server lives as long as its connection and tells it of changes. */
  readonly live: boolean;
}

/** Callers of the 2025 revisions cannot say per request what they want logged; sources are asked for this much. */
const LEGACY_LOG_LEVEL: LoggingLevel = "info";

/** What the router calls itself. */
export const routerInfo = ({ version }: Pick<Router, "version">): Implementation => ({
  name: "gene-router",
  title: "gene-router",
  version,
});

/**
 * The SDK checks `Mcp-Param-*` headers against the body only for an `McpServer`, through this internal method. Handlers
 * are set on the low-level server, which takes JSON Schemas as they are.
 */
class Gateway extends McpServer {
  readonly #snapshot: Snapshot;

  constructor(router: Router, snapshot: Snapshot, tells: boolean) {
    const { catalogue, instructions } = snapshot;
    const hint = { ttlMs: catalogue.ttlMs, cacheScope: catalogue.cacheScope as CacheScope };
    super(routerInfo(router), {
      instructions,
      capabilities: capabilitiesOf(snapshot, tells),
      cacheHints: {
        "server/discover": hint,
        "tools/list": hint,
        "prompts/list": hint,
        "resources/list": hint,
        "resources/templates/list": hint,
      },
    });
    this.#snapshot = snapshot;
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#snapshot.catalogue.toolsByName.get(name)?.definition.inputSchema;
  }
}

/** One server of the SDK over the router: for one HTTP request, or for one connection over stdio. */
export function createGateway(
  router: Router,
  { era, requestId, principal, trace, made, live }: GatewayOptions,
): McpServer {
  const snapshot = router.view(principal);
  // A host of a 2025 revision hears of changes only where its connection outlives its requests.
  const gateway = new Gateway(router, snapshot, live || era === "modern");
  const { server } = gateway;
  let logLevel: LoggingLevel | null = era === "legacy" ? LEGACY_LOG_LEVEL : null;
  const host = live && era === "legacy" ? createHostConnection(server) : null;
  const now = (): Snapshot => (live ? router.view(principal) : snapshot);
  const callerOf = (context: ServerContext): Caller => {
    const { inputResponses, requestState, signal, _meta, notify } = context.mcpReq;
    const envelope = context.mcpReq.envelope as JsonObject | undefined;
    const state = requestState<string>();
    return {
      requestId,
      principal,
      era,
      signal,
      capabilities:
        (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ??
        server.getClientCapabilities() ??
        {},
      logLevel: (envelope?.[LOG_LEVEL_META_KEY] as LoggingLevel | undefined) ?? logLevel,
      meta: { ...trace, ...(_meta as JsonObject | undefined) },
      host: host?.linkOf(context) ?? null,
      round: { ...(inputResponses && { inputResponses }), ...(state !== undefined && { requestState: state }) },
      // A caller that is gone needs to hear nothing more; its call ends by the signal.
      notify: (method, params) => void notify({ method, params }).catch(() => {}),
    };
  };

  server.setRequestHandler("tools/list", ({ params }) => {
    const { page, nextCursor } = pageOf(now().listed, ({ name }) => name, params?.cursor);
    return { tools: page, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const result = await (made ?? router.callTool(params.name, params.arguments, callerOf(context)));
    const { outputSchema } = now().catalogue.toolsByName.get(params.name)?.definition ?? {};
    return era === "legacy" ? server.projectCallToolResult(result, outputSchema) : result;
  });
  if (server.getCapabilities().prompts !== undefined) {
    server.setRequestHandler("prompts/list", ({ params }) => {
      const { page, nextCursor } = pageOf(now().catalogue.prompts, ({ name }) => name, params?.cursor);
      return { prompts: page.map(({ definition }) => definition), ...(nextCursor !== undefined && { nextCursor }) };
    });
    server.setRequestHandler("prompts/get", ({ params }, context) =>
      router.getPrompt(params.name, params.arguments, callerOf(context)),
    );
  }
  if (server.getCapabilities().resources !== undefined) {
    server.setRequestHandler("resources/list", ({ params }) => {
      const { page, nextCursor } = pageOf(
        now().catalogue.resources,
        ({ definition }) => definition.uri,
        params?.cursor,
      );
      return { resources: page.map(({ definition }) => definition), ...(nextCursor !== undefined && { nextCursor }) };
    });
    server.setRequestHandler("resources/templates/list", ({ params }) => {
      const { page, nextCursor } = pageOf(
        now().catalogue.resourceTemplates,
        ({ definition }) => definition.uriTemplate,
        params?.cursor,
      );
      return {
        resourceTemplates: page.map(({ definition }) => definition),
        ...(nextCursor !== undefined && { nextCursor }),
      };
    });
    server.setRequestHandler("resources/read", ({ params }, context) =>
      router.readResource(params.uri, callerOf(context)),
    );
  }
  if (server.getCapabilities().resources !== undefined && era === "legacy") {
    const subscriber = host === null ? null : subscriberOf(router, server, { requestId, principal });
    server.setRequestHandler("resources/subscribe", async ({ params }) => {
      if (subscriber === null) {
        // Where nothing can be told, nothing is kept; the capability says so, and the refusals are the same.
        (await router.subscribe(params.uri, () => {}, { requestId, principal }))();
      } else if (!subscriber.holds(params.uri)) await subscriber.hold(params.uri);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", ({ params }) => {
      subscriber?.release(params.uri);
      return {};
    });
    host?.closed.addEventListener("abort", () => subscriber?.close(), { once: true });
  }
  if (server.getCapabilities().completions !== undefined) {
    server.setRequestHandler("completion/complete", ({ params }, context) =>
      router.complete(params, callerOf(context)),
    );
  }
  if (server.getCapabilities().logging !== undefined) {
    server.setRequestHandler("logging/setLevel", ({ params }) => {
      logLevel = params.level;
      return {};
    });
  }
  if (live) announceChanges(router, gateway);
  return gateway;
}

function announceChanges(router: Router, { server }: McpServer): void {
  const stop = router.onChanged(() => {
    const { prompts, resources } = server.getCapabilities();
    void server.sendToolListChanged().catch(() => {});
    if (prompts !== undefined) void server.sendPromptListChanged().catch(() => {});
    if (resources !== undefined) void server.sendResourceListChanged().catch(() => {});
  });
  const before = server.onclose;
  server.onclose = () => {
    stop();
    before?.();
  };
}

/** Tells one connection of the resources that its host subscribed to. */
const subscriberOf = (router: Router, server: McpServer["server"], asker: SubscriptionAsker): Subscriber =>
  new Subscriber(
    (uri, onUpdated) => router.subscribe(uri, onUpdated, asker),
    (uri) => void server.sendResourceUpdated({ uri }).catch(() => {}),
  );

/** What any source offers, the router offers; `tells` = the caller can be told of changes of single resources. */
function capabilitiesOf({ catalogue }: Snapshot, tells: boolean): ServerCapabilities {
  const offered = catalogue.sources.map(({ definition }) => definition.capabilities);
  const changes = { listChanged: true };
  const subscribe = tells && offered.some(({ resources }) => resources?.subscribe === true);
  return {
    tools: changes,
    ...(offered.some(({ prompts }) => prompts !== undefined) && { prompts: changes }),
    ...(offered.some(({ resources }) => resources !== undefined) && {
      resources: { ...changes, ...(subscribe && { subscribe }) },
    }),
    ...(offered.some(({ completions }) => completions !== undefined) && { completions: {} }),
    ...(offered.some(({ logging }) => logging !== undefined) && { logging: {} }),
  };
}
