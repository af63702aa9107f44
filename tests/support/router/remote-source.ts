import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type FixtureControl, fixtureControl, fixtureServer } from "./fixture-server.ts";

export interface RemoteSource {
  readonly url: string;
  readonly port: number;
  readonly control: FixtureControl;
  /** Headers of every request so far. */
  readonly headers: IncomingHttpHeaders[];
  changed(): void;
  /** Ends at once, connections included. */
  kill(): Promise<void>;
}

/** The fixture over HTTP, revision 2026-07-28 only. */
export async function remoteSource({ port = 0, control = fixtureControl() } = {}): Promise<RemoteSource> {
  const handler = createMcpHandler(() => fixtureServer(control), { legacy: "reject" });
  const headers: IncomingHttpHeaders[] = [];
  const server = createAdaptorServer({ fetch: (request) => handler.fetch(request) }) as Server;
  server.prependListener("request", (request: IncomingMessage) => headers.push(request.headers));
  return {
    ...(await listening(server, port)),
    control,
    headers,
    changed: () => handler.notify.toolsChanged(),
    kill: () => killed(server),
  };
}

/** A server that treats every request as it is told. */
export async function rawSource(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
): Promise<{ url: string; kill(): Promise<void> }> {
  const server = createServer(answer);
  return { url: (await listening(server, port)).url, kill: () => killed(server) };
}

/** An address where nobody listens. */
export async function deadUrl(): Promise<string> {
  const server = await rawSource(() => {});
  await server.kill();
  return server.url;
}

async function listening(server: Server, port: number): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${bound}/mcp`, port: bound };
}

function killed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
