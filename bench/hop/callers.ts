import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Pool } from "undici";

/** Makes one call and sees that its answer is right. */
export interface Caller {
  call(number: number): Promise<void>;
  close(): Promise<void>;
}

/** Revision 2026-07-28 by hand over a pool: as little as a caller can cost. */
export function modernCaller(url: string, tool: string): Caller {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 64 });
  return {
    async call(number) {
      const text = `hello ${number}`;
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
      };
      const { body } = await pool.request({
        path: pathname,
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": tool,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: number,
          method: "tools/call",
          params: { name: tool, arguments: { text }, _meta },
        }),
      });
      if (!(await body.text()).includes(text)) throw new Error("wrong answer");
    },
    close: () => pool.close(),
  };
}

/** A client of the 2025 revisions as hosts have it, over whichever transport the server offers. */
export async function legacyCaller(
  url: string,
  tool: string,
  argumentsOf: (text: string) => Record<string, unknown>,
  transport: "http" | "sse" = "http",
): Promise<Caller> {
  const client = new Client({ name: "bench", version: "1" });
  const address = new URL(url);
  await client.connect(
    (transport === "http" ? new StreamableHTTPClientTransport(address) : new SSEClientTransport(address)) as Parameters<
      Client["connect"]
    >[0],
  );
  return {
    async call(number) {
      const text = `hello ${number}`;
      const result = await client.callTool({ name: tool, arguments: argumentsOf(text) });
      if (!JSON.stringify(result).includes(text)) throw new Error("wrong answer");
    },
    close: () => client.close(),
  };
}
