import type { ServerResponse } from "node:http";

/** What a service sends: an answer, and how it travels. */
export interface Reply {
  readonly status: number;
  /** Lower-case names; `content-length` is that of the body unless stated. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How the transfer goes wrong; left out = it does not. */
  readonly transfer?: Transfer;
}

export type Transfer =
  /** The connection is reset before a byte of the answer. */
  | "reset"
  /** The request is taken and never answered. */
  | "silence"
  /** The body comes byte by byte and never ends. */
  | "drip"
  /** The body repeats itself for ever. */
  | "endless"
  /** A chunked body whose connection is reset after half of it. */
  | "cut"
  /** More bytes are declared than come before the connection is closed in good order. */
  | "short";

export const textOf = (reply: Reply): string => reply.body.toString("utf8");

export const withText = (reply: Reply, text: string): Reply => ({ ...reply, body: Buffer.from(text) });

export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

const DRIP_MS = 10;

export function sendReply(response: ServerResponse, { status, headers, body, transfer }: Reply): void {
  const { socket } = response;
  const half = Math.floor(body.byteLength / 2);
  const begin = (length?: number) =>
    response.writeHead(status, { ...(length !== undefined && { "content-length": String(length) }), ...headers });
  switch (transfer) {
    case undefined:
      // RFC 9110: these carry no body, and node refuses a length for them.
      if (status === 204 || status === 304) response.writeHead(status, headers).end();
      else begin(body.byteLength).end(body);
      return;
    case "reset":
      socket?.resetAndDestroy();
      return;
    case "silence":
      return;
    case "drip": {
      begin();
      let sent = 0;
      const timer = setInterval(() => {
        if (sent === body.byteLength) return;
        response.write(body.subarray(sent, sent + 1));
        sent += 1;
      }, DRIP_MS);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "endless": {
      begin();
      const block = Buffer.alloc(65_536, body.byteLength > 0 ? body : "\n");
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on("drain", more);
      more();
      return;
    }
    case "cut":
      begin();
      response.write(body.subarray(0, half), () => setImmediate(() => socket?.resetAndDestroy()));
      return;
    case "short":
      begin(body.byteLength + 100);
      response.write(body, () => socket?.end());
  }
}
