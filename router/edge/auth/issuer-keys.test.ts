import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { discoveredKeys, IssuerUnavailable } from "./issuer-keys.ts";

describe("the keys of an issuer that says itself where they are", () => {
  let issuer: string;
  let close: () => Promise<void>;
  let asked: string[];
  let down: boolean;
  /** Path of the key endpoint → the one key there. */
  let keys: Record<string, JWK>;
  let keysAt: string;
  let now: number;
  beforeEach(async () => {
    [asked, down, keys, keysAt, now] = [
      [],
      false,
      { "/a": await keyNamed("a"), "/b": await keyNamed("b") },
      "/a",
      Date.now(),
    ];
    const server = createServer(({ url = "" }, response) => {
      asked.push(url);
      if (down) return void response.writeHead(503).end();
      if (url === "/.well-known/oauth-authorization-server")
        return void response.end(JSON.stringify({ issuer, jwks_uri: issuer + keysAt }));
      response.writeHead(keys[url] === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ keys: [keys[url]] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await close();
  });

  const keyNamed = async (kid: string): Promise<JWK> => {
    const { publicKey } = await generateKeyPair("ES256", { extractable: true });
    return { ...(await exportJWK(publicKey)), kid, alg: "ES256" };
  };
  const later = (ms: number): void => {
    now += ms;
    vi.useFakeTimers({ toFake: ["Date"], now });
  };
  const header = (kid: string) => ({ alg: "ES256", kid });
  const open = () => {
    const found = discoveredKeys(issuer, () => now);
    return async (kid: string) => found(header(kid), { payload: "", signature: "" });
  };

  it("are asked for once, however many tokens come at once", async () => {
    const key = open();
    await Promise.all(Array.from({ length: 20 }, () => key("a")));
    expect(asked).toEqual(["/.well-known/oauth-authorization-server", "/a"]);
  });

  it("are asked for again when the issuer comes up, and not before five seconds have passed", async () => {
    down = true;
    const key = open();
    await expect(key("a")).rejects.toThrow(IssuerUnavailable);
    const before = asked.length;
    down = false;
    await expect(key("a")).rejects.toThrow(IssuerUnavailable);
    expect(asked).toHaveLength(before);
    later(5_001);
    await expect(key("a")).resolves.toBeDefined();
  });

  it("are followed to another place within the hour, and a token waits for none of it", async () => {
    const key = open();
    await key("a");
    keysAt = "/b";
    later(61 * 60_000);
    await key("a");
    await expect
      .poll(() =>
        key("b").then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  it("stay where they were while the issuer does not say where they are", async () => {
    const key = open();
    await key("a");
    delete keys["/b"];
    keysAt = "nowhere";
    later(61 * 60_000);
    await expect(key("a")).resolves.toBeDefined();
    await expect(key("a")).resolves.toBeDefined();
  });
});
