import type { ServiceSpec } from "./upstream.ts";

/** What stands where an identity was sent. */
export const REDACTED = "REDACTED";

/** Names the program, not the installation. */
const PUBLIC_NAME = "tool";
const PROGRAM = "gene-router";

/** Shorter values occur by chance in any body; no service issues keys or addresses that short. */
const MIN_SECRET_LENGTH = 6;

/** An address inside an address inside an address is as deep as log-in pages pack them. */
const MAX_ENCODINGS = 3;

/** A key always; of what users name themselves, whatever is more than a word of any language: `resistance` is data. */
const isTelling = (name: string, value: string): boolean =>
  value.length >= MIN_SECRET_LENGTH &&
  name !== PUBLIC_NAME &&
  value !== PROGRAM &&
  (name === "api_key" || /[^\p{L}]/u.test(value));

/** Values of this installation that an answer may echo (NCBI repeats the key in its rate message). */
const secretsOf = (spec: ServiceSpec): string[] =>
  Object.entries(spec.identity ?? {}).flatMap(([name, value]) =>
    value !== undefined && isTelling(name, value) ? [...new Set([value, encodeURIComponent(value)])] : [],
  );

/** Does this text hold a key or address of the installation, however often it was percent-encoded? */
export function hiddenIn(text: string, spec: ServiceSpec): boolean {
  const secrets = secretsOf(spec);
  for (let at = text, encodings = 0; encodings <= MAX_ENCODINGS; encodings++) {
    if (secrets.some((secret) => at.includes(secret))) return true;
    at = at.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
      Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8"),
    );
  }
  return false;
}

/** The body without any key or address of the installation. */
export function redactBody(body: Uint8Array, spec: ServiceSpec): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const found = secretsOf(spec).filter((secret) => bytes.includes(secret));
  if (found.length === 0) return body;
  // latin1 maps bytes to characters one to one, so that the rest of the body survives whatever its encoding.
  let text = bytes.toString("latin1");
  for (const secret of found) text = text.replaceAll(Buffer.from(secret).toString("latin1"), REDACTED);
  return Buffer.from(text, "latin1");
}
