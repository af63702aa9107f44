import { type AddressInfo, isIPv4 } from "node:net";
import { serve } from "@hono/node-server";
import type { Env, Hono } from "hono";

export interface Listening {
  readonly port: number;
  /** Stops accepting, lets calls in flight finish for `graceMs`, then ends the rest. */
  close(graceMs?: number): Promise<void>;
}

/** What one connection may take of a server that listens, however it is driven. */
export const CONNECTION_LIMITS = {
  /** A host sends its headers at once and its body soon; slower is a hoarder of connections (slow loris). */
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  /** How often the two are looked at; Node's half minute would let a hoarder keep its connections four times as long. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the usual idle time of proxies in front, so that it is they who close. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} as const;

/** How long calls in flight may take to finish at shutdown. */
const GRACE_MS = 30_000;

/** An app on a port; port 0 picks a free one. Rejects when the address cannot be bound. */
export function listen<E extends Env>(app: Hono<E>, address: { hostname: string; port: number }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch,
        hostname: address.hostname,
        port: address.port,
        serverOptions: CONNECTION_LIMITS,
      },
      (info: AddressInfo) => {
        server.off("error", reject);
        resolve({ port: info.port, close });
      },
    );
    server.once("error", reject);

    function close(graceMs = GRACE_MS): Promise<void> {
      return new Promise((closed) => {
        const timer = setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          closed();
        });
        if ("closeIdleConnections" in server) server.closeIdleConnections();
      });
    }
  });
}

const LOOPBACK = new Set(["localhost", "::1", "[::1]"]);

/** Whether an address is reachable from this machine only. */
export const isLoopback = (hostname: string): boolean =>
  LOOPBACK.has(hostname.toLowerCase()) || (isIPv4(hostname) && hostname.startsWith("127."));
