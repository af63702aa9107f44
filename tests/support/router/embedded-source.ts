import { ProtocolError } from "@modelcontextprotocol/server";
import type { SourceServer } from "../../../servers/kit/source-server.ts";

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** A built-in source as small as they get: it greets, and it waits until it is told to stop. */
export const embeddedSource = (name = "kegg", changes: Partial<SourceServer> = {}): SourceServer => ({
  name,
  title: "Pathways",
  description: "Pathways of genes.",
  homepage: "https://example.org/",
  version: "1.0.0",
  instructions: "Cite record ids.",
  tools: [
    {
      name: "get_pathways",
      title: "Pathways of a gene",
      description: "Lists the pathways of one gene.",
      inputSchema: {
        type: "object",
        properties: {
          gene: { type: "string", description: "Symbol or locus tag" },
          limit: { type: "integer", maximum: 20 },
        },
        required: ["gene"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          outcome: { type: "string" },
          records: { type: "array", items: { type: "object", properties: { id: {} } } },
        },
        required: ["outcome"],
      },
      annotations: READ_ONLY,
      _meta: { "gene-router/lenient": true },
    },
    {
      name: "wait",
      description: "Waits until it is cancelled.",
      inputSchema: {
        type: "object",
        properties: { note: { type: "string", description: "Anything" } },
        additionalProperties: false,
      },
      annotations: READ_ONLY,
    },
  ],
  async callTool(tool, args, { signal, onProgress }) {
    if (tool === "get_pathways") {
      onProgress?.(1, "looking");
      const structuredContent = { outcome: "found", records: [], query: args };
      return {
        content: [{ type: "text", text: JSON.stringify(structuredContent) }],
        structuredContent,
        _meta: { "gene-router/use": "research" },
      };
    }
    if (tool === "wait") {
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
    }
    throw new ProtocolError(-32602, "Unknown tool");
  },
  readBody: async (sha256) => (sha256 === "a".repeat(64) ? { mimeType: "text/plain", text: `body of ${name}` } : null),
  close: async () => {},
  ...changes,
});
