import { encodeCursor } from "../../servers/kit/cursor.ts";
import { fingerprint } from "../../servers/kit/digest.ts";
import type { Envelope } from "../../servers/kit/envelope/envelope.ts";

/** The cursor that a reader would hold after all the pages before `offset`, without asking for each of them. */
export function cursorAt({ query, page }: Pick<Envelope, "query" | "page">, offset: number): string {
  const { t: tool, l: list, o: from } = JSON.parse(Buffer.from(page.next_cursor ?? "", "base64url").toString("utf8"));
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => !/_(?:sent|used)$/.test(name)));
  const key = fingerprint({ ...asked, cursor: null, max_bytes: null });
  if (encodeCursor({ tool, query: key, list, offset: from }) !== page.next_cursor) {
    throw new Error("The cursor is made in another way than this");
  }
  return encodeCursor({ tool, query: key, list, offset });
}
