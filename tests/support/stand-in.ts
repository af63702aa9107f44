import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandIn {
  readonly url: string;
  /** Paths asked for, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A service on loopback that answers by path; an unknown path is 404. */
export async function standIn(answers: Record<string, RequestListener>): Promise<StandIn> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = answers[request.url ?? ""];
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
