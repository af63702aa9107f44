import { z } from "zod";
import { fingerprint } from "./digest.ts";
import { BadInput } from "./fault.ts";

/** What a cursor says: which tool and query it belongs to, over which list, and where the next page starts. */
export interface Cursor {
  readonly tool: string;
  /** Fingerprint of the normalised query. */
  readonly query: string;
  /** Fingerprint of the list that is paged over. */
  readonly list: string;
  readonly offset: number;
}

const Wire = z.strictObject({
  v: z.literal(1),
  t: z.string(),
  q: z.string(),
  l: z.string(),
  o: z.int().min(1).max(1_000_000_000),
});

/** Opaque to callers: base64url JSON. The query is hashed together with list and place, so that none can be changed. */
export const encodeCursor = ({ tool, query, list, offset }: Cursor): string =>
  Buffer.from(JSON.stringify({ v: 1, t: tool, q: fingerprint([query, list, offset]), l: list, o: offset })).toString(
    "base64url",
  );

export const cursorInvalid = (): BadInput =>
  BadInput.of("cursor_invalid", "cursor does not belong to this tool and query; start again without cursor", "cursor");

/** @throws BadInput `cursor_invalid` when it is unreadable or belongs to another tool or query. */
export function decodeCursor(text: string, expected: { tool: string; query: string }): Cursor {
  let parsed: z.infer<typeof Wire>;
  try {
    parsed = Wire.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw cursorInvalid();
  }
  const cursor = { ...expected, list: parsed.l, offset: parsed.o };
  // Written again it must be the same text: base64 has more than one spelling of most bytes.
  if (encodeCursor(cursor) !== text) throw cursorInvalid();
  return cursor;
}

export const cursorExpired = (): BadInput =>
  BadInput.of(
    "cursor_expired",
    "The list has changed since this cursor was given; start again without cursor",
    "cursor",
  );
