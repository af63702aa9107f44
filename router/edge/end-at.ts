import type { HttpBindings } from "@hono/node-server";

/** Longer than a timer can wait; a token that lives longer is looked at again when the stream is opened anew. */
const LONGEST_MS = 2 ** 31 - 1;

/** A stream that listens outlives its request; it must not outlive the token that opened it. */
export function endAt(outgoing: HttpBindings["outgoing"], expiresAt: number, now: () => number): void {
  if (!Number.isFinite(expiresAt)) return;
  const timer = setTimeout(() => outgoing.destroy(), Math.min(Math.max(0, expiresAt - now()), LONGEST_MS));
  outgoing.once("close", () => clearTimeout(timer));
}
