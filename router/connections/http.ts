import { type Implementation, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Agent, Pool } from "undici";
import type { Clock } from "../../servers/kit/upstream/upstream.ts";
import type { SourceDefinition } from "../catalog/definition.ts";
import type { EraVerdict } from "../catalog/last-known.ts";
import { cappedFetch } from "./capped-fetch.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { askableCapabilities, type HostLink } from "./host-link.ts";
import { HostSessions } from "./host-sessions.ts";
import { MODERN_VERSION } from "./modern-version.ts";
import { connectSdk, type SdkSession } from "./sdk-session.ts";
import { SharedSession } from "./shared-session.ts";
import { StatelessHttp } from "./stateless.ts";
import { createStatelessWatch } from "./stateless-watch.ts";

export interface HttpConnectionOptions {
  readonly url: string;
  readonly token: string | null;
  readonly concurrency: number;
  readonly maxBytes: number;
  readonly client: Implementation;
  readonly clock: Clock;
  readonly verdict: EraVerdict | null;
  readonly events: ConnectionEvents;
}

/** A source may be upgraded; what was found out is believed for a day. */
const VERDICT_MS = 24 * 3600 * 1000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Beside the calls: the listener for changes, those for single resources, one before and one after, and a refresh. */
const SPARE_CONNECTIONS = 4;
const LIST_CHANGES = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
const RELISTEN_FIRST_MS = 1_000;
const RELISTEN_MOST_MS = 60_000;

/** A remote source: its revision is probed once, then each call takes the lean way (2026-07-28) or the SDK's (2025). */
export function httpConnection(options: HttpConnectionOptions): Connection {
  const { url, token, concurrency, maxBytes, client, clock, events } = options;
  const endpoint = new URL(url);
  // The router's own signals end calls; a listening stream has no end.
  const sockets = {
    connections: concurrency + SPARE_CONNECTIONS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const pool = new Pool(endpoint.origin, sockets);
  const agent = new Agent(sockets);
  const stateless = new StatelessHttp({ pool, path: endpoint.pathname + endpoint.search, token, maxBytes, client });
  const closing = new AbortController();
  const hostSessions = new HostSessions((host, signal) => openSession(signal, host));
  const watch = createStatelessWatch(stateless, clock, events, closing.signal);
  let verdict = options.verdict;
  const shared = new SharedSession((signal) => openSession(signal));
  let legacyRevision: string | null = null;
  let listening = false;

  async function legacyDefinition(signal: AbortSignal): Promise<SourceDefinition> {
    try {
      await shared.connect(signal);
      return await shared.use((session) => session.definition(signal), signal);
    } catch (error) {
      // The next attempt asks anew how the source speaks, and shakes hands anew.
      verdict = null;
      await shared.drop();
      throw error;
    }
  }

  async function openSession(signal: AbortSignal, host?: HostLink): Promise<SdkSession> {
    const transport = new StreamableHTTPClientTransport(endpoint, {
      fetch: cappedFetch(agent, maxBytes),
      ...(token !== null && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    });
    // That one host's session ends says nothing about the source.
    const heard = host === undefined ? events : { ...events, onClosed: () => {} };
    const session = await connectSdk(
      transport,
      { client, mode: "legacy", events: heard, ...(host && { host }) },
      signal,
    );
    legacyRevision = session.revision;
    return session;
  }

  async function listen(): Promise<void> {
    if (listening) return;
    listening = true;
    let waitMs = RELISTEN_FIRST_MS;
    while (!closing.signal.aborted) {
      const startedAt = clock.now();
      const honoured = await stateless.listen(LIST_CHANGES, { onChanged: events.onChanged }, closing.signal).then(
        () => true,
        (error: unknown) => error instanceof ConnectionFailure,
      );
      // A source that refuses the request is refreshed by time alone.
      if (!honoured || closing.signal.aborted) break;
      events.onChanged();
      waitMs = clock.now() - startedAt > RELISTEN_MOST_MS ? RELISTEN_FIRST_MS : Math.min(waitMs * 2, RELISTEN_MOST_MS);
      await clock.sleep(waitMs, closing.signal).catch(() => {});
    }
    listening = false;
  }

  return {
    async definition(signal) {
      const fresh = verdict !== null && clock.now() - verdict.probedAt < VERDICT_MS;
      if (fresh && verdict?.era === "legacy") return legacyDefinition(signal);
      const probe = await stateless.probe(signal);
      if (!probe.modern) {
        verdict = { era: "legacy", probedAt: clock.now() };
        return legacyDefinition(signal);
      }
      if (!fresh || verdict?.era !== "modern") verdict = { era: "modern", probedAt: clock.now() };
      await shared.drop();
      const { tools, prompts, resources } = probe.greeting.capabilities;
      if (tools?.listChanged || prompts?.listChanged || resources?.listChanged) void listen();
      return stateless.definition(probe.greeting, signal);
    },
    async call(method, params, callOptions) {
      if (verdict?.era === "modern") return stateless.call(method, params, callOptions);
      const { host = null, signal } = callOptions;
      return shared.opened && host !== null && askableCapabilities(host) !== null
        ? hostSessions.call(host, method, params, callOptions)
        : shared.use((session) => session.call(method, params, callOptions), signal);
    },
    watch: (uris, signal) => (verdict?.era === "modern" ? watch(uris, signal) : shared.watch(uris, signal)),
    era: () => verdict,
    revision: () => (verdict?.era === "modern" ? MODERN_VERSION : legacyRevision),
    async close() {
      closing.abort();
      await Promise.all([hostSessions.close(), shared.drop()]);
      await Promise.all([pool.destroy(), agent.destroy()]);
    },
  };
}
