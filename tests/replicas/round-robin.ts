import { type ClientRequest, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  readonly url: string;
  /** Ports of the replicas; a changed list counts from the next request on. */
  ports: number[];
  /** How often each port was asked. */
  readonly asked: Map<number, number>;
  close(): Promise<void>;
}

/**
 * A proxy as plain as they get: each request to the next replica, and to the one after it when a connection fails before any
 * of the answer came. It knows nothing of MCP and keeps nothing of a caller.
 */
export async function roundRobin(ports: readonly number[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    for (let attempt = 0; attempt <= state.ports.length; attempt += 1) {
      turn += 1;
      const port = state.ports[turn % state.ports.length]!;
      state.asked.set(port, (state.asked.get(port) ?? 0) + 1);
      try {
        const answer = await sent(port, incoming, body, (asking) => outgoing.once("close", () => asking.destroy()));
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      } catch {
        // The next one.
      }
    }
    outgoing.writeHead(502).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const state: RoundRobin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    ports: [...ports],
    asked: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}

const sent = (
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  started: (asking: ClientRequest) => void,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, resolve);
    asking.on("error", reject);
    started(asking);
    asking.end(body);
  });
