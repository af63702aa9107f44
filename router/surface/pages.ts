import { ProtocolError } from "@modelcontextprotocol/server";

const PAGE = 250;
const INVALID_PARAMS = -32602;

/**
 * One page of a sorted list. The cursor holds the key of the last entry, so that a list that changes between two pages
 * neither repeats nor skips what stayed. Throws the protocol's error for a cursor that is not ours.
 */
export function pageOf<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  cursor: string | undefined,
): { page: T[]; nextCursor?: string } {
  const start = cursor === undefined || cursor === "" ? 0 : startAfter(entries, keyOf, cursor);
  const page = entries.slice(start, start + PAGE);
  const last = page.at(-1);
  if (last === undefined || start + PAGE >= entries.length) return { page };
  return { page, nextCursor: Buffer.from(JSON.stringify({ after: keyOf(last) })).toString("base64url") };
}

function startAfter<T>(entries: readonly T[], keyOf: (entry: T) => string, cursor: string): number {
  let after: unknown;
  try {
    ({ after } = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as { after?: unknown });
  } catch {
    after = null;
  }
  if (typeof after !== "string") throw new ProtocolError(INVALID_PARAMS, "Invalid cursor");
  const next = entries.findIndex((entry) => keyOf(entry) > after);
  return next === -1 ? entries.length : next;
}
