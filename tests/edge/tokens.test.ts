import { createHmac } from "node:crypto";
import { request } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GuardedRouter, guardedRouter } from "./guarded-router.ts";

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());

describe("a router that wants tokens", () => {
  let guarded: GuardedRouter;
  beforeAll(async () => {
    guarded = await guardedRouter({
      servers: { kegg: { embed: "kegg" } },
      environment: { GENE_ROUTER_REQUIRED_SCOPES: "mcp" },
    });
  });
  afterAll(() => guarded.close());
  const listed = (token: string | null) => guarded.ask(token, "tools/list");

  it("serves a good one", async () => {
    expect((await listed(await guarded.token("mcp"))).status).toBe(200);
  });

  it("answers none with 401, says where to read more and what is needed, and calls no token invalid", async () => {
    const { status, headers } = await listed(null);
    expect(status).toBe(401);
    const challenge = headers.get("www-authenticate");
    const metadata = new URL(guarded.url).origin;
    expect(challenge).toBe(
      `Bearer resource_metadata="${metadata}/.well-known/oauth-protected-resource/mcp", scope="mcp"`,
    );
  });

  it("refuses a caller without token before it reads the body", async () => {
    const status = await new Promise((resolve, reject) => {
      const asking = request(guarded.url, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": "1000000" },
      });
      asking.on("response", (response) => resolve(response.statusCode));
      asking.on("error", reject);
      asking.flushHeaders();
    });
    expect(status).toBe(401);
  });

  it.each([
    ["of another audience", async () => guarded.issuer.token("http://127.0.0.1:1/mcp", { scope: "mcp" })],
    ["for the origin alone", async () => guarded.issuer.token(new URL(guarded.url).origin, { scope: "mcp" })],
    ["without audience", async () => guarded.token("mcp", { aud: undefined })],
    ["of another issuer", async () => guarded.token("mcp", { iss: "http://127.0.0.1:1" })],
    ["that expired two minutes ago", async () => guarded.token("mcp", { exp: Math.floor(Date.now() / 1000) - 120 })],
    ["without an end", async () => guarded.token("mcp", { exp: undefined })],
    ["for later", async () => guarded.token("mcp", { nbf: Math.floor(Date.now() / 1000) + 600 })],
    ["of nobody", async () => guarded.token("mcp", { sub: undefined })],
    [
      "whose claims were changed",
      async () => {
        const [header, , signature] = (await guarded.token("mcp")).split(".");
        return `${header}.${b64({ ...claimsOf(await guarded.token("mcp")), sub: "admin" })}.${signature}`;
      },
    ],
    [
      "without signature (alg none)",
      async () => `${b64({ alg: "none" })}.${b64(claimsOf(await guarded.token("mcp")))}.`,
    ],
    [
      "signed with the public key as a secret (HS256)",
      async () => {
        const secret = JSON.stringify(guarded.issuer.publicKey());
        const head = `${b64({ alg: "HS256", kid: guarded.issuer.publicKey().kid })}.${b64(claimsOf(await guarded.token("mcp")))}`;
        return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
      },
    ],
    [
      "that brings its own key in the header",
      async () => {
        const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
        return new SignJWT(claimsOf(await guarded.token("mcp")))
          .setProtectedHeader({ alg: "RS256", kid: "mine", jwk: await exportJWK(publicKey) })
          .sign(privateKey);
      },
    ],
    [
      "that names a place for its key",
      async () => {
        const { privateKey } = await generateKeyPair("RS256");
        return new SignJWT(claimsOf(await guarded.token("mcp")))
          .setProtectedHeader({ alg: "RS256", kid: "mine", jku: `${guarded.issuer.issuer}/other` })
          .sign(privateKey);
      },
    ],
    ["of seventeen kilobytes", async () => "x".repeat(15_000)],
    ["that is no token", async () => "abc"],
  ])("refuses one %s with 401 invalid_token", async (_what, make) => {
    const { status, headers } = await listed(await make());
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("allows clocks to differ by a minute", async () => {
    const justOver = await guarded.token("mcp", { exp: Math.floor(Date.now() / 1000) - 30 });
    expect((await listed(justOver)).status).toBe(200);
  });

  it("names every scope that is missing with 403", async () => {
    const { status, headers } = await listed(await guarded.token("other"));
    expect(status).toBe(403);
    expect(headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="mcp"');
  });

  it("reads scopes from a list too", async () => {
    expect((await listed(await guarded.token("", { scope: undefined, scp: ["mcp"] }))).status).toBe(200);
  });

  it("takes a token from its header alone, and only one", async () => {
    const token = await guarded.token("mcp");
    const inUrl = await fetch(`${guarded.url}?access_token=${token}`, { method: "POST" });
    expect(inUrl.status).toBe(401);
    const twice = await new Promise((resolve, reject) => {
      const asking = request(guarded.url, {
        method: "POST",
        headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] as never, "content-type": "application/json" },
      });
      asking.on("response", (response) => resolve(response.statusCode));
      asking.on("error", reject);
      asking.end("{}");
    });
    expect(twice).toBe(401);
  });

  it("follows a change of keys: the new one counts and the old one does not", async () => {
    const old = await guarded.token("mcp");
    // jose asks again for an unknown key no sooner than ten seconds after the last time.
    const { issuer } = guarded;
    await issuer.rotate();
    const fresh = await guarded.token("mcp");
    await expect.poll(async () => (await listed(fresh)).status, { timeout: 20_000, interval: 500 }).toBe(200);
    expect((await listed(old)).status).toBe(401);
  });

  it("does not run to the issuer for every invented key", async () => {
    const before = guarded.issuer.asked();
    const { privateKey } = await generateKeyPair("RS256");
    for (let number = 0; number < 20; number += 1) {
      const token = await new SignJWT({}).setProtectedHeader({ alg: "RS256", kid: `k${number}` }).sign(privateKey);
      await listed(token);
    }
    expect(guarded.issuer.asked() - before).toBeLessThanOrEqual(2);
  });

  it("tells strangers that it lives, and not what stands behind it", async () => {
    const { origin } = new URL(guarded.url);
    const seen = async (path: string, headers: Record<string, string>) =>
      (await fetch(origin + path, { headers })).json();
    const stranger = { "x-forwarded-for": "203.0.113.9" };
    expect(await seen("/health", stranger)).toEqual({ status: "ok" });
    expect(await seen("/ready", stranger)).toEqual({ ready: true });
    expect(await seen("/health", {})).toMatchObject({ sources: [{ namespace: "kegg" }] });
  });

  it.each(["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])(
    "describes itself at %s, whatever name it is asked under",
    async (path) => {
      const { origin } = new URL(guarded.url);
      const answer = await fetch(origin + path, { headers: { "x-forwarded-host": "evil.example" } });
      expect(await answer.json()).toMatchObject({
        resource: guarded.url,
        authorization_servers: [guarded.issuer.issuer],
        bearer_methods_supported: ["header"],
      });
    },
  );

  it.each(["/.well-known/oauth-protected-resource", "/health", "/ready", "/mcp"])(
    "answers %s under a foreign Host with 421 and for a foreign Origin with 403",
    async (path) => {
      const { origin, port } = new URL(guarded.url);
      const statusUnder = (host: string) =>
        new Promise((resolve, reject) => {
          request({ host: "127.0.0.1", port, path, headers: { host } }, (response) => {
            response.resume();
            resolve(response.statusCode);
          })
            .on("error", reject)
            .end();
        });
      expect(await statusUnder("evil.example")).toBe(421);
      expect((await fetch(origin + path, { headers: { origin: "https://evil.example" } })).status).toBe(403);
    },
  );
});

describe("an issuer that cannot be asked", () => {
  it.each(["500", "garbage"] as const)("(%s) makes no token invalid: 503, and when to come back", async (answer) => {
    const guarded = await guardedRouter({ servers: { kegg: { embed: "kegg" } } });
    guarded.issuer.answer = answer;
    const { status, headers } = await guarded.ask(await guarded.token(), "tools/list");
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    guarded.issuer.answer = "keys";
    expect((await guarded.ask(await guarded.token(), "tools/list")).status).toBe(200);
    await guarded.close();
  });
});
