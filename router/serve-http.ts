import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { CONNECTION_LIMITS } from "../servers/kit/http/listen.ts";
import { createEdge } from "./edge/app.ts";
import { createLimits } from "./edge/limits/limits.ts";
import type { Telemetry } from "./observe/telemetry.ts";
import type { Router } from "./router.ts";

export interface HttpServing {
  /** Of the MCP endpoint, as a local client would write it. */
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets calls in flight finish for at most `graceMs`, then closes sources and children. */
  close(graceMs?: number): Promise<void>;
}

/** A call may take a source's whole time limit; longer than half a minute no shutdown waits. */
const GRACE_MS = 30_000;

/** Serves the router over HTTP as its configuration says. The router must have been started. Rejects when it cannot bind. */
export async function serveHttp(router: Router, telemetry: Telemetry | null = null): Promise<HttpServing> {
  const { host, port, path } = router.config.settings;
  const limits = await createLimits(router.config.settings, { now: () => performance.now(), warn: router.warn });
  const edge = createEdge(router, { limits, telemetry, now: Date.now });
  const server = createAdaptorServer({
    fetch: edge.app.fetch,
    serverOptions: CONNECTION_LIMITS,
  }) as import("node:http").Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    async close(graceMs = GRACE_MS) {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, graceMs);
      });
      await Promise.race([edge.idle(), patience]);
      clearTimeout(timer);
      await edge.close();
      await router.close();
      server.closeAllConnections();
      await stopped;
    },
  };
}
