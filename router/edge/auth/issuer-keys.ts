import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";

/** The issuer, or its keys, cannot be asked now: nothing is known about any token. */
export class IssuerUnavailable extends Error {
  constructor() {
    super("The issuer's keys cannot be read");
    this.name = "IssuerUnavailable";
  }
}

const TIMEOUT_MS = 5_000;
/** An unknown key is looked up at most so often: a flood of tokens with invented keys must not reach the issuer. */
const COOLDOWN_MS = 10_000;
const CACHE_MS = 10 * 60_000;
/** Metadata that could not be had is asked for again no sooner. */
const RETRY_MS = 5_000;
const MAX_METADATA_BYTES = 256 * 1024;

const Metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });

/** The issuer's keys by their URL: cached, and asked for anew when a token names one that is not among them. */
export const keysAt = (url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: CACHE_MS,
  });

/**
 * The keys of an issuer that says itself where they are (RFC 8414, else OpenID Connect discovery). Asked at the first
 * token, so that the router starts while the issuer is down. Throws `IssuerUnavailable`.
 */
export function discoveredKeys(issuer: string, now: () => number): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (header, token) => {
    if (keys === null && now() - failedAt < RETRY_MS) throw new IssuerUnavailable();
    keys ??= jwksUriOf(issuer).then(keysAt);
    try {
      return await (await keys)(header, token);
    } catch (error) {
      if (error instanceof IssuerUnavailable) {
        keys = null;
        failedAt = now();
      }
      throw error;
    }
  };
}

async function jwksUriOf(issuer: string): Promise<string> {
  const url = new URL(issuer);
  const path = url.pathname.replace(/\/$/, "");
  const places = [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}/.well-known/openid-configuration${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of new Set(places)) {
    const metadata = Metadata.safeParse(await jsonAt(place));
    // Metadata that names another issuer is someone else's (RFC 8414 §3.3).
    if (!metadata.success || metadata.data.issuer !== issuer) continue;
    const { jwks_uri: jwksUri } = metadata.data;
    if (isSafe(jwksUri)) return jwksUri;
  }
  throw new IssuerUnavailable();
}

async function jsonAt(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, {
      redirect: "error",
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok || Number(response.headers.get("content-length") ?? 0) > MAX_METADATA_BYTES) {
      await response.body?.cancel();
      return null;
    }
    const text = await response.text();
    return text.length > MAX_METADATA_BYTES ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
}
