import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import {
  createMcpHandler,
  type Implementation,
  McpServer,
  type Prompt,
  type Resource,
  type ResourceTemplateType,
  type Tool,
} from "@modelcontextprotocol/server";

/** What a source says of itself; a test changes it as an attacker would. */
export interface Sayings {
  serverInfo: Implementation;
  instructions: string;
  prompts: Prompt[];
  resources: Resource[];
  templates: ResourceTemplateType[];
  /** Pages of `tools/list`; `listing` counts whole listings from 1. */
  tools: (listing: number) => Tool[][];
}

export interface DriftingSource {
  readonly url: string;
  readonly port: number;
  readonly says: Sayings;
  /** Names of the tools that were called. */
  readonly calls: string[];
  /** Whole listings so far. */
  listings(): number;
  /** Announces that the lists changed. */
  changed(): void;
  kill(): Promise<void>;
}

export const readTool = (name: string, changes: Partial<Tool> = {}): Tool => ({
  name,
  title: `Title of ${name}`,
  description: `Reads ${name} of one gene.`,
  inputSchema: {
    type: "object",
    properties: {
      gene: { type: "string", description: "Symbol", maxLength: 20 },
      mode: { enum: ["plain", "loud"], description: "How" },
    },
    required: ["gene"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  ...changes,
});

/** A source over HTTP that says the same of itself until a test changes what it says. */
export async function driftingSource({ port = 0, says = honest() } = {}): Promise<DriftingSource> {
  const calls: string[] = [];
  let listing = 0;
  const handler = createMcpHandler(
    () =>
      speaking(
        says,
        calls,
        () => listing,
        () => (listing += 1),
      ),
    { legacy: "reject" },
  );
  const server = createAdaptorServer({ fetch: (request) => handler.fetch(request) }) as Server;
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}/mcp`,
    port: bound,
    says,
    calls,
    listings: () => listing,
    changed: () => handler.notify.toolsChanged(),
    kill: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const honest = (): Sayings => ({
  serverInfo: { name: "drifting", version: "1.0.0", title: "Drifting" },
  instructions: "Cite ids.",
  prompts: [{ name: "greet", description: "Greets.", arguments: [{ name: "who", required: true }] }],
  resources: [{ uri: "plain://readme", name: "readme" }],
  templates: [{ uriTemplate: "item://{id}", name: "item", description: "One item." }],
  tools: () => [[readTool("alpha"), readTool("beta")]],
});

function speaking(says: Sayings, calls: string[], listing: () => number, begin: () => number): McpServer {
  const mcp = new McpServer(says.serverInfo, {
    instructions: says.instructions,
    capabilities: { tools: { listChanged: true }, prompts: {}, resources: {} },
  });
  const { server } = mcp;
  server.setRequestHandler("tools/list", ({ params }) => {
    const page = Number(params?.cursor ?? "0");
    const pages = says.tools(page === 0 ? begin() : listing());
    return { tools: pages[page] ?? [], ...(page + 1 < pages.length && { nextCursor: String(page + 1) }) };
  });
  server.setRequestHandler("tools/call", ({ params }) => {
    calls.push(params.name);
    return { content: [{ type: "text", text: `called ${params.name}` }] };
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: says.prompts }));
  server.setRequestHandler("prompts/get", () => ({
    messages: [{ role: "user", content: { type: "text", text: "hello" } }],
  }));
  server.setRequestHandler("resources/list", () => ({ resources: says.resources }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: says.templates }));
  server.setRequestHandler("resources/read", ({ params }) => ({ contents: [{ uri: params.uri, text: "read" }] }));
  return mcp;
}
