import { createHmac, randomBytes } from "node:crypto";
import type { Principal } from "../surface/principal.ts";

/** As many characters as keep a million callers apart. */
const LENGTH = 16;

/**
 * Names callers so that a log can be followed and tells nobody who they are: a keyed hash. Without a key of the operator's
 * the names hold for this process alone.
 */
export function pseudonyms(key: string | null): (principal: Principal) => string {
  const secret = key ?? randomBytes(32);
  const kept = new WeakMap<Principal, string>();
  return (principal) => {
    const known = kept.get(principal);
    if (known !== undefined) return known;
    const name = createHmac("sha256", secret).update(principal.id).digest("base64url").slice(0, LENGTH);
    kept.set(principal, name);
    return name;
  };
}
