import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface NcbiRequest {
  /** `efetch.fcgi`, `esearch.fcgi`, `ecitmatch.cgi`, or `idconv`. */
  readonly endpoint: string;
  readonly params: URLSearchParams;
}

export interface NcbiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface StandInNcbi {
  readonly url: string;
  /** What the service answers from now on; `nth` counts the requests since the last change, from 1. */
  answerWith(answer: (request: NcbiRequest, nth: number) => NcbiAnswer): void;
  /** Requests since the last change of the answer. */
  asked(): number;
  close(): Promise<void>;
}

/** E-utilities and the id converter on loopback: `/eutils/<endpoint>` and `/idconv`. */
export async function startNcbi(): Promise<StandInNcbi> {
  let answer: (request: NcbiRequest, nth: number) => NcbiAnswer = () => ({ status: 404, body: "" });
  let count = 0;
  const server = createServer(async (request, response) => {
    const sent: Buffer[] = [];
    for await (const chunk of request) sent.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://stand-in");
    const form = Buffer.concat(sent).toString("utf8");
    const endpoint = url.pathname.replace(/^\/eutils\//, "").replace(/^\/idconv\/?$/, "idconv");
    count += 1;
    const {
      status = 200,
      headers = {},
      body,
    } = answer({ endpoint, params: new URLSearchParams(form || url.search) }, count);
    response.writeHead(status, { "content-type": "text/xml; charset=UTF-8", ...headers }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (next) => {
      answer = next;
      count = 0;
    },
    asked: () => count,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
