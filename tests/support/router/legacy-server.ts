import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** A source of the 2025 revisions on SDK v1, with the draft-07 stamp that v1 puts on schemas. */
export function legacyServer(): Server {
  const server = new Server(
    { name: "old", version: "0.9.0" },
    { capabilities: { tools: { listChanged: true }, logging: {} }, instructions: "Old." },
  );
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "object" as const };
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      {
        name: "echo",
        description: "Says a text back.",
        inputSchema: { ...schema, properties: { text: { type: "string", description: "What" } } },
      },
      {
        name: "big",
        description: "Answers with so many characters.",
        inputSchema: { ...schema, properties: { size: { type: "integer" } } },
      },
      { name: "hang", description: "Never answers.", inputSchema: schema },
      { name: "talk", description: "Reports progress and a log message.", inputSchema: schema },
      { name: "die", description: "Ends its process.", inputSchema: schema },
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { _meta, sendNotification, signal }) => {
    const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
    switch (params.name) {
      case "big":
        return text("x".repeat(Number(params.arguments?.size)));
      case "hang":
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("cancelled"))));
        return text("never");
      case "talk": {
        const progressToken = _meta?.progressToken;
        if (progressToken !== undefined)
          await sendNotification({
            method: "notifications/progress",
            params: { progressToken, progress: 1, message: "half" },
          });
        await sendNotification({ method: "notifications/message", params: { level: "info", data: "working" } });
        return text("done");
      }
      case "die":
        process.exit(3);
        break;
      default:
        return { ...text(String(params.arguments?.text)), structuredContent: { text: params.arguments?.text } };
    }
  });
  return server;
}

export interface LegacySource {
  readonly url: string;
  /** Methods of all requests so far. */
  readonly methods: string[];
  /** Forgets every session, as a restart does. */
  forget(): void;
  kill(): Promise<void>;
}

/** The same over HTTP with sessions, as most servers of that age. */
export async function legacySource(): Promise<LegacySource> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const methods: string[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as { method?: string }) : undefined;
    if (body?.method !== undefined) methods.push(body.method);
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? transports.get(id) : undefined;
    if (known !== undefined) return void (await known.handleRequest(request, response, body));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void transports.set(session, transport),
    });
    await legacyServer().connect(transport as Parameters<Server["connect"]>[0]);
    await transport.handleRequest(request, response, body);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    methods,
    forget: () => transports.clear(),
    kill: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
