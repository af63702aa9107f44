import type { CallToolResult, Tool as McpTool } from "@modelcontextprotocol/server";
import type { TableShelf } from "./table/table-shelf.ts";

/** One source as it is served, wherever it runs: over HTTP, over stdio, or inside the router's process. */
export interface SourceServer {
  /** Namespace. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly homepage: string;
  readonly version: string;
  readonly instructions: string;
  /** Complete MCP definitions, by leaf name, sorted. */
  readonly tools: readonly McpTool[];
  /** Largest request that one of its tools takes, bytes. */
  readonly maxRequestBytes?: number;
  /** Never throws but for an unknown tool (JSON-RPC -32602) and for a cancelled call. */
  callTool(name: string, args: unknown, context: SourceCall): Promise<CallToolResult>;
  /** `gene-router-body://<sha256>`; null when the hash is unknown or its licence forbids it here. */
  readBody(sha256: string): Promise<{ mimeType: string; text: string } | null>;
  /** Whole data sets, for programs; missing when it offers none. */
  readonly tables?: TableShelf;
  close(): Promise<void>;
}

export interface SourceCall {
  readonly signal: AbortSignal;
  /** Sends `notifications/progress` when the caller gave a token. */
  readonly onProgress?: (progress: number, message: string) => void;
}
