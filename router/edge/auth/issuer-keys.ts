import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { issuerMetadata } from "./issuer-metadata.ts";

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
/** What could not be had is asked for again no sooner; meanwhile nobody waits for an issuer that hangs. */
export const ISSUER_REST_MS = 5_000;
/** An issuer may move its keys; its metadata is then read anew in the background. */
const METADATA_MS = 60 * 60_000;

/**
 * The issuer's keys by their URL: cached, and asked for anew when a token names one that is not among them. Keys at hand
 * go on to count while the issuer cannot be asked. Throws `IssuerUnavailable`, and jose's errors about the token.
 *
 * @param now epoch milliseconds
 */
export function keysAt(url: string, now: () => number): JWTVerifyGetKey {
  let restUntil = Number.NEGATIVE_INFINITY;
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: CACHE_MS,
    [customFetch]: async (...request: Parameters<typeof fetch>) => {
      if (now() < restUntil) throw new IssuerUnavailable();
      return fetch(...request);
    },
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (!(error instanceof IssuerUnavailable)) restUntil = now() + ISSUER_REST_MS;
      throw new IssuerUnavailable();
    }
  };
}

/**
 * The keys of an issuer that says itself where they are. Asked at the first token, so that the router starts while the
 * issuer is down. Throws as `keysAt`.
 */
export function discoveredKeys(issuer: string, now: () => number): JWTVerifyGetKey {
  let found: { readonly url: string; readonly keys: JWTVerifyGetKey; readonly at: number } | null = null;
  let looking: Promise<void> | null = null;
  let restUntil = Number.NEGATIVE_INFINITY;

  function look(): Promise<void> {
    looking ??= issuerMetadata(issuer, AbortSignal.timeout(TIMEOUT_MS))
      .then((metadata) => {
        if (metadata === null) throw new IssuerUnavailable();
        const url = metadata.jwks_uri;
        found = { url, keys: found?.url === url ? found.keys : keysAt(url, now), at: now() };
      })
      .catch((error: unknown) => {
        restUntil = now() + ISSUER_REST_MS;
        throw error;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  return async (header, token) => {
    const resting = now() < restUntil;
    if (found === null) {
      if (resting) throw new IssuerUnavailable();
      await look();
    } else if (!resting && now() - found.at > METADATA_MS) void look().catch(() => {});
    if (found === null) throw new IssuerUnavailable();
    return found.keys(header, token);
  };
}

/** An answer that says "not with this key" is about the token; no answer, or one that holds no keys, is about the issuer. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) return true;
  // jose says so of an answer of the key endpoint that is not 200 or not JSON, and of keys that are none.
  return error.code === "ERR_JOSE_GENERIC" || error instanceof errors.JWKSInvalid;
}
