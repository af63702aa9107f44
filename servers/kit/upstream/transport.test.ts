import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Handler, localService, ROWS } from "./local-service.fixture.ts";

const service = localService();

const halfOf = (response: ServerResponse, then: () => void) => {
  response.write(ROWS.subarray(0, 1_000), () => setTimeout(then, 5));
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
        response.setHeader("content-length", ROWS.length);
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
        const packed = gzipSync(ROWS);
        response.end(packed.subarray(0, packed.length - 20));
      },
    ],
    [
      "whose br stream is cut, in a well-framed answer",
      "incomplete",
      (_request, response) => {
        response.setHeader("content-encoding", "br");
        response.end(brotliCompressSync(ROWS).subarray(0, 20));
      },
    ],
    ["that speaks something else than HTTP", "network", (request) => request.socket.end("hello\r\n\r\n")],
  ])("%s is `%s`, tried four times", async (_, code, breaks) => {
    service.handler = breaks;
    const { fault, entry } = await service.ask();
    expect(fault).toMatchObject({ code, retryable: true });
    expect(entry).toMatchObject({ error: code, attempts: 4, content_sha256: null });
    expect(service.requests.length).toBeGreaterThanOrEqual(4);
  });

  it("is mended by the next attempt, and nothing of the broken one is kept", async () => {
    service.handler = (_request, response, hit) =>
      hit === 1 ? halfOf(response, () => response.destroy()) : response.end(ROWS);
    const { exchange, entry, again } = await service.ask();
    expect(ROWS.equals(exchange!.body)).toBe(true);
    expect(entry.attempts).toBe(2);
    expect(ROWS.equals((await again()).body)).toBe(true);
    expect(service.requests).toHaveLength(2);
  });

  it("cannot be opened where nobody listens", async () => {
    await service.stop();
    const { fault, entry } = await service.ask();
    expect(fault).toMatchObject({ code: "network", status: null });
    expect(entry).toMatchObject({ status: 0, attempts: 4 });
  });
});

describe("time", () => {
  it("of an attempt ends a service that hangs before its answer", async () => {
    service.handler = () => undefined;
    const { fault, entry } = await service.ask({}, { GENE_ROUTER_ATTEMPT_MS: "100" });
    expect(fault).toMatchObject({ code: "timeout", retryable: true });
    expect(entry).toMatchObject({ status: 0, error: "timeout", attempts: 4 });
  });

  it("of an attempt ends one that hangs in the middle of its body", async () => {
    service.handler = (_request, response) => halfOf(response, () => undefined);
    expect((await service.ask({}, { GENE_ROUTER_ATTEMPT_MS: "100" })).fault?.code).toBe("timeout");
  });

  it("of the call ends everything, and the socket is closed", async () => {
    let closed: () => void;
    const socketClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    service.handler = (request) => request.socket.once("close", () => closed());
    const { fault } = await service.ask({}, { GENE_ROUTER_DEADLINE_MS: "200" });
    expect(fault?.code).toBe("deadline_exceeded");
    await socketClosed;
  });
});

describe("size", () => {
  const MANY = 40 * 1_048_576;

  it("is counted while a body streams; 40 MiB are too much", async () => {
    service.handler = (_request, response) => {
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
    const { fault, entry } = await service.ask();
    expect(fault).toMatchObject({ code: "too_large", retryable: false, status: 200 });
    expect(entry).toMatchObject({ attempts: 1, content_sha256: null });
  });

  it("that is declared too large is not read at all", async () => {
    service.handler = (_request, response) => {
      response.setHeader("content-length", MANY);
      response.write("a");
    };
    expect((await service.ask()).fault?.code).toBe("too_large");
  });

  it("is that of the decoded body: a small bomb is too large as well", async () => {
    const bomb = gzipSync(Buffer.alloc(MANY));
    service.handler = (_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(bomb);
    };
    expect(bomb.length).toBeLessThan(100_000);
    expect((await service.ask()).fault?.code).toBe("too_large");
  });

  it("is a setting", async () => {
    service.handler = (_request, response) => response.end(ROWS);
    expect((await service.ask({}, { GENE_ROUTER_MAX_RESPONSE_BYTES: String(ROWS.length) })).fault).toBeNull();
    expect((await service.ask({}, { GENE_ROUTER_MAX_RESPONSE_BYTES: String(ROWS.length - 1) })).fault?.code).toBe(
      "too_large",
    );
  });
});
