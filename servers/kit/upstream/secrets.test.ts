import { expect, it } from "vitest";
import { Content } from "./content.ts";
import type { HopLimits, HopRequest, HopResponse } from "./hop.ts";
import { hiddenIn, redactBody } from "./secrets.ts";
import type { ServiceSpec } from "./upstream.ts";
import { withoutSecrets } from "./without-secrets.ts";

const spec = (identity: ServiceSpec["identity"]): ServiceSpec => ({
  source: "demo",
  group: { name: "demo", spacingMs: 0, inFlight: 1 },
  base: "https://api.example.org",
  licence: { id: "demo", redistribute: true },
  ...(identity === undefined ? {} : { identity }),
});
const mine = spec({ api_key: "k-0123456789", email: "me@example.org", tool: "gene-router", caller_identity: "lab" });
const bytes = (text: string) => Buffer.from(text);

it("hides a key that a service repeats in its body or headers from everyone behind", async () => {
  const answered = (body: string, headers: Record<string, string> = {}): HopResponse => ({
    status: 200,
    headers,
    content: new Content(bytes(body)),
    complete: true,
    retrievedAt: "",
    cached: false,
  });
  const seen = (response: HopResponse) => withoutSecrets(async () => response, mine)({} as HopRequest, {} as HopLimits);
  const { content, headers } = await seen(
    answered('{"api-key":"k-0123456789"}', {
      link: "<https://x/?email=me%40example.org>",
      location: "/?api_key=k-0123456789",
      etag: "v1",
    }),
  );
  expect(content.text()).toBe('{"api-key":"REDACTED"}');
  expect(content.sha256).toBe(new Content(content.bytes).sha256);
  expect(headers).toEqual({ location: "/?api_key=k-0123456789", etag: "v1" });
  const clean = answered("gene-router lab");
  expect((await seen(clean)).content).toBe(clean.content);
});

it("finds it however often a redirect packed it into another address", () => {
  const once = `next=${encodeURIComponent("/efetch?email=me@example.org")}`;
  for (const text of [once, encodeURIComponent(once), encodeURIComponent(encodeURIComponent(once))]) {
    expect(hiddenIn(text, mine)).toBe(true);
  }
  expect(hiddenIn("next=%2Fefetch%3Fid%3D1%zz%", mine)).toBe(false);
});

it("takes every identity for a secret but the program's own name", () => {
  const named = spec({ caller_identity: "lab-of-someone", tool: "some-tool" });
  expect(hiddenIn("lab-of-someone", named)).toBe(true);
  expect(hiddenIn("some-tool", named)).toBe(false);
  expect(hiddenIn("gene-router", spec({ caller_identity: "gene-router" }))).toBe(false);
  // A word that a user chose for a name stands in the data as well.
  expect(hiddenIn("drug resistance", spec({ caller_identity: "resistance" }))).toBe(false);
  expect(hiddenIn("abcdefghij", spec({ api_key: "abcdefghij" }))).toBe(true);
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
