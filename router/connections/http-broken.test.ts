import { describe, expect, it } from "vitest";
import { answering, call, connection, kept, signal } from "../../tests/support/router/http-connection.ts";
import { deadUrl, rawSource } from "../../tests/support/router/remote-source.ts";

describe("a server that is no good", () => {
  it("is down when nobody listens", async () => {
    await expect(connection(await deadUrl()).definition(signal())).rejects.toMatchObject({
      code: "source_down",
      unreachable: true,
    });
  });

  it.each([
    [401, "source_protocol_error"],
    [403, "source_protocol_error"],
    [429, "overloaded"],
    [500, "source_down"],
    [503, "source_down"],
  ])("is not judged by a %d to be old", async (status, code) => {
    const source = kept(await rawSource((_, response) => response.writeHead(status, { "retry-after": "7" }).end("no")));
    const to = connection(source.url);
    await expect(to.definition(signal())).rejects.toMatchObject({ code });
    expect(to.era()).toBeNull();
  });

  it.each([
    ["garbage", "<html>", "application/json"],
    ["an answer to somebody else", '{"jsonrpc":"2.0","id":999,"result":{}}', "application/json"],
    ["a result that is no object", '{"jsonrpc":"2.0","id":1,"result":5}', "application/json"],
    ["a stream without an answer", ": nothing\n\n", "text/event-stream"],
    ["an empty body", "", "application/json"],
  ])("breaks the protocol with %s", async (_, body, type) => {
    let broken = false;
    const source = kept(
      await answering({ "tools/list": { tools: [] } }, (response) => {
        if (broken) response.writeHead(200, { "content-type": type }).end(body);
        return broken;
      }),
    );
    const to = connection(source.url);
    await to.definition(signal());
    broken = true;
    await expect(call(to, "echo", { text: "a" })).rejects.toMatchObject({ code: "source_protocol_error" });
  });

  it("says when a connection died before any answer, so that a call may be repeated", async () => {
    let requests = 0;
    const source = kept(
      await rawSource((request) => {
        requests += 1;
        request.socket.destroy();
      }),
    );
    const to = connection(source.url, { verdict: { era: "modern", probedAt: Date.now() } });
    await expect(call(to, "echo")).rejects.toMatchObject({ code: "source_down", beforeAnswer: true });
    expect(requests).toBe(1);
  });
});
