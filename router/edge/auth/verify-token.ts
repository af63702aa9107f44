import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Principal } from "../../surface/principal.ts";
import { IssuerUnavailable } from "./issuer-keys.ts";

/** What is known of a token. `unavailable`: the issuer cannot be asked, so nothing is. */
export type TokenVerdict =
  | { readonly kind: "valid"; readonly principal: Principal; readonly expiresAt: number }
  | { readonly kind: "invalid" }
  | { readonly kind: "unavailable" };

export interface TokenCheck {
  readonly issuer: string;
  /** The protected resource's identifier; nothing else may stand in `aud`. */
  readonly audience: string;
  readonly keys: JWTVerifyGetKey;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Signatures by a key pair only: with a shared secret, the public key itself could be taken for it. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** Clocks of issuer and router differ (router specification). */
const LEEWAY_S = 60;
/** A token goes with every request; longer ones are no tokens. */
const MAX_TOKEN_LENGTH = 16 * 1024;

/** Checks a bearer token: signature, issuer, audience, times, subject. Never throws. */
export async function verifyToken(token: string, { issuer, audience, keys, now }: TokenCheck): Promise<TokenVerdict> {
  if (token.length > MAX_TOKEN_LENGTH) return { kind: "invalid" };
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: LEEWAY_S,
      currentDate: new Date(now()),
      requiredClaims: ["exp", "iss", "aud"],
    });
    const subject = subjectOf(payload);
    if (subject === null) return { kind: "invalid" };
    const principal = { id: `${issuer} ${subject}`, scopes: new Set(scopesOf(payload)) };
    return { kind: "valid", principal, expiresAt: Number(payload.exp) * 1000 };
  } catch (error) {
    return { kind: isOutage(error) ? "unavailable" : "invalid" };
  }
}

/** Machines have no subject with some issuers, but always a client. */
function subjectOf({ sub, client_id, azp }: JWTPayload): string | null {
  const found = [sub, client_id, azp].find((value) => typeof value === "string" && value !== "");
  return (found as string | undefined) ?? null;
}

/** One string with blanks (RFC 9068), or the list that some issuers write under `scp`. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  const stated = scope ?? scp;
  const list = typeof stated === "string" ? stated.split(" ") : Array.isArray(stated) ? stated : [];
  return list.filter((each): each is string => typeof each === "string" && each !== "");
}

/** An answer that says "not with this key" is about the token; no answer is about the issuer. */
function isOutage(error: unknown): boolean {
  if (error instanceof IssuerUnavailable || error instanceof errors.JWKSTimeout) return true;
  if (!(error instanceof errors.JOSEError)) return true;
  // jose says so of an answer of the key endpoint that is not 200 or not JSON, and of keys that are none.
  return error.code === "ERR_JOSE_GENERIC" || error instanceof errors.JWKSInvalid;
}
