import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { refuseHtml } from "./accept.ts";
import { localService, ROWS } from "./local-service.fixture.ts";
import type { UpstreamRequest } from "./upstream.ts";

const service = localService();

describe("a healthy service", () => {
  it.each([
    ["as it is", "identity", (body: Buffer) => body],
    ["with gzip", "gzip", gzipSync],
    ["with br", "br", brotliCompressSync],
    ["with deflate", "deflate", deflateSync],
    ["with deflate of the bare kind", "deflate", deflateRawSync],
  ])("is read %s, and the hash is over the decoded body", async (_, coding, pack) => {
    service.handler = (_request, response) => {
      response.setHeader("content-encoding", coding);
      response.end(pack(ROWS));
    };
    const { exchange, entry } = await service.ask();
    expect(ROWS.equals(exchange!.body)).toBe(true);
    expect(entry).toMatchObject({ status: 200, bytes: ROWS.length, attempts: 1 });
  });

  it("sees who asks and what is accepted", async () => {
    service.handler = (_request, response) => response.end("data");
    await service.ask();
    expect(service.requests[0]?.headers).toMatchObject({
      accept: "*/*",
      "accept-encoding": "gzip, br, deflate",
      "user-agent": expect.stringMatching(/^gene-router\/1\.2\.3 \(\+https/),
    });
  });

  it("gets a form as it is, encoded once", async () => {
    service.handler = (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part) => parts.push(part));
      request.on("end", () => response.end(Buffer.concat(parts)));
    };
    const { exchange } = await service.ask({ method: "POST", form: { identifiers: "katG\rinhA", species: 83332 } });
    expect(exchange?.text()).toBe("identifiers=katG%0DinhA&species=83332");
    expect(service.requests[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  it("may send nothing at all", async () => {
    service.handler = (_request, response) => response.writeHead(200).end();
    expect((await service.ask({ accept: () => "empty" })).exchange).toMatchObject({ empty: true, status: 200 });
  });
});

describe("answers that are none", () => {
  it("an HTML page with status 200 is refused, not tried again, not kept", async () => {
    service.handler = (_request, response, hit) => {
      response.setHeader("content-type", hit === 1 ? "text/html" : "text/plain");
      response.end(hit === 1 ? "<html><p>Maintenance" : "data");
    };
    const accept: UpstreamRequest["accept"] = (response) => {
      refuseHtml(response);
      return "data";
    };
    const { fault, again } = await service.ask({ accept });
    expect(fault).toMatchObject({ code: "unexpected_content", status: 200 });
    expect(service.requests).toHaveLength(1);
    expect((await again()).text()).toBe("data");
  });

  it("a coding that nobody asked for is refused", async () => {
    service.handler = (_request, response) => {
      response.setHeader("content-encoding", "zstd");
      response.end("data");
    };
    expect((await service.ask()).fault?.code).toBe("unexpected_content");
  });

  it("403 is final, whatever came with it", async () => {
    service.handler = (_request, response) => {
      response.statusCode = 403;
      response.setHeader("content-length", 1_000);
      response.write("<html>", () => setTimeout(() => response.destroy(), 5));
    };
    const { fault } = await service.ask();
    expect(fault).toMatchObject({ code: "blocked", status: 403 });
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ["seconds", () => "2"],
    ["a date against the service's own clock", () => "Fri, 28 Aug 2026 12:00:02 GMT"],
  ])("429 is tried again after Retry-After in %s", async (_, retryAfter) => {
    service.handler = (_request, response, hit) => {
      response.setHeader("date", "Fri, 28 Aug 2026 12:00:00 GMT");
      if (hit === 1) response.writeHead(429, { "retry-after": retryAfter() }).end();
      else response.end("data");
    };
    expect((await service.ask()).entry).toMatchObject({ attempts: 2, error: null });
  });

  it.each([
    ["seconds", "3600"],
    ["a date", "Fri, 28 Aug 2026 13:00:00 GMT"],
  ])("429 that asks for an hour in %s fails with the seconds", async (_, retryAfter) => {
    service.handler = (_request, response) => {
      response.writeHead(429, { "retry-after": retryAfter, date: "Fri, 28 Aug 2026 12:00:00 GMT" }).end();
    };
    expect((await service.ask()).fault).toMatchObject({ code: "rate_limited", retryAfterS: 3_600 });
    expect(service.requests).toHaveLength(1);
  });
});

describe("redirects", () => {
  it("are followed on the same host, with the identity", async () => {
    service.handler = (request, response) => {
      if (request.url?.startsWith("/x")) response.writeHead(302, { location: "/y?b=2&a=1" }).end();
      else response.end("data");
    };
    const { exchange } = await service.ask({}, {}, { identity: { api_key: "k-0123456789" } });
    expect(exchange?.finalUrl).toBe(`${service.base}/y?a=1&b=2`);
    expect(service.requests.map(({ url }) => url)).toEqual([
      "/x?api_key=k-0123456789",
      "/y?a=1&api_key=k-0123456789&b=2",
    ]);
  });

  it.each([
    ["to a foreign host", "https://evil.example/x"],
    ["to another port", "http://127.0.0.1:9/x"],
    ["to plain http", "http://api.example.org/x"],
    ["to a file", "file:///etc/hostname"],
    ["with a user name", "http://me:pw@127.0.0.1/x"],
    ["to nowhere", "http://"],
  ])("%s are refused without being asked", async (_, location) => {
    service.handler = (_request, response) => response.writeHead(302, { location }).end();
    const { fault, entry } = await service.ask();
    expect(fault).toMatchObject({ code: "redirect_refused", status: 302, retryable: false });
    expect(entry).toMatchObject({ status: 302, error: "redirect_refused", attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  it("end after three", async () => {
    service.handler = (_request, response, hit) => response.writeHead(302, { location: `/${hit}` }).end();
    expect((await service.ask()).fault?.code).toBe("redirect_refused");
    expect(service.requests).toHaveLength(4);
  });

  it.each([
    [301, "POST 3"],
    [302, "POST 3"],
    [303, "GET 0"],
    [307, "POST 3"],
    [308, "POST 3"],
  ])("with %d, a form arrives as %s: only 303 drops it", async (status, arrives) => {
    service.handler = (request, response) => {
      if (request.url === "/x") response.writeHead(status, { location: "/y" }).end();
      else response.end(`${request.method} ${request.headers["content-length"] ?? 0}`);
    };
    expect((await service.ask({ method: "POST", form: { a: 1 } })).exchange?.text()).toBe(arrives);
  });

  it("an absolute URL on a foreign host is not asked for", async () => {
    service.handler = (_request, response) => response.end("data");
    expect((await service.ask({ path: "https://evil.example/next?cursor=1" })).fault?.code).toBe("redirect_refused");
    expect((await service.ask({ path: `${service.base}/next?cursor=1` })).exchange?.text()).toBe("data");
  });
});

it("304 renews an entry past its lifetime", async () => {
  service.handler = (request, response) => {
    response.setHeader("etag", '"v1"');
    if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
    else response.end("data");
  };
  const { exchange, again } = await service.ask(
    { revalidate: true },
    { GENE_ROUTER_TTL_TBDB: "3600" },
    { source: "tbdb" },
  );
  service.pass(3_601_000);
  const renewed = await again();
  expect(renewed.text()).toBe("data");
  expect(renewed.entry).toMatchObject({
    status: 200,
    cached: true,
    stale: false,
    retrieved_at: exchange?.entry.retrieved_at,
    validated_at: expect.any(String),
  });
  expect(service.requests).toHaveLength(2);
});
