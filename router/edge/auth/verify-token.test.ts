import fc from "fast-check";
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyToken } from "./verify-token.ts";

const ISSUER = "https://id.example";
const AUDIENCE = "https://genes.example/mcp";
const NOW = Date.UTC(2026, 11, 1);
const GOOD = { iss: ISSUER, aud: AUDIENCE, sub: "someone", exp: NOW / 1000 + 60 };

const pairOf = async (alg: string) => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: { ...(await exportJWK(publicKey)), alg }, privateKey };
};
const checkWith = (...keys: JWK[]) => ({
  issuer: ISSUER,
  audience: [AUDIENCE],
  keys: createLocalJWKSet({ keys }),
  now: () => NOW,
});

describe("a token", () => {
  let first: Awaited<ReturnType<typeof pairOf>>;
  let second: Awaited<ReturnType<typeof pairOf>>;
  beforeAll(async () => {
    [first, second] = await Promise.all([pairOf("ES256"), pairOf("ES256")]);
  });
  const signed = (claims: object, header: object = {}, pair = first) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", ...header }).sign(pair.privateKey);

  it.each(["RS256", "PS512", "ES256", "ES384", "EdDSA"])("may be signed by %s", async (alg) => {
    const { jwk, privateKey } = await pairOf(alg);
    const token = await new SignJWT({ ...GOOD }).setProtectedHeader({ alg }).sign(privateKey);
    expect(await verifyToken(token, checkWith(jwk))).toMatchObject({ kind: "valid" });
  });

  it("need not name its key while two of them count", async () => {
    const check = checkWith(first.jwk, second.jwk);
    expect(await verifyToken(await signed(GOOD, {}, second), check)).toMatchObject({ kind: "valid" });
    const stranger = await pairOf("ES256");
    expect(await verifyToken(await signed(GOOD, {}, stranger), check)).toEqual({ kind: "invalid" });
    expect(await verifyToken(await signed({ ...GOOD, aud: "x" }, {}, second), check)).toEqual({ kind: "invalid" });
  });

  it("names its holder by issuer and subject, and a machine apart from a person of the same name", async () => {
    const idOf = async (claims: object) => {
      const verdict = await verifyToken(await signed({ ...GOOD, ...claims }), checkWith(first.jwk));
      return verdict.kind === "valid" ? verdict.principal.id : verdict.kind;
    };
    const ids = [
      await idOf({ sub: "a" }),
      await idOf({ sub: undefined, client_id: "a" }),
      await idOf({ sub: "", azp: "b" }),
      await idOf({ sub: ["a"] }),
    ];
    expect(ids).toEqual([`${ISSUER} subject a`, `${ISSUER} client a`, `${ISSUER} client b`, "invalid"]);
  });

  it.each([
    ["59 seconds after its end", { exp: NOW / 1000 - 59 }, "valid"],
    ["61 seconds after its end", { exp: NOW / 1000 - 61 }, "invalid"],
    ["59 seconds before its beginning", { nbf: NOW / 1000 + 59 }, "valid"],
    ["61 seconds before its beginning", { nbf: NOW / 1000 + 61 }, "invalid"],
  ])("%s is taken or not: %o", async (_when, claims, kind) => {
    expect((await verifyToken(await signed({ ...GOOD, ...claims }), checkWith(first.jwk))).kind).toBe(kind);
  });

  it("is never the reason to call the issuer unavailable, whatever stands in it", async () => {
    const good = await signed(GOOD);
    const check = checkWith(first.jwk);
    const header = fc.record(
      {
        alg: fc.oneof(fc.constantFrom("ES256", "RS256", "none", "HS256", "ES384", "EdDSA", "PS256"), fc.anything()),
        kid: fc.anything(),
        typ: fc.anything(),
        crit: fc.anything(),
        b64: fc.anything(),
        jwk: fc.anything(),
        x5c: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const part = fc.oneof(
      fc.string(),
      header.map((value) => Buffer.from(JSON.stringify(value) ?? "").toString("base64url")),
    );
    const [head, payload, signature] = good.split(".") as [string, string, string];
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(part, fc.constant(head)),
        fc.oneof(part, fc.constant(payload)),
        fc.oneof(part, fc.constant(signature)),
        async (a, b, c) => {
          const token = `${a}.${b}.${c}`;
          const { kind } = await verifyToken(token, check);
          expect(kind).toBe(token === good ? "valid" : "invalid");
        },
      ),
      { numRuns: 400 },
    );
  });
});
