import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import type { McpServer, Transport } from "@modelcontextprotocol/server";
import {
  type StdioServerHandle,
  StdioServerTransport,
  serveStdio as serveConnection,
} from "@modelcontextprotocol/server/stdio";
import { MAX_LARGE_BODY_BYTES } from "./edge/read-body.ts";
import { createGateway } from "./gateway.ts";
import type { Router } from "./router.ts";
import { isListening, ListenedResources } from "./surface/listened-resources.ts";
import { THIS_PROCESS } from "./surface/principal.ts";

/** Serves the router over stdio, both revisions, until the host closes its end. Nothing else may write to `output`. */
export function serveStdio(router: Router, input: Readable, output: Writable): StdioServerHandle {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_LARGE_BODY_BYTES });
  let gateway: McpServer | null = null;
  const listened = new ListenedResources(
    (uri, onUpdated) => router.subscribe(uri, onUpdated, { requestId: randomUUID(), principal: THIS_PROCESS }),
    (uri) => void gateway?.server.sendResourceUpdated({ uri }).catch(() => {}),
  );
  const handle = serveConnection(
    ({ era }) => {
      gateway = createGateway(router, { era, requestId: randomUUID(), principal: THIS_PROCESS, trace: {}, live: true });
      return gateway;
    },
    { transport },
  );
  followListening(transport, listened);
  return handle;
}

/** Lets the resources that a listening request names be subscribed to before the SDK sees it, and let go of afterwards. */
function followListening(transport: Transport, listened: ListenedResources): void {
  const { onmessage: deliver, onclose } = transport;
  const open = new Map<unknown, Promise<() => void>>();
  transport.onmessage = (message, extra) => {
    const pass = (passed: unknown): void => deliver?.(passed as typeof message, extra);
    if (isListening(message) && "id" in message) {
      const opening = listened
        .open(message, () => true)
        .then(
          ({ request, close }) => {
            pass(request);
            return close;
          },
          // More than is allowed: the SDK sees a filter that it refuses.
          () => {
            pass({ ...message, params: { ...message.params, notifications: null } });
            return () => {};
          },
        );
      open.set(message.id, opening);
      return;
    }
    const { method, params } = message as { method?: string; params?: { requestId?: unknown } };
    const ending = method === "notifications/cancelled" ? open.get(params?.requestId) : undefined;
    if (ending === undefined) return pass(message);
    open.delete(params?.requestId);
    void ending.then((close) => {
      close();
      pass(message);
    });
  };
  transport.onclose = () => {
    listened.close();
    onclose?.();
  };
}
