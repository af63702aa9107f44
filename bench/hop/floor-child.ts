/** The floor: a forwarder without SDK, checks, or anything that a router is for. argv: URL of the source. Prints its own. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

const target = new URL(process.argv[2] ?? "");
const pool = new Pool(target.origin, { connections: 64 });
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const message = JSON.parse(Buffer.concat(chunks).toString());
  message.params.name = message.params.name.replace(/^s0_/, "");
  const answer = await pool.request({
    path: target.pathname,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": message.method,
      "mcp-name": message.params.name,
    },
    body: JSON.stringify(message),
  });
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(JSON.parse(await answer.body.text())));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`));
