import { expect, it } from "vitest";
import { echoesSecret, hiddenIn, redactBody } from "./secrets.ts";
import type { ServiceSpec } from "./upstream.ts";

const spec = (identity: ServiceSpec["identity"]): ServiceSpec => ({
  source: "demo",
  group: { name: "demo", spacingMs: 0, inFlight: 1 },
  base: "https://api.example.org",
  licence: { id: "demo", redistribute: true },
  ...(identity === undefined ? {} : { identity }),
});
const mine = spec({ api_key: "k-0123456789", email: "me@example.org", tool: "gene-router", caller_identity: "lab" });
const bytes = (text: string) => Buffer.from(text);

it("finds a key that a service repeats in its body or headers", () => {
  expect(echoesSecret(bytes('{"api-key":"k-0123456789"}'), {}, mine)).toBe(true);
  expect(echoesSecret(bytes(""), { link: "<https://x/?email=me%40example.org>" }, mine)).toBe(true);
  expect(echoesSecret(bytes("gene-router lab"), {}, mine)).toBe(false);
});

it("takes no short value for a secret, since it occurs by chance", () => {
  expect(hiddenIn("katG", spec({ api_key: "kat" }))).toBe(false);
  expect(hiddenIn("katG", spec(undefined))).toBe(false);
});

it("replaces it and leaves every other byte alone", () => {
  const body = Buffer.concat([Uint8Array.of(0xff, 0x00), bytes("β k-0123456789 β"), Uint8Array.of(0xfe)]);
  const expected = Buffer.concat([Uint8Array.of(0xff, 0x00), bytes("β REDACTED β"), Uint8Array.of(0xfe)]);
  expect(expected.equals(redactBody(body, mine))).toBe(true);
  expect(redactBody(bytes("clean"), mine)).toEqual(bytes("clean"));
});
