import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { ...(forwarded && { "x-forwarded-for": forwarded }) } }) as never;

it.each([
  ["the peer when no proxy is trusted", from("192.0.2.1", "198.51.100.1"), 0, "192.0.2.1"],
  ["what the one proxy saw", from("10.0.0.1", "198.51.100.1"), 1, "198.51.100.1"],
  ["the last entry, not what the caller wrote before it", from("10.0.0.1", "1.1.1.1, 198.51.100.1"), 1, "198.51.100.1"],
  ["the second from the right behind two", from("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2"), 2, "198.51.100.1"],
  ["the peer when there are fewer entries than proxies", from("10.0.0.1", "198.51.100.1"), 2, "10.0.0.1"],
  ["the peer when the entry is no address", from("10.0.0.1", "unknown"), 1, "10.0.0.1"],
  ["an IPv4 address in IPv6 clothes as itself", from("::ffff:192.0.2.1"), 0, "192.0.2.1"],
  ["an IPv6 network as one caller", from("2001:db8:1:2:aaaa::1"), 0, "2001:db8:1:2"],
  ["a short IPv6 address in full", from("2001:db8::1"), 0, "2001:db8:0:0"],
  ["an IPv6 address with brackets and port", from("10.0.0.1", "[2001:db8:1:2::9]:443"), 1, "2001:db8:1:2"],
  ["loopback", from("::1"), 0, "0:0:0:0"],
])("is %s", (_what, incoming, hops, address) => expect(clientAddress(incoming, hops)).toBe(address));
