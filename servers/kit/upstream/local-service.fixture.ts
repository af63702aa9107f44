import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach } from "vitest";
import { CallLedger } from "../call.ts";
import type { Fault } from "../fault.ts";
import { createUpstream } from "./create-upstream.ts";
import { createPooledFetch, type PooledFetch } from "./pooled-fetch.ts";
import { createSystemClock } from "./system-clock.ts";
import type { Clock, ServiceSpec, UpstreamRequest } from "./upstream.ts";
import { readUpstreamSettings } from "./upstream-settings.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse, hit: number) => void;

export const ROWS = Buffer.from("mtu:Rv1908c\tpath:mtu00360\n".repeat(4_000));

/** A real service on loopback, new for each test, and the whole layer with its own connection pool in front of it. */
export function localService() {
  let server: Server;
  let aheadMs = 0;
  const networks: PooledFetch[] = [];
  const service = {
    base: "",
    requests: [] as IncomingMessage[],
    /** How the service answers; `hit` counts from 1. */
    handler: (() => undefined) as Handler,
    /** Nobody listens any longer. */
    stop: () => new Promise((resolve) => server.close(resolve)),
    /** Lets time pass for everything that is asked afterwards. */
    pass: (ms: number) => {
      aheadMs += ms;
    },
    ask,
  };

  /** Real time and real limits, but waits that end at once: nothing here is about how long a wait is. */
  const clock: Clock = {
    ...createSystemClock(),
    now: () => Date.now() + aheadMs,
    sleep: async (_ms, signal) => signal?.throwIfAborted(),
  };

  async function ask(
    request: Partial<UpstreamRequest> = {},
    env: Record<string, string> = {},
    spec: Partial<ServiceSpec> = {},
  ) {
    const settings = readUpstreamSettings({ GENE_ROUTER_CACHE_DIR: "off", ...env });
    const network = createPooledFetch(settings);
    networks.push(network);
    const upstream = createUpstream({
      settings,
      clock,
      random: () => 0.5,
      fetch: network.fetch,
      warn: () => undefined,
      version: "1.2.3",
    });
    const asked = upstream.service({
      source: "demo",
      group: { name: "demo", spacingMs: 0, inFlight: 4 },
      base: service.base,
      licence: { id: "demo", redistribute: true },
      ...spec,
    });
    const fetch = (ledger: CallLedger) =>
      asked.fetch(
        { path: "/x", ttlSeconds: 3_600, accept: () => "data" as const, ...request },
        {
          signal: new AbortController().signal,
          deadlineAt: clock.now() + settings.deadlineMs,
          ledger,
          progress: () => undefined,
        },
      );
    const again = () => fetch(new CallLedger());
    const ledger = new CallLedger();
    return fetch(ledger).then(
      (exchange) => ({ exchange, fault: null, entry: ledger.entries[0]!, again }),
      (fault: Fault) => ({ exchange: null, fault, entry: ledger.entries[0]!, again }),
    );
  }

  beforeEach(async () => {
    service.requests = [];
    aheadMs = 0;
    server = createServer((request, response) => {
      service.requests.push(request);
      service.handler(request, response, service.requests.length);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    service.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await service.stop();
    await Promise.all(networks.splice(0).map((network) => network.close()));
  });

  return service;
}
