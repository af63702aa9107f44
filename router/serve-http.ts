import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createEdge } from "./edge/app.ts";
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
/** A host sends its headers at once and its body soon; slower is a hoarder of connections. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the usual idle time of proxies in front, so that it is they who close. */
const KEEP_ALIVE_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Serves the router over HTTP as its configuration says. The router must have been started. Rejects when it cannot bind. */
export async function serveHttp(router: Router): Promise<HttpServing> {
  const { host, port, path } = router.config.settings;
  const edge = createEdge(router);
  const server = createAdaptorServer({
    fetch: edge.app.fetch,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
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
