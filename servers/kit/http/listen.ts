import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";

export interface Listening {
  readonly port: number;
  /** Stops accepting, lets calls in flight finish for `graceMs`, then ends the rest. */
  close(graceMs?: number): Promise<void>;
}

/** How long calls in flight may take to finish at shutdown. */
const GRACE_MS = 30_000;

/** An app on a port; port 0 picks a free one. Rejects when the address cannot be bound. */
export function listen(app: Hono, address: { hostname: string; port: number }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch,
        hostname: address.hostname,
        port: address.port,
        serverOptions: {
          // A client that dribbles its headers or body (slow loris) must not hold a socket for long.
          headersTimeout: 15_000,
          requestTimeout: 60_000,
          maxHeaderSize: 16_384,
        },
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

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

/** Whether an address is reachable from this machine only. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname) || hostname.startsWith("127.");
