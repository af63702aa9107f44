import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { rpcError } from "../../servers/kit/http/rpc-error.ts";
import type { Principal } from "../surface/principal.ts";
import { createEventLog } from "./event-log.ts";

/** More than a handful of push hosts at once means that sessions are abandoned; the least used goes first. */
const MAX_SESSIONS = 256;
const IDLE_MS = 30 * 60 * 1000;
/** How long a host whose stream broke is asked to wait before it comes back. */
const RETRY_MS = 1_000;

export interface SessionCaller {
  readonly requestId: string;
  readonly principal: Principal;
}

/** Sessions for hosts of the 2025 revisions that need the server to ask them something. Kept in this process only. */
export interface Sessions {
  /** Whether a request belongs to a session or asks for one. All others stand alone. */
  concerns(request: Request, parsedBody: unknown): boolean;
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
    concerns: (request, parsedBody) => request.headers.has("mcp-session-id") || isInitializeRequest(parsedBody),
    async fetch(request, parsedBody, caller) {
      const id = request.headers.get("mcp-session-id");
      // Some hosts shake hands anew with the id of a session that is gone; they are given another.
      if (id !== null && !isInitializeRequest(parsedBody)) {
        const known = sessions.get(id);
        // Another's session does not exist for this caller; nor does one that was opened with another reach.
        return known === undefined || known.owner !== ownerOf(caller.principal)
          ? rpcError(404, "No such session")
          : known.transport.handleRequest(request, { parsedBody });
      }
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        eventStore: createEventLog(),
        retryInterval: RETRY_MS,
        onsessioninitialized: (session) => void sessions.set(session, { transport, owner: ownerOf(caller.principal) }),
        onsessionclosed: (session) => void sessions.delete(session),
      });
      await build(caller).connect(transport);
      const response = await transport.handleRequest(request, { parsedBody });
      // A handshake that was refused began no session.
      if (transport.sessionId === undefined) await transport.close();
      return response;
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
