import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export interface TokenIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** Requests for keys so far. */
  readonly asked: () => number;
  /** The public key that signs now. */
  publicKey(): JWK;
  /** A new key pair; the old one is withdrawn. */
  rotate(): Promise<void>;
  /** How the key endpoint answers from now on. */
  answer: "keys" | "500" | "garbage" | "hang";
  /** A token, signed by the current key; `claims` and `header` are laid over what a good one holds. */
  token(audience: string, claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** An issuer of signed tokens with a key endpoint, and nothing else of a provider. */
export async function tokenIssuer(): Promise<TokenIssuer> {
  let serial = 0;
  let pair = await keyPair();
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (state.answer === "hang") return;
    response.statusCode = state.answer === "500" ? 500 : 200;
    response.setHeader("content-type", "application/json");
    response.end(state.answer === "garbage" ? "<html>" : JSON.stringify({ keys: [pair.jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function keyPair(): Promise<{ jwk: JWK; privateKey: CryptoKey }> {
    serial += 1;
    const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: `key-${serial}`, alg: "RS256", use: "sig" } };
  }

  const state: TokenIssuer = {
    issuer,
    jwksUrl: `${issuer}/keys`,
    answer: "keys",
    asked: () => asked,
    publicKey: () => pair.jwk,
    async rotate() {
      pair = await keyPair();
    },
    token(audience, claims = {}, header = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload = { iss: issuer, aud: audience, sub: "someone", iat: now, exp: now + 300, ...claims };
      const stated = Object.entries(payload).filter(([, value]) => value !== undefined);
      return new SignJWT(Object.fromEntries(stated))
        .setProtectedHeader({ alg: "RS256", kid: pair.jwk.kid!, typ: "at+jwt", ...header })
        .sign(pair.privateKey);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
}
