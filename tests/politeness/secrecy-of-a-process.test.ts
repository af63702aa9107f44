import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scratchFolder } from "../support/open-router.ts";
import { askModern } from "../support/router/raw-client.ts";
import { questionsTo } from "./questions.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const KEY = "ncbi0key1that2nobody3may4see5f6a7b8c9d";
const EMAIL = "someone+genes@example.org";
const CALLER = "laboratory-of-someone";
const SECRETS = [KEY, EMAIL, encodeURIComponent(EMAIL), CALLER];

let scratch: ReturnType<typeof scratchFolder>;
let service: Server;
let received: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let router: ChildProcess;

beforeEach(async () => {
  scratch = scratchFolder();
  received = "";
  service = createServer((request, response) => {
    received += `${request.url}\n`;
    request.on("data", (chunk: Buffer) => {
      received += chunk.toString();
    });
    request.on("end", () => answer(request, response));
  });
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
});

afterEach(async () => {
  router.kill("SIGKILL");
  service.closeAllConnections();
  await new Promise((closed) => service.close(closed));
  scratch.remove();
});

it("a router that logs all it can logs, serves and writes no identity, whatever the services answer", async () => {
  const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  router = spawn(process.execPath, ["--import", "tsx", join(ROOT, "cli/main.ts"), "serve", "--port", "0"], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: scratch.path,
      GENE_ROUTER_CACHE_DIR: join(scratch.path, "cache"),
      GENE_ROUTER_LOG_LEVEL: "debug",
      GENE_ROUTER_SHARED_LIMIT: "1",
      GENE_ROUTER_NCBI_URL: `${base}/eutils`,
      GENE_ROUTER_IDCONV_URL: `${base}/idconv`,
      GENE_ROUTER_STRING_URL: base,
      GENE_ROUTER_ATTEMPT_MS: "5000",
      GENE_ROUTER_DEADLINE_MS: "2000",
      NCBI_API_KEY: KEY,
      NCBI_EMAIL: EMAIL,
      STRING_CALLER_IDENTITY: CALLER,
    },
  });
  let said = "";
  for (const stream of [router.stdout!, router.stderr!]) stream.on("data", (chunk: Buffer) => (said += chunk));
  while (!/at http:\S+/.test(said)) {
    expect(router.exitCode, said).toBeNull();
    await new Promise((later) => setTimeout(later, 20));
  }
  const url = /at (http:\S+)/.exec(said)![1]!;

  const answers: (typeof answer)[] = [
    (_request, response) => response.end('{"esearchresult":{"count":"0","idlist":[]}}'),
    (request, response) => response.writeHead(429, { "retry-after": "0" }).end(request.url),
    (request, response) => response.writeHead(302, { location: `https://evil.example${request.url}` }).end(),
    (request, response) => response.writeHead(200, { "content-type": "text/html" }).end(`<html>${request.url}${KEY}`),
    (_request, response) => response.socket?.resetAndDestroy(),
    (request, response) => response.writeHead(403).end(`${request.url} ${KEY} ${EMAIL} ${CALLER}`),
  ];
  const shown: string[] = [];
  for (const next of answers) {
    answer = next;
    const calls = ["pubmed", "string"].flatMap((source) =>
      questionsTo(source as "pubmed", 6).map(({ tool, args }) => ({ name: `${source}_${tool}`, arguments: args })),
    );
    for (const result of await Promise.all(calls.map((call) => askModern(url, "tools/call", call)))) {
      expect(result.status).toBe(200);
      shown.push(JSON.stringify(result.body));
    }
  }
  for (const path of ["/health", "/ready", "/metrics", "/"]) {
    const page = await fetch(new URL(path, url));
    shown.push(`${JSON.stringify([...page.headers])} ${await page.text()}`);
  }
  const files = readdirSync(scratch.path, { recursive: true, withFileTypes: true })
    .map((file) =>
      file.isFile() ? `${file.name} ${readFileSync(join(file.parentPath, file.name), "latin1")}` : file.name,
    )
    .join("\n");
  for (const secret of [KEY, encodeURIComponent(EMAIL), CALLER]) expect(received).toContain(secret);
  expect(shown.join()).toContain("REDACTED");
  for (const secret of SECRETS) {
    expect(said.includes(secret), "the log").toBe(false);
    expect(shown.join("\n").includes(secret), "an answer").toBe(false);
    expect(files.includes(secret), "a file").toBe(false);
  }
});
