import { randomUUID } from "node:crypto";
import type { Server, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";
import type { JsonObject } from "../connections/connection.ts";
import type { HostLink } from "../connections/host-link.ts";

/** People answer in their own time; the host, which shows the question, can end it earlier. */
const ANSWER_TIMEOUT_MS = 10 * 60 * 1000;

/** What a host answers is its source's to judge. */
const ANY_ANSWER: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": { version: 1, vendor: "gene-router", validate: (value) => ({ value: value as JsonObject }) },
};

/** A connection of a host of a 2025 revision that lives beyond one request: over stdio, or in a session. */
export interface HostConnection {
  /** The host as one of its calls can reach it. */
  linkOf(context: ServerContext): HostLink;
  readonly closed: AbortSignal;
}

export function createHostConnection(server: Server): HostConnection {
  const id = randomUUID();
  const closing = new AbortController();
  const rootsListeners = new Set<() => void>();
  server.setNotificationHandler("notifications/roots/list_changed", () => {
    for (const listener of rootsListeners) listener();
  });
  const before = server.onclose;
  server.onclose = () => {
    closing.abort();
    rootsListeners.clear();
    before?.();
  };
  return {
    closed: closing.signal,
    linkOf: ({ mcpReq }) => ({
      id,
      capabilities: server.getClientCapabilities() ?? {},
      closed: closing.signal,
      ask: (method, params, signal) =>
        mcpReq.send({ method, params }, ANY_ANSWER, {
          signal: AbortSignal.any([signal, mcpReq.signal]),
          timeout: ANSWER_TIMEOUT_MS,
        }),
      onRootsChanged: (listener) => void rootsListeners.add(listener),
    }),
  };
}
