import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { issuerMetadata } from "./issuer-metadata.ts";

describe("what an issuer says of itself", () => {
  let origin: string;
  let close: () => Promise<void>;
  let asked: string[];
  let answers: Record<string, (response: ServerResponse) => void>;
  beforeEach(async () => {
    asked = [];
    answers = {};
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      (answers[request.url ?? ""] ?? ((each) => each.writeHead(404).end()))(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
  });
  afterEach(() => close());
  const says = (metadata: object) => (response: ServerResponse) => void response.end(JSON.stringify(metadata));
  const read = (issuer: string) => issuerMetadata(issuer, AbortSignal.timeout(10_000));

  it.each([
    ["RFC 8414", "/.well-known/oauth-authorization-server/tenant"],
    ["RFC 8414 for OpenID Connect", "/.well-known/openid-configuration/tenant"],
    ["OpenID Connect discovery", "/tenant/.well-known/openid-configuration"],
  ])("is found where %s has it", async (_which, place) => {
    const issuer = `${origin}/tenant`;
    answers[place] = says({ issuer, jwks_uri: "https://keys.example/jwks", scopes_supported: ["a"] });
    expect(await read(issuer)).toMatchObject({ jwks_uri: "https://keys.example/jwks" });
  });

  it.each([
    ["another issuer", { issuer: "https://evil.example", jwks_uri: "https://evil.example/jwks" }],
    ["an issuer that differs by a slash", { issuer: "ISSUER/", jwks_uri: "https://keys.example/jwks" }],
    ["keys in the clear", { issuer: "ISSUER", jwks_uri: "http://keys.example/jwks" }],
    ["keys in a file", { issuer: "ISSUER", jwks_uri: "file:///etc/keys" }],
    ["keys nowhere", { issuer: "ISSUER" }],
    ["no keys' address", { issuer: "ISSUER", jwks_uri: "keys" }],
  ])("counts nothing when it names %s", async (_what, metadata) => {
    const text = JSON.stringify(metadata).replace("ISSUER", origin);
    answers["/.well-known/oauth-authorization-server"] = (response) => response.end(text);
    expect(await read(origin)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ["a page", (response) => response.end("<html>")],
    ["an error", (response) => response.writeHead(500).end("{}")],
    ["a way elsewhere", (response) => response.writeHead(302, { location: "/elsewhere" }).end()],
    ["a broken line", (response) => response.destroy()],
    ["a megabyte", (response) => response.end(JSON.stringify({ issuer: "x".repeat(1024 * 1024) }))],
  ])("is not known from %s", async (_what, answer) => {
    answers["/.well-known/oauth-authorization-server"] = answer;
    answers["/elsewhere"] = says({ issuer: origin, jwks_uri: "https://keys.example/jwks" });
    expect(await read(origin)).toBeNull();
    expect(asked).not.toContain("/elsewhere");
  });

  it("is waited for no longer than the signal says, whatever hangs", async () => {
    answers["/.well-known/oauth-authorization-server"] = () => {};
    expect(await issuerMetadata(origin, AbortSignal.timeout(50))).toBeNull();
  });
});
