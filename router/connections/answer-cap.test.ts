import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { answerCap, MAX_TABLE_BYTES } from "./answer-cap.ts";
import { cappedFetch } from "./capped-fetch.ts";

const TABLE = { uri: "gene-router-table://tbdb/variants" };

describe("how large an answer may be", () => {
  it.each([
    ["a call", "tools/call", { name: "get", arguments: TABLE }, 1000],
    ["a body of an upstream answer", "resources/read", { uri: "gene-router-body://ab" }, 1000],
    ["an address that only holds a table's", "resources/read", { uri: `x+${TABLE.uri}` }, 1000],
    ["nothing at all", "resources/read", {}, 1000],
    ["a table", "resources/read", TABLE, MAX_TABLE_BYTES],
  ])("for %s", (_what, method, params, cap) => expect(answerCap(method, params, 1000)).toBe(cap));

  it("is never less for a table than the source's own limit", () => {
    expect(answerCap("resources/read", TABLE, 2 * MAX_TABLE_BYTES)).toBe(2 * MAX_TABLE_BYTES);
  });
});

describe("an older source over HTTP", () => {
  const agent = new Agent();
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("x".repeat(50_000)),
  );
  afterEach(async () => {
    server.close();
    await agent.close();
  });

  it("may send a table beyond the limit of its other answers", async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const fetchCapped = cappedFetch(agent, 1000);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const ask = async (method: string, params: unknown): Promise<number> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return (await (await fetchCapped(url, { method: "POST", body })).text()).length;
    };
    expect(await ask("resources/read", TABLE)).toBe(50_000);
    await expect(ask("tools/call", { name: "get" })).rejects.toThrow();
  });
});
