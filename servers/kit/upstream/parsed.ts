import { LRUCache } from "lru-cache";
import { Fault } from "../fault.ts";
import type { Upstream } from "./upstream.ts";

/** Indexes of whole files are few and dear; page-sized answers come and go. */
const MAX_PARSED = 200;

/** Keeps what was parsed, by content hash and name of the reading. A failed parse is not remembered. */
export function createParsed(megabytes: number): Upstream["parsed"] {
  const values = new LRUCache<string, { value: unknown }>({
    max: MAX_PARSED,
    // Parsed values take several times the bytes that they were read from; one whole file always fits.
    maxSize: Math.max(64, megabytes) * 1_048_576,
  });
  return (exchange, name, parse) => {
    const sha256 = exchange.entry.content_sha256;
    const key = `${sha256} ${name}`;
    const known = sha256 === null ? undefined : values.get(key);
    if (known !== undefined) return known.value as ReturnType<typeof parse>;
    const value = parseSafely(exchange.status, () => parse(exchange.text()));
    if (sha256 !== null) values.set(key, { value }, { size: exchange.body.byteLength + 1 });
    return value;
  };
}

/** A parser's own faults pass; anything else that it throws may hold upstream text and becomes `unparsable`. */
export function parseSafely<T>(status: number, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault("unparsable", "The service's answer could not be read", { status });
  }
}
