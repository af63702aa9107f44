import type { IncomingMessage, ServerResponse } from "node:http";
import { SERVER_INFO_META_KEY, type Tool } from "@modelcontextprotocol/server";
import { rawSource } from "../support/router/remote-source.ts";

/** A tool of which nothing can be said. */
export const soundTool = (name = "get_gene", changes: Partial<Tool> = {}): Tool => ({
  name,
  title: "A gene",
  description: "Gives one gene by its locus tag.",
  inputSchema: {
    type: "object",
    properties: {
      gene: { type: "string", description: "Locus tag: Rv1908c" },
      strand: { type: "string", enum: ["plus", "minus"], description: "Only on this strand" },
    },
  },
  outputSchema: { type: "object", properties: { name: { type: "string", description: "Symbol" } } },
  annotations: { readOnlyHint: true },
  ...changes,
});

export interface Played {
  readonly tools?: () => readonly Tool[];
  /** What becomes of a call; null hangs up. Default: the tool is unknown. */
  readonly call?: () => object | null;
  /** `Date` of every answer. */
  readonly date?: string;
  /** Speaks 2025-11-25 only. */
  readonly old?: boolean;
}

const INFO = { name: "played", version: "1.0.0" };
const CAPABILITIES = { tools: {} };

/** A remote source by hand, so that each of its answers can be wrong in one way. */
export function playedSource(played: Played = {}): ReturnType<typeof rawSource> {
  return rawSource((request, response) => void answer(played, request, response));
}

async function answer(played: Played, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (played.date !== undefined) response.setHeader("date", played.date);
  if (request.method !== "POST") return void response.writeHead(405).end();
  const { id, method } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { id?: unknown; method: string };
  if (id === undefined) return void response.writeHead(202).end();
  const outcome = outcomeOf(played, method);
  if (outcome === null) return void request.socket.destroy();
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
}

function outcomeOf({ tools = () => [soundTool()], call, old }: Played, method: string): object | null {
  const unknown = { error: { code: -32601, message: "Method not found" } };
  switch (method) {
    case "server/discover":
      return old
        ? unknown
        : {
            result: {
              supportedVersions: ["2026-07-28"],
              capabilities: CAPABILITIES,
              _meta: { [SERVER_INFO_META_KEY]: INFO },
            },
          };
    case "initialize":
      return { result: { protocolVersion: "2025-11-25", capabilities: CAPABILITIES, serverInfo: INFO } };
    case "tools/list":
      return { result: { tools: tools(), ttlMs: 60_000, cacheScope: "public" } };
    case "tools/call":
      return call === undefined ? { error: { code: -32602, message: "Unknown tool" } } : call();
    default:
      return unknown;
  }
}
