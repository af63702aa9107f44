import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Whether the whole of what concerns the operator may be shown: to this machine, unless a proxy on it speaks for others, and
 * to whoever holds the token.
 *
 * @param token null: there is none, so nobody elsewhere.
 */
export function isOperator({ socket, headers }: IncomingMessage, token: string | null): boolean {
  const direct = LOOPBACK.test(socket.remoteAddress ?? "") && FORWARDING.every((name) => headers[name] === undefined);
  if (direct) return true;
  const sent = /^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1]?.trim();
  return token !== null && sent !== undefined && timingSafeEqual(hashOf(sent), hashOf(token));
}

/** Equal lengths, so that a comparison takes the same time for all. */
const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
