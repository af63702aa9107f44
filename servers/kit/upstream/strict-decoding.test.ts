import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDispatcher } from "./dispatcher.ts";
import { TOO_LARGE_CODE } from "./strict-decoding.ts";

const CAP = 1_000;

let server: Server;
let body: Buffer;
let coding: string;
let dispatcher: ReturnType<typeof createDispatcher>;

beforeEach(async () => {
  dispatcher = createDispatcher({ maxResponseBytes: CAP });
  server = createServer((_request, response) => {
    response.setHeader("content-encoding", coding);
    response.setHeader("content-length", body.length);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  await dispatcher.close();
  await new Promise((resolve) => server.close(resolve));
});

async function get(): Promise<{ text: string; headers: Headers }> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`, { dispatcher } as unknown as RequestInit);
  return { text: await response.text(), headers: response.headers };
}

it("hands on the decoded body and drops what described the packed one", async () => {
  [coding, body] = ["GZIP", gzipSync("a".repeat(CAP))];
  const { text, headers } = await get();
  expect(text).toBe("a".repeat(CAP));
  expect([headers.get("content-encoding"), headers.get("content-length")]).toEqual([null, null]);
});

it("gives up on a body that unpacks to more than the cap, before it is unpacked", async () => {
  [coding, body] = ["gzip", gzipSync("a".repeat(CAP + 1))];
  await expect(get()).rejects.toMatchObject({ cause: { code: TOO_LARGE_CODE } });
});

it("gives up on a packed body that is larger than the cap itself", async () => {
  [coding, body] = ["gzip", Buffer.alloc(CAP + 1)];
  await expect(get()).rejects.toMatchObject({ cause: { code: TOO_LARGE_CODE } });
});

it("undoes a list of codings, and takes no body that was cut at any depth for the whole", async () => {
  [coding, body] = ["gzip, deflate,br", brotliCompressSync(deflateSync(gzipSync("thrice")))];
  const { text, headers } = await get();
  expect([text, headers.get("content-encoding")]).toEqual(["thrice", null]);
  const rows = Array.from({ length: 200 }, (_, n) => String(n * 7919))
    .join("\n")
    .slice(0, CAP);
  const packed = gzipSync(rows);
  for (const cut of [gzipSync(packed).subarray(0, -12), gzipSync(packed.subarray(0, -12))]) {
    [coding, body] = ["gzip, gzip", cut];
    await expect(get()).rejects.toMatchObject({ cause: { code: "Z_BUF_ERROR" } });
  }
});

it("keeps the cap at every depth", async () => {
  [coding, body] = ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(50_000_000)))];
  await expect(get()).rejects.toMatchObject({ cause: { code: TOO_LARGE_CODE } });
});

it("leaves a plain body and an empty one to others", async () => {
  [coding, body] = ["identity", Buffer.from("plain")];
  expect((await get()).text).toBe("plain");
  [coding, body] = ["gzip", Buffer.alloc(0)];
  expect((await get()).text).toBe("");
});
