import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyResult, jwtVerify } from "jose";
import type { Principal } from "../../surface/principal.ts";

/** What is known of a token. `unavailable`: the issuer cannot be asked, so nothing is. */
export type TokenVerdict =
  | { readonly kind: "valid"; readonly principal: Principal; readonly expiresAt: number }
  | { readonly kind: "invalid" }
  | { readonly kind: "unavailable" };

export interface TokenCheck {
  readonly issuer: string;
  /** The protected resource's identifier; one of these must stand in `aud`. */
  readonly audience: readonly string[];
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
/** A token goes with every request; half of what all headers together may weigh is more than any issuer writes. */
export const MAX_TOKEN_LENGTH = 8 * 1024;
/** Access tokens (RFC 9068), and what issuers of before wrote. Others, such as `logout+jwt`, are signed for other ends. */
const TYPES = new Set([undefined, "jwt", "at+jwt", "application/at+jwt"]);
/** Only ID tokens and refresh tokens hold these: the one proves a login to a client, the other is for the issuer. */
const isOtherToken = ({ at_hash, c_hash, typ }: JWTPayload): boolean =>
  at_hash !== undefined || c_hash !== undefined || ["ID", "Refresh", "Offline"].includes(String(typ));

/** Checks a bearer token: signature, type, issuer, audience, times, subject. Never throws. */
export async function verifyToken(token: string, check: TokenCheck): Promise<TokenVerdict> {
  if (token.length > MAX_TOKEN_LENGTH) return { kind: "invalid" };
  try {
    const { payload, protectedHeader } = await verified(token, check);
    if (!TYPES.has(protectedHeader.typ?.toLowerCase()) || isOtherToken(payload)) return { kind: "invalid" };
    const subject = subjectOf(payload);
    if (subject === null) return { kind: "invalid" };
    const principal = { id: `${check.issuer} ${subject}`, scopes: new Set(scopesOf(payload)) };
    return { kind: "valid", principal, expiresAt: (Number(payload.exp) + LEEWAY_S) * 1000 };
  } catch (error) {
    // What is wrong with a token, jose says in its own words; anything else is about the keys.
    return { kind: error instanceof errors.JOSEError ? "invalid" : "unavailable" };
  }
}

async function verified(token: string, { issuer, audience, keys, now }: TokenCheck): Promise<JWTVerifyResult> {
  const options = {
    issuer,
    audience: [...audience],
    algorithms: ALGORITHMS,
    clockTolerance: LEEWAY_S,
    currentDate: new Date(now()),
    requiredClaims: ["exp", "iss", "aud"],
  };
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token need not name its key; while keys are changed there are two that it may mean.
    for await (const key of error) {
      const result = await jwtVerify(token, key, options).catch(badSignature);
      if (result !== null) return result;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function badSignature(error: unknown): null {
  if (error instanceof errors.JWSSignatureVerificationFailed) return null;
  throw error;
}

/** Machines have no subject with some issuers, but always a client; which must not be taken for a person of that name. */
function subjectOf({ sub, client_id, azp }: JWTPayload): string | null {
  if (isName(sub)) return `subject ${sub}`;
  const client = [client_id, azp].find(isName);
  return client === undefined ? null : `client ${client}`;
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";

/** One string with blanks (RFC 9068), or the list that some issuers write under `scp`. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  const stated = scope ?? scp;
  const list = typeof stated === "string" ? stated.split(" ") : Array.isArray(stated) ? stated : [];
  return list.filter((each): each is string => typeof each === "string" && each !== "");
}
