import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

/** What one household or host is given of IPv6: its addresses are one caller. */
const IPV6_GROUPS = 4;

/**
 * Where a request comes from, as one name a caller: the peer of the socket, or with trusted proxies in front the address
 * that the outermost of them saw. Entries further left of `X-Forwarded-For` were written by the caller and count nothing.
 *
 * @param trustedHops proxies between the caller and this process.
 */
export function clientAddress({ socket, headers }: IncomingMessage, trustedHops: number): string {
  const peer = socket.remoteAddress ?? "unknown";
  if (trustedHops === 0) return oneCaller(peer);
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((address) => address.trim());
  const seen = forwarded.at(-trustedHops)?.replace(/^\[(.+)\](?::\d+)?$/, "$1");
  return oneCaller(seen !== undefined && (isIPv4(seen) || isIPv6(seen)) ? seen : peer);
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
