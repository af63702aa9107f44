import { randomUUID } from "node:crypto";
import type { CallToolResult, CompleteResult, GetPromptResult, ReadResourceResult } from "@modelcontextprotocol/server";
import type { SourceServer } from "../servers/kit/source-server.ts";
import type { Clock } from "../servers/kit/upstream/upstream.ts";
import { createLastKnownStore } from "./catalog/last-known.ts";
import type { Config } from "./config/config.ts";
import { MountedSource, type SourceState } from "./connections/mounted-source.ts";
import { openConnection } from "./connections/open-connection.ts";
import { createTripwire, type DriftState } from "./drift/tripwire.ts";
import { ObservedCalls } from "./observe/observed-calls.ts";
import type { Observer } from "./observe/observer.ts";
import { createViews } from "./policy/view.ts";
import { type Caller, localCaller } from "./surface/caller.ts";
import { createArgumentCheck } from "./surface/check-arguments.ts";
import type { Principal } from "./surface/principal.ts";
import { createResourceSurface } from "./surface/resource-surface.ts";
import { buildSnapshot, type Searchable, type Snapshot, searchableOf } from "./surface/snapshot.ts";
import { createSubscribe, type OnResourceUpdated, type SubscriptionAsker } from "./surface/subscriptions.ts";
import { createToolSurface } from "./surface/tool-surface.ts";

export interface RouterOptions {
  readonly config: Config;
  /** Opens a built-in source by name; given by the composition root. */
  readonly openSource: (name: string) => Promise<SourceServer>;
  readonly clock: Clock;
  /** One line to standard error; constant text and names from the configuration only. */
  readonly warn: (message: string) => void;
  /** null: nothing is kept on disk. */
  readonly cacheDir: string | null;
  readonly version: string;
  /** From 0 to 1; spreads refreshes. */
  readonly random?: () => number;
  /** Told of every call. */
  readonly observers?: readonly Observer[];
}

