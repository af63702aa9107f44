import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CallLedger } from "../call.ts";
import type { Fault } from "../fault.ts";
import { readSettings } from "../settings.ts";
import { refuseHtml } from "./accept.ts";
import { createUpstream } from "./create-upstream.ts";
import { createDispatcher } from "./dispatcher.ts";
import { createSystemClock } from "./system-clock.ts";
import type { Clock, ServiceSpec, Upstream, UpstreamRequest } from "./upstream.ts";
import { upstreamSettings } from "./upstream-settings.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, hit: number) => void;

let server: Server;
let base: string;
let handler: Handler;
let requests: IncomingMessage[];
const upstreams: Upstream[] = [];

beforeEach(async () => {
  requests = [];
  aheadMs = 0;
  server = createServer((request, response) => {
    requests.push(request);
    handler(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

/** Real time and real limits, but waits that end at once: nothing here is about how long a wait is. */
const clock: Clock = {
  ...createSystemClock(),
  now: () => Date.now() + aheadMs,
  sleep: async (_ms, signal) => signal?.throwIfAborted(),
};
let aheadMs = 0;

async function ask(
  request: Partial<UpstreamRequest> = {},
  env: Record<string, string> = {},
  spec: Partial<ServiceSpec> = {},
) {
  const settings = readSettings(upstreamSettings, { GENE_ROUTER_CACHE_DIR: "off", ...env });
  const upstream = createUpstream({
    settings,
    clock,
    random: () => 0.5,
    fetch: globalThis.fetch,
    dispatcher: createDispatcher(settings),
    warn: () => undefined,
    version: "1.2.3",
  });
  upstreams.push(upstream);
  const service = upstream.service({
    source: "demo",
    group: { name: "demo", spacingMs: 0, inFlight: 4 },
    base,
    licence: { id: "demo", redistribute: true },
    ...spec,
  });
  const ledger = new CallLedger();
  const call = {
    signal: new AbortController().signal,
    deadlineAt: clock.now() + settings.deadlineMs,
    ledger,
    progress: () => undefined,
  };
  const asked = { path: "/x", ttlSeconds: 3_600, accept: () => "data" as const, ...request };
  return service.fetch(asked, call).then(
    (exchange) => ({
      exchange,
      fault: null,
      entry: ledger.entries[0]!,
      again: () => service.fetch(asked, { ...call, ledger: new CallLedger() }),
    }),
    (fault: Fault) => ({
      exchange: null,
      fault,
      entry: ledger.entries[0]!,
      again: () => service.fetch(asked, { ...call, ledger: new CallLedger() }),
    }),
  );
}

const rows = Buffer.from("mtu:Rv1908c\tpath:mtu00360\n".repeat(4_000));

describe("a healthy service", () => {
  it.each([
    ["as it is", "identity", (body: Buffer) => body],
    ["with gzip", "gzip", gzipSync],
    ["with br", "br", brotliCompressSync],
    ["with deflate", "deflate", deflateSync],
    ["with deflate of the bare kind", "deflate", deflateRawSync],
  ])("is read %s, and the hash is over the decoded body", async (_, coding, pack) => {
    handler = (_request, response) => {
      response.setHeader("content-encoding", coding);
      response.end(pack(rows));
    };
    const { exchange, entry } = await ask();
    expect(rows.equals(exchange!.body)).toBe(true);
    expect(entry).toMatchObject({ status: 200, bytes: rows.length, attempts: 1 });
  });

  it("sees who asks and what is accepted", async () => {
    handler = (_request, response) => response.end("data");
    await ask();
    expect(requests[0]?.headers).toMatchObject({
      accept: "*/*",
      "accept-encoding": "gzip, br, deflate",
      "user-agent": expect.stringMatching(/^gene-router\/1\.2\.3 \(\+https/),
    });
  });

  it("gets a form as it is, encoded once", async () => {
    handler = (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => response.end(Buffer.concat(parts)));
    };
    const { exchange } = await ask({ method: "POST", form: { identifiers: "katG\rinhA", species: 83332 } });
    expect(exchange?.text()).toBe("identifiers=katG%0DinhA&species=83332");
    expect(requests[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  it("may send nothing at all", async () => {
    handler = (_request, response) => response.writeHead(204).end();
    expect((await ask({ accept: () => "empty" })).exchange).toMatchObject({ empty: true, status: 204 });
  });
});

const halfOf = (response: ServerResponse, then: () => void) => {
  response.write(rows.subarray(0, 1_000), () => setTimeout(then, 5));
};

describe("a broken connection", () => {
  it.each<[string, string, Handler]>([
    [
      "reset in the middle of a body",
      "network",
      (request, response) => halfOf(response, () => request.socket.resetAndDestroy()),
    ],
    [
      "closed in the middle of a chunked body",
      "network",
      (_request, response) => halfOf(response, () => response.destroy()),
    ],
    ["closed before any answer", "network", (request) => request.socket.destroy()],
    [
      "closed before the declared length",
      "incomplete",
      (_request, response) => {
        response.setHeader("content-length", rows.length);
        halfOf(response, () => response.destroy());
      },
    ],
    [
      "that carries garbage instead of gzip",
      "network",
      (_request, response) => {
        response.setHeader("content-encoding", "gzip");
        response.end("this is not gzip");
      },
    ],
    [
      "whose gzip stream is cut, in a well-framed answer",
      "incomplete",
      (_request, response) => {
        response.setHeader("content-encoding", "gzip");
        const packed = gzipSync(rows);
        response.end(packed.subarray(0, packed.length - 20));
      },
    ],
    [
      "whose br stream is cut, in a well-framed answer",
      "incomplete",
      (_request, response) => {
        response.setHeader("content-encoding", "br");
        response.end(brotliCompressSync(rows).subarray(0, 20));
      },
    ],
    ["that speaks something else than HTTP", "network", (request) => request.socket.end("hello\r\n\r\n")],
  ])("%s is `%s`, tried four times", async (_, code, breaks) => {
    handler = breaks;
    const { fault, entry } = await ask();
    expect(fault).toMatchObject({ code, retryable: true });
    expect(entry).toMatchObject({ error: code, attempts: 4, content_sha256: null });
    expect(requests.length).toBeGreaterThanOrEqual(4);
  });

  it("is mended by the next attempt, and nothing of the broken one is kept", async () => {
    handler = (_request, response, hit) =>
      hit === 1 ? halfOf(response, () => response.destroy()) : response.end(rows);
    const { exchange, entry, again } = await ask();
    expect(rows.equals(exchange!.body)).toBe(true);
    expect(entry.attempts).toBe(2);
    expect(rows.equals((await again()).body)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it("cannot be opened where nobody listens", async () => {
    await new Promise((resolve) => server.close(resolve));
    const { fault, entry } = await ask();
    expect(fault).toMatchObject({ code: "network", status: null });
    expect(entry).toMatchObject({ status: 0, attempts: 4 });
    server.listen(0);
  });
});

describe("time", () => {
  it("of an attempt ends a service that hangs before its answer", async () => {
    handler = () => undefined;
    const { fault, entry } = await ask({}, { GENE_ROUTER_ATTEMPT_MS: "100" });
    expect(fault).toMatchObject({ code: "timeout", retryable: true });
    expect(entry).toMatchObject({ status: 0, error: "timeout", attempts: 4 });
  });

  it("of an attempt ends one that hangs in the middle of its body", async () => {
    handler = (_request, response) => halfOf(response, () => undefined);
    expect((await ask({}, { GENE_ROUTER_ATTEMPT_MS: "100" })).fault?.code).toBe("timeout");
  });

  it("of the call ends everything, and the socket is closed", async () => {
    let closed: () => void;
    const socketClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    handler = (request) => request.socket.once("close", () => closed());
    const { fault } = await ask({}, { GENE_ROUTER_DEADLINE_MS: "200" });
    expect(fault?.code).toBe("deadline_exceeded");
    await socketClosed;
  });
});

describe("size", () => {
  const MANY = 40 * 1_048_576;

  it("is counted while a body streams; 40 MiB are too much", async () => {
    handler = (_request, response) => {
      const part = Buffer.alloc(1_048_576, "a");
      let sent = 0;
      const more = () => {
        while (sent < MANY) {
          sent += part.length;
          if (!response.write(part)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    };
    const { fault, entry } = await ask();
    expect(fault).toMatchObject({ code: "too_large", retryable: false, status: 200 });
    expect(entry).toMatchObject({ attempts: 1, content_sha256: null });
  });

  it("that is declared too large is not read at all", async () => {
    handler = (_request, response) => {
      response.setHeader("content-length", MANY);
      response.write("a");
    };
    expect((await ask()).fault?.code).toBe("too_large");
  });

  it("is that of the decoded body: a small bomb is too large as well", async () => {
    const bomb = gzipSync(Buffer.alloc(MANY));
    handler = (_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(bomb);
    };
    expect(bomb.length).toBeLessThan(100_000);
    expect((await ask()).fault?.code).toBe("too_large");
  });

  it("is a setting", async () => {
    handler = (_request, response) => response.end(rows);
    expect((await ask({}, { GENE_ROUTER_MAX_RESPONSE_BYTES: String(rows.length) })).fault).toBeNull();
    expect((await ask({}, { GENE_ROUTER_MAX_RESPONSE_BYTES: String(rows.length - 1) })).fault?.code).toBe("too_large");
  });
});

describe("answers that are none", () => {
  it("an HTML page with status 200 is refused, not tried again, not kept", async () => {
    handler = (_request, response, hit) => {
      response.setHeader("content-type", hit === 1 ? "text/html" : "text/plain");
      response.end(hit === 1 ? "<html><p>Maintenance" : "data");
    };
    const accept: UpstreamRequest["accept"] = (response) => {
      refuseHtml(response);
      return "data";
    };
    const { fault, again } = await ask({ accept });
    expect(fault).toMatchObject({ code: "unexpected_content", status: 200 });
    expect(requests).toHaveLength(1);
    expect((await again()).text()).toBe("data");
  });

  it("a coding that nobody asked for is refused", async () => {
    handler = (_request, response) => {
      response.setHeader("content-encoding", "zstd");
      response.end("data");
    };
    expect((await ask()).fault?.code).toBe("unexpected_content");
  });

  it("403 is final, whatever came with it", async () => {
    handler = (_request, response) => {
      response.statusCode = 403;
      response.setHeader("content-length", 1_000);
      response.write("<html>", () => setTimeout(() => response.destroy(), 5));
    };
    const { fault } = await ask();
    expect(fault).toMatchObject({ code: "blocked", status: 403 });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ["seconds", () => "2"],
    ["a date against the service's own clock", () => "Fri, 28 Aug 2026 12:00:02 GMT"],
  ])("429 is tried again after Retry-After in %s", async (_, retryAfter) => {
    handler = (_request, response, hit) => {
      response.setHeader("date", "Fri, 28 Aug 2026 12:00:00 GMT");
      if (hit === 1) response.writeHead(429, { "retry-after": retryAfter() }).end();
      else response.end("data");
    };
    expect((await ask()).entry).toMatchObject({ attempts: 2, error: null });
  });

  it.each([
    ["seconds", "3600"],
    ["a date", "Fri, 28 Aug 2026 13:00:00 GMT"],
  ])("429 that asks for an hour in %s fails with the seconds", async (_, retryAfter) => {
    handler = (_request, response) => {
      response.writeHead(429, { "retry-after": retryAfter, date: "Fri, 28 Aug 2026 12:00:00 GMT" }).end();
    };
    expect((await ask()).fault).toMatchObject({ code: "rate_limited", retryAfterS: 3_600 });
    expect(requests).toHaveLength(1);
  });
});

describe("redirects", () => {
  it("are followed on the same host, with the identity", async () => {
    handler = (request, response) => {
      if (request.url?.startsWith("/x")) response.writeHead(302, { location: "/y?b=2&a=1" }).end();
      else response.end("data");
    };
    const { exchange } = await ask({}, {}, { identity: { api_key: "k-0123456789" } });
    expect(exchange?.finalUrl).toBe(`${base}/y?a=1&b=2`);
    expect(requests.map(({ url }) => url)).toEqual(["/x?api_key=k-0123456789", "/y?a=1&api_key=k-0123456789&b=2"]);
  });

  it.each([
    ["to a foreign host", "https://evil.example/x"],
    ["to another port", "http://127.0.0.1:9/x"],
    ["to plain http", "http://api.example.org/x"],
    ["to a file", "file:///etc/hostname"],
    ["with a user name", "http://me:pw@127.0.0.1/x"],
    ["to nowhere", "http://"],
  ])("%s are refused without being asked", async (_, location) => {
    handler = (_request, response) => response.writeHead(302, { location }).end();
    const { fault, entry } = await ask();
    expect(fault).toMatchObject({ code: "redirect_refused", status: 302, retryable: false });
    expect(entry).toMatchObject({ status: 302, error: "redirect_refused", attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it("end after three", async () => {
    handler = (_request, response, hit) => response.writeHead(302, { location: `/${hit}` }).end();
    expect((await ask()).fault?.code).toBe("redirect_refused");
    expect(requests).toHaveLength(4);
  });

  it("turn a form into a GET, except those that keep it", async () => {
    handler = (request, response) => {
      if (request.url === "/x") response.writeHead(303, { location: "/y" }).end();
      else if (request.url === "/keep") response.writeHead(307, { location: "/y" }).end();
      else response.end(`${request.method} ${request.headers["content-length"] ?? 0}`);
    };
    expect((await ask({ method: "POST", form: { a: 1 } })).exchange?.text()).toBe("GET 0");
    expect((await ask({ path: "/keep", method: "POST", form: { a: 1 } })).exchange?.text()).toBe("POST 3");
  });

  it("an absolute URL on a foreign host is not asked for", async () => {
    handler = (_request, response) => response.end("data");
    expect((await ask({ path: "https://evil.example/next?cursor=1" })).fault?.code).toBe("redirect_refused");
    expect((await ask({ path: `${base}/next?cursor=1` })).exchange?.text()).toBe("data");
  });
});

it("304 renews an entry past its lifetime", async () => {
  handler = (request, response) => {
    response.setHeader("etag", '"v1"');
    if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
    else response.end("data");
  };
  const { exchange, again } = await ask({ revalidate: true }, { GENE_ROUTER_TTL_TBDB: "3600" }, { source: "tbdb" });
  aheadMs = 3_601_000;
  const renewed = await again();
  expect(renewed.text()).toBe("data");
  expect(renewed.entry).toMatchObject({
    status: 200,
    cached: true,
    stale: false,
    retrieved_at: exchange?.entry.retrieved_at,
    validated_at: expect.any(String),
  });
  expect(requests).toHaveLength(2);
});
