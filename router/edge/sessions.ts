import { randomUUID } from "node:crypto";
import { type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { rpcError } from "../../servers/kit/http/rpc-error.ts";
import type { Principal } from "../surface/principal.ts";

/** More than a handful of push hosts at once means that sessions are abandoned; the least used goes first. */
const MAX_SESSIONS = 256;
const IDLE_MS = 30 * 60 * 1000;

export interface SessionCaller {
  readonly requestId: string;
  readonly principal: Principal;
}

/** Sessions for hosts of the 2025 revisions that need the server to ask them something. Kept in this process only. */
export interface Sessions {
  fetch(request: Request, parsedBody: unknown, caller: SessionCaller): Promise<Response>;
  close(): Promise<void>;
}

export function createSessions(build: (caller: SessionCaller) => McpServer): Sessions {
  const sessions = new LRUCache<string, Session>({
    max: MAX_SESSIONS,
    ttl: IDLE_MS,
    updateAgeOnGet: true,
    dispose: ({ transport }) => void transport.close().catch(() => {}),
  });
  return {
    async fetch(request, parsedBody, caller) {
      const id = request.headers.get("mcp-session-id");
      if (id !== null) {
        const known = sessions.get(id);
        // Another's session does not exist for this caller; nor does one that was opened with another reach.
        return known === undefined || known.owner !== ownerOf(caller.principal)
          ? rpcError(404, "No such session")
          : known.transport.handleRequest(request, { parsedBody });
      }
      if (request.method !== "POST") return rpcError(400, "This request needs a session");
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => void sessions.set(session, { transport, owner: ownerOf(caller.principal) }),
        onsessionclosed: (session) => void sessions.delete(session),
      });
      await build(caller).connect(transport);
      return transport.handleRequest(request, { parsedBody });
    },
    async close() {
      sessions.clear();
    },
  };
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly owner: string;
}

const ownerOf = ({ id, scopes }: Principal): string =>
  JSON.stringify([id, scopes === null ? null : [...scopes].sort()]);
