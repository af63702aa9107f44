import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import {
  type StdioServerHandle,
  StdioServerTransport,
  serveStdio as serveConnection,
} from "@modelcontextprotocol/server/stdio";
import { MAX_LARGE_BODY_BYTES } from "./edge/read-body.ts";
import { createGateway } from "./gateway.ts";
import type { Router } from "./router.ts";
import { THIS_PROCESS } from "./surface/principal.ts";

/** Serves the router over stdio, both revisions, until the host closes its end. Nothing else may write to `output`. */
export function serveStdio(router: Router, input: Readable, output: Writable): StdioServerHandle {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_LARGE_BODY_BYTES });
  return serveConnection(
    ({ era }) => createGateway(router, { era, requestId: randomUUID(), principal: THIS_PROCESS, live: true }),
    {
      transport,
    },
  );
}
