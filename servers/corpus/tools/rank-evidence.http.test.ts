import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, expect, it } from "vitest";
import { openSource } from "../../../tests/support/source-harness.ts";
import type { Listening } from "../../kit/http/listen.ts";
import { serveSourceHttp } from "../../kit/serve-source.ts";
import { corpus } from "../index.ts";

let served: Listening;
afterEach(() => served.close(0));

/** 8,000,000 bytes of text that JSON writes as twice as many. */
const largest = Array.from({ length: 400 }, (_, id) => ({ id, abstract: `katG ${'"'.repeat(19_995)}` }));

it("takes as much as its limit allows when the source is served alone, and names the limit beyond", async () => {
  const source = openSource(corpus);
  served = await serveSourceHttp(source.server, { hostname: "127.0.0.1", port: 0 });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${served.port}/mcp`)));
  const ask = async (documents: readonly object[]) =>
    client.callTool({ name: "rank_evidence", arguments: { query: "katG", documents } });

  expect(JSON.stringify(largest).length).toBeGreaterThan(15_900_000);
  const taken = await ask(largest);
  expect(taken.structuredContent).toMatchObject({
    status: "OK",
    outcome: "truncated",
    n_documents: 400,
    n_matched: 400,
  });

  const refused = await ask([...largest, { id: "one more", title: "a" }]);
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { status: "INVALID_INPUT", errors: [{ limit: 8_000_000, found: 8_000_001 }] },
  });
  await client.close();
  await source.close();
  expect(source.warnings).toEqual([]);
});
