import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";

/** A front that loses one required field of every result: what the suite must notice, or it would notice nothing. */
export function brokenRouter(url: string): Promise<{ url: string; close(): void }> {
  const pass = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    for (const name of ["host", "connection", "content-length"]) headers.delete(name);
    const body = await request.text();
    const answer = await fetch(url, { method: request.method, headers, ...(body !== "" && { body }) });
    const text = (await answer.text()).replaceAll(/"resultType":"[a-z_]+",?/g, "");
    const type = answer.headers.get("content-type") ?? "application/json";
    return new Response(text, { status: answer.status, headers: { "content-type": type } });
  };
  return new Promise((resolve) => {
    const server = serve({ fetch: pass, hostname: "127.0.0.1", port: 0 }, ({ port }: AddressInfo) =>
      resolve({
        url: `http://localhost:${port}/mcp`,
        close() {
          server.close();
          if ("closeAllConnections" in server) server.closeAllConnections();
        },
      }),
    );
  });
}
