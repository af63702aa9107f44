import type { IncomingMessage, ServerResponse } from "node:http";
import { rawSource } from "../support/router/remote-source.ts";

/** What a source makes of a call; lists it answers as it should. */
export type Trouble = (call: { id: unknown; response: ServerResponse }) => void;

const SERVER_INFO = { "io.modelcontextprotocol/serverInfo": { name: "troubled", version: "1" } };
const TOOL = { name: "t", description: "Gets into trouble.", inputSchema: { type: "object" } };

export interface TroubledSource {
  readonly url: string;
  /** Calls that arrived, and how many of them were given up by the router. */
  readonly seen: { calls: number; abandoned: number };
  /** null: it is well again. */
  trouble: Trouble | null;
  kill(): Promise<void>;
}

/** A source of 2026-07-28 by hand, that is well until it is called. */
export async function troubledSource(trouble: Trouble | null, readOnly = false, port = 0): Promise<TroubledSource> {
  const seen = { calls: 0, abandoned: 0 };
  const source = await rawSource((request, response) => {
    void jsonOf(request).then(({ id, method }) => {
      const answer = (result: object): void => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }));
      };
      const hint = { ttlMs: 60_000, cacheScope: "public", _meta: SERVER_INFO };
      if (method === "server/discover")
        return answer({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ...hint });
      if (method === "tools/list")
        return answer({ tools: [{ ...TOOL, annotations: { readOnlyHint: readOnly } }], ...hint });
      seen.calls += 1;
      response.once("close", () => {
        if (!response.writableFinished) seen.abandoned += 1;
      });
      if (state.trouble === null) return answer({ content: [{ type: "text", text: "well" }] });
      return state.trouble({ id, response });
    });
  }, port);
  const state: TroubledSource = { url: source.url, seen, trouble, kill: source.kill };
  return state;
}

async function jsonOf(request: IncomingMessage): Promise<{ id?: unknown; method?: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

const json = (response: ServerResponse): ServerResponse => {
  response.setHeader("content-type", "application/json");
  return response;
};

const forever = (response: ServerResponse, write: () => boolean | undefined, everyMs: number): void => {
  const timer = setInterval(() => write(), everyMs);
  response.once("close", () => clearInterval(timer));
};

/** Ways to treat a call that public reports of gateways tell of. */
export const TROUBLES: Readonly<Record<string, { make: Trouble; error: readonly string[] }>> = {
  "never answers": { make: () => {}, error: ["source_timeout"] },
  "answers one byte at a time": {
    make: ({ response }) => {
      response.setHeader("content-type", "application/json");
      forever(response, () => response.write(" "), 20);
    },
    error: ["source_timeout"],
  },
  "opens a stream and says nothing": {
    make: ({ response }) => void response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
    error: ["source_timeout"],
  },
  "reports progress for ever": {
    make: ({ response }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const message = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
      forever(response, () => response.write(`data: ${JSON.stringify(message)}\n\n`), 2);
    },
    error: ["source_timeout"],
  },
  "sends comments for ever": {
    make: ({ response }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      forever(response, () => response.write(": still here\n\n"), 2);
    },
    error: ["source_timeout"],
  },
  "answers garbage": { make: ({ response }) => void json(response).end("{]"), error: ["source_protocol_error"] },
  "answers a page": {
    make: ({ response }) => void response.setHeader("content-type", "text/html").end("<html>502</html>"),
    error: ["source_protocol_error"],
  },
  "answers nothing": { make: ({ response }) => void json(response).end(), error: ["source_protocol_error"] },
  "answers another request": {
    make: ({ response }) => void json(response).end(JSON.stringify({ jsonrpc: "2.0", id: -1, result: {} })),
    error: ["source_protocol_error"],
  },
  "answers without end": {
    make: ({ response }) => {
      const piece = "x".repeat(64 * 1024);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once("drain", more);
      };
      json(response).write('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"');
      more();
    },
    error: ["result_too_large"],
  },
  "claims to be huge": {
    make: ({ response }) => void json(response).setHeader("content-length", "9999999999").write("{"),
    error: ["result_too_large"],
  },
  "breaks off in the middle": {
    make: ({ response }) => {
      json(response).write('{"jsonrpc":');
      setImmediate(() => response.destroy());
    },
    error: ["source_down"],
  },
  "ends a stream without an answer": {
    make: ({ response }) => void response.writeHead(200, { "content-type": "text/event-stream" }).end(": bye\n\n"),
    error: ["source_protocol_error"],
  },
  "hangs up at once": { make: ({ response }) => void response.destroy(), error: ["source_down"] },
  "fails as a server": { make: ({ response }) => void response.writeHead(503).end("no"), error: ["source_down"] },
  "asks for fewer calls": {
    make: ({ response }) => void response.writeHead(429, { "retry-after": "7" }).end(),
    error: ["overloaded"],
  },
  "refuses the router": {
    make: ({ response }) => void response.writeHead(401).end(),
    error: ["source_protocol_error"],
  },
  "sends the router elsewhere": {
    make: ({ response }) => void response.writeHead(307, { location: "http://127.0.0.1:9/mcp" }).end(),
    error: ["source_protocol_error"],
  },
};
