import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { rpcError } from "../../servers/kit/http/rpc-error.ts";

/** More than a handful of push hosts at once means that sessions are abandoned; the least used goes first. */
const MAX_SESSIONS = 256;
const IDLE_MS = 30 * 60 * 1000;

/** Sessions for hosts of the 2025 revisions that need the server to ask them something. Kept in this process only. */
export interface Sessions {
  fetch(request: Request, parsedBody: unknown, requestId: string): Promise<Response>;
  close(): Promise<void>;
}

export function createSessions(build: (requestId: string) => McpServer): Sessions {
  const sessions = new LRUCache<string, WebStandardStreamableHTTPServerTransport>({
    max: MAX_SESSIONS,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    dispose: (transport) => void transport.close().catch(() => {}),
  });
  return {
    async fetch(request, parsedBody, requestId) {
      const id = request.headers.get("mcp-session-id");
      if (id !== null) {
        const known = sessions.get(id);
        return known === undefined ? rpcError(404, "No such session") : known.handleRequest(request, { parsedBody });
      }
      if (request.method !== "POST") return rpcError(400, "This request needs a session");
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => void sessions.set(session, transport),
        onsessionclosed: (session) => void sessions.delete(session),
      });
      await build(requestId).connect(transport);
      return transport.handleRequest(request, { parsedBody });
    },
    async close() {
      sessions.clear();
    },
  };
}
