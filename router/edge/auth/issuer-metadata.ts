import { z } from "zod";

const MAX_BYTES = 256 * 1024;

const Metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.string() });

/** What is needed of an issuer's description of itself. */
export type IssuerMetadata = z.infer<typeof Metadata>;

/**
 * Reads what an issuer says of itself (RFC 8414, else OpenID Connect discovery). null when no well-known place holds
 * metadata of exactly this issuer with keys at https, or on loopback.
 */
export async function issuerMetadata(issuer: string, signal: AbortSignal): Promise<IssuerMetadata | null> {
  const url = new URL(issuer);
  const path = url.pathname.replace(/\/$/, "");
  const places = [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}/.well-known/openid-configuration${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of new Set(places)) {
    const { success, data } = Metadata.safeParse(await jsonAt(place, signal));
    // Metadata that names another issuer is someone else's (RFC 8414 §3.3).
    if (success && data.issuer === issuer && isSafe(data.jwks_uri)) return data;
  }
  return null;
}

async function jsonAt(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, { redirect: "error", headers: { accept: "application/json" }, signal });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    // Leaving the loop ends the download.
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (!response.ok || bytes > MAX_BYTES) return null;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
}
