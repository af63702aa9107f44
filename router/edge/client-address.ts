import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

/** What one household or host is given of IPv6: its addresses are one caller. */
const IPV6_GROUPS = 4;

/**
 * Where a request comes from, as one name a caller: the peer of the socket, or with trusted proxies in front the address
 * that the outermost of them saw, in `X-Forwarded-For` or `Forwarded`. Entries further left were written by the caller and
 * count nothing; where both headers came, one of them may be the caller's alone, and neither counts.
 *
 * @param trustedHops proxies between the caller and this process.
 */
export function clientAddress({ socket, headers }: IncomingMessage, trustedHops: number): string {
  const peer = socket.remoteAddress ?? "unknown";
  if (trustedHops === 0) return oneCaller(peer);
  const { "x-forwarded-for": plain, forwarded } = headers;
  if ((plain === undefined) === (forwarded === undefined)) return oneCaller(peer);
  const seen = forwarded === undefined ? String(plain).split(",") : forwarded.split(",").map(forOf);
  return oneCaller(bareAddress(seen.at(-trustedHops) ?? "") ?? peer);
}

/** The `for` of one element of `Forwarded` (RFC 7239). No address holds a comma or a semicolon, quoted or not. */
const forOf = (element: string): string => /(?:^|;)\s*for\s*=\s*"?([^";]*)"?\s*(?:;|$)/i.exec(element)?.[1] ?? "";

/** Without brackets and port; null when it is no address. */
function bareAddress(written: string): string | null {
  const text = written.trim();
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+)(?::\d+)?$/.exec(text)?.[1] ?? text;
  return isIPv4(address) || isIPv6(address) ? address : null;
}

function oneCaller(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return [...left, ...zeros, ...right]
    .slice(0, IPV6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
