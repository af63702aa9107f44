import type { ServiceSpec } from "./upstream.ts";
import { REDACTED } from "./urls.ts";

/** Shorter values occur by chance in any body; no service issues keys or addresses that short. */
const MIN_SECRET_LENGTH = 6;

const SECRET_NAMES = ["api_key", "email"] as const;

/** Values of this installation that an answer may echo (NCBI repeats the key in its rate message). */
const secretsOf = (spec: ServiceSpec): string[] =>
  SECRET_NAMES.flatMap((name) => {
    const value = spec.identity?.[name];
    if (value === undefined || value.length < MIN_SECRET_LENGTH) return [];
    return [...new Set([value, encodeURIComponent(value)])];
  });

/** Does this text hold a key or address of the installation? */
export const hiddenIn = (text: string, spec: ServiceSpec): boolean =>
  secretsOf(spec).some((secret) => text.includes(secret));

/** Does an answer's body or header repeat one? Such an answer must not be kept. */
export const echoesSecret = (
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  spec: ServiceSpec,
): boolean => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return secretsOf(spec).some(
    (secret) => bytes.includes(secret) || Object.values(headers).some((value) => value.includes(secret)),
  );
};

/** The body without any key or address of the installation. */
export function redactBody(body: Uint8Array, spec: ServiceSpec): Uint8Array {
  if (!echoesSecret(body, {}, spec)) return body;
  // latin1 maps bytes to characters one to one, so that the rest of the body survives whatever its encoding.
  let text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
  for (const secret of secretsOf(spec)) text = text.replaceAll(Buffer.from(secret).toString("latin1"), REDACTED);
  return Buffer.from(text, "latin1");
}