/** The router without a transport: what the MCP endpoint, stdio and the command line all go through. */
export interface Router {
  readonly version: string;
  readonly config: Config;
  /** As given in the options. */
  readonly warn: (message: string) => void;
  /** Reads the last-known catalogue, opens what is built in, and begins to connect; never waits for the network. */
  start(): Promise<void>;
  /** Resolves when every source has been tried once. */
  settled(): Promise<void>;
  snapshot(): Snapshot;
  /** The snapshot as far as a caller may see it. */
  view(principal: Principal): Snapshot;
  states(): readonly (SourceState & DriftState)[];
  /** False until every required source is usable. */
  ready(): boolean;
  /** As `tools/call`. Throws the protocol's error for an unknown tool, else answers, errors included. */
  callTool(name: string, args: unknown, caller: Caller): Promise<CallToolResult>;
  /** As `prompts/get`, `resources/read`, `completion/complete`: errors are thrown as the protocol's. */
  getPrompt(name: string, args: unknown, caller: Caller): Promise<GetPromptResult>;
  readResource(uri: string, caller: Caller): Promise<ReadResourceResult>;
  complete(
    params: { readonly ref: unknown; readonly argument: unknown; readonly context?: unknown },
    caller: Caller,
  ): Promise<CompleteResult>;
  /** As `resources/subscribe`: tells of changes of one resource until the returned function is called. */
  subscribe(uri: string, onUpdated: OnResourceUpdated, asker: SubscriptionAsker): Promise<() => void>;
  /** Calls with no caller but this process. */
  callLocally(name: string, args: unknown, options?: LocalCall): Promise<CallToolResult>;
  /** Called after each change of what is served; returns how to stop. */
  onChanged(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface LocalCall {
  readonly signal?: AbortSignal;
  readonly onProgress?: (params: Readonly<Record<string, unknown>>) => void;
}

/** Built-in sources open in less; one that does not must not keep the others from being served. */
const EMBEDDED_WAIT_MS = 2_000;

/** Puts the router together. Nothing happens before `start`. */
export function createRouter(options: RouterOptions): Router {
  const { config, clock, warn, version, openSource } = options;
  const store = createLastKnownStore(options.cacheDir, warn);
  const client = { name: "gene-router", version };
  const context = { openSource, environment: config.environment, client, clock };
  const listeners = new Set<() => void>();
  const mounted = config.sources.map(
    (source) =>
      new MountedSource({
        source,
        connect: (verdict, events) => openConnection(source, context, verdict, events),
        store,
        clock,
        random: options.random ?? Math.random,
        refreshSeconds: config.settings.refreshSeconds,
        onUpdate: rebuildSoon,
      }),
  );
  const tripwire = createTripwire({ config, clock, warn, onRenewed: rebuildSoon });
  const byNamespace = new Map(mounted.map((each) => [each.source.namespace, each]));
  let snapshot = build();
  let searchable: Searchable | null = null;
  let indexing: NodeJS.Immediate | null = null;
  let rebuilding: NodeJS.Immediate | null = null;

  function build(): Snapshot {
    const parts = mounted.flatMap(({ source, definition }) =>
      definition === null ? [] : [{ source, ...tripwire.guard(source.namespace, definition) }],
    );
    return buildSnapshot(parts, config.settings.surface);
  }

  function rebuild(): void {
    const next = build();
    const same = next.catalogue.fingerprint === snapshot.catalogue.fingerprint;
    snapshot = same ? { ...snapshot, quarantine: next.quarantine } : next;
    if (same) return;
    indexSoon();
    for (const listener of listeners) listener();
  }

  /** Sources report one after another when the router starts; one rebuild serves them all. */
  function rebuildSoon(): void {
    rebuilding ??= setImmediate(() => {
      rebuilding = null;
      rebuild();
    });
  }

  /** The index follows in the background; until then the one before answers, whole and with its own catalogue. */
  function indexSoon(): void {
    indexing ??= setImmediate(() => {
      indexing = null;
      searchable = searchableOf(snapshot.catalogue);
    });
  }

  function currentSearchable(): Searchable {
    searchable ??= searchableOf(snapshot.catalogue);
    return searchable;
  }

  const views = createViews();
  const view = (principal: Principal): Snapshot => views(snapshot, principal);
  /** One index for all; what a caller may not see is left out of what it ranks. */
  const searchableFor = (principal: Principal): Searchable => {
    const { catalogue, index } = currentSearchable();
    return principal.scopes === null ? { catalogue, index } : { index, catalogue: view(principal).catalogue };
  };
  const sourceOf = (namespace: string): MountedSource => {
    const found = byNamespace.get(namespace);
    if (found === undefined) throw new Error("The catalogue names a source that is not mounted");
    return found;
  };
  const tools = createToolSurface({
    snapshot: () => snapshot,
    view,
    searchable: searchableFor,
    sourceOf,
    unheard: (namespace) => byNamespace.get(namespace)?.definition === null,
    check: createArgumentCheck(),
    warn,
  });
  const resources = createResourceSurface({ view, sourceOf, warn });
  const observed = new ObservedCalls(
    options.observers ?? [],
    () => snapshot,
    () => performance.now(),
  );
  const callTool: Router["callTool"] = (name, args, caller) =>
    observed.tool(name, args, caller, (watched) => tools.callTool(name, args, watched));

  return {
    version,
    config,
    warn,
    async start() {
      await tripwire.start();
      await Promise.all(mounted.map((each) => each.start()));
      const embedded = mounted.filter(({ source }) => source.link.kind === "embed").map((each) => each.settled());
      const patience = new AbortController();
      await Promise.race([Promise.all(embedded), clock.sleep(EMBEDDED_WAIT_MS, patience.signal).catch(() => {})]);
      patience.abort();
      rebuild();
    },
    settled: async () => {
      await Promise.all(mounted.map((each) => each.settled()));
      rebuild();
    },
    snapshot: () => snapshot,
    view,
    states: () => mounted.map(({ state }) => ({ ...state, ...tripwire.stateOf(state.namespace) })),
    ready: () => mounted.every(({ state }) => !state.required || state.state === "up"),
    callTool,
    getPrompt: (name, args, caller) =>
      observed.prompt(name, args, caller, (watched) => resources.getPrompt(name, args, watched)),
    readResource: (uri, caller) => observed.resource(uri, caller, (watched) => resources.readResource(uri, watched)),
    complete: (params, caller) => observed.completion(params, caller, (watched) => resources.complete(params, watched)),
    subscribe: createSubscribe({ view, sourceOf }),
    callLocally: (name, args, { signal = new AbortController().signal, onProgress } = {}) =>
      callTool(name, args, localCaller(randomUUID(), signal, onProgress)),
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      for (const pending of [indexing, rebuilding]) if (pending !== null) clearImmediate(pending);
      await tripwire.close();
      await Promise.all(mounted.map((each) => each.close()));
    },
  };
}
