/** A source of one tool, over HTTP in both revisions: what a hop is measured against. Prints its URL. */
import type { AddressInfo } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import { createAdaptorServer } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { readJsonBody } from "../../servers/kit/http/json-body.ts";

const TOOL = {
  name: "echo",
  description: "Says a text back.",
  inputSchema: { type: "object" as const, properties: { text: { type: "string" } }, required: ["text"] },
  annotations: { readOnlyHint: true, idempotentHint: true },
};
/** About the size of a small answer: 250 bytes. */
const PADDING = "x".repeat(120);

const handler = createMcpHandler(() => {
  const mcp = new McpServer({ name: "echo", version: "1" }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler("tools/list", () => ({ tools: [TOOL] }));
  mcp.server.setRequestHandler("tools/call", async ({ params }) => {
    const { text, waitMs } = (params.arguments ?? {}) as { text?: string; waitMs?: number };
    if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return { content: [{ type: "text", text: `${String(text)} ${PADDING}` }] };
  });
  return mcp;
});

const app = new Hono<{ Bindings: HttpBindings }>();
app.all("/mcp", async (context) => {
  if (context.req.method !== "POST") return handler.fetch(context.req.raw);
  const body = await readJsonBody(context.env.incoming, 1e7);
  return body.ok ? handler.fetch(context.req.raw, { parsedBody: body.value }) : new Response(null, { status: 400 });
});
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`));
