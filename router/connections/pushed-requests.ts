import type { Client } from "@modelcontextprotocol/client";
import { ProtocolError } from "@modelcontextprotocol/server";
import { type HostLink, PUSHED_REQUESTS } from "./host-link.ts";

const METHOD_NOT_FOUND = -32601;

/**
 * Hands on to a host what its source asks it, as it is and unread, and tells the source when the host's roots change.
 * What the host does not declare stays unanswered for it.
 */
export function handOnPushedRequests(client: Client, host: HostLink): void {
  client.fallbackRequestHandler = async ({ method, params }, { mcpReq }) => {
    const capability = PUSHED_REQUESTS[method as keyof typeof PUSHED_REQUESTS];
    if (capability === undefined || host.capabilities[capability] === undefined) {
      throw new ProtocolError(METHOD_NOT_FOUND, "Method not found");
    }
    return host.ask(method, { ...params }, mcpReq.signal);
  };
  if (host.capabilities.roots?.listChanged !== true) return;
  host.onRootsChanged(() => void client.sendRootsListChanged().catch(() => {}));
}
