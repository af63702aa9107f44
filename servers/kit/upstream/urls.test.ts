import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashOf } from "./content.ts";
import type { ServiceSpec } from "./upstream.ts";
import {
  auditForms,
  cacheKey,
  canonicalForm,
  canonicalUrl,
  encodeForm,
  isAllowed,
  joinUrl,
  keyForm,
  keyUrl,
  redirectTarget,
  wireForms,
} from "./urls.ts";

const BASE = "https://api.example.org/v1";

const specOf = (more: Partial<ServiceSpec> = {}): ServiceSpec => ({
  source: "demo",
  group: { name: "demo", spacingMs: 0, inFlight: 1 },
  base: BASE,
  hosts: ["mirror.example.org"],
  identity: { tool: "gene-router", email: "me@example.org", api_key: "k-0123456789", caller_identity: undefined },
  licence: { id: "demo", redistribute: true },
  ...more,
});

const params = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.oneof(fc.string({ unit: "grapheme", maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null)),
  { maxKeys: 6 },
);

describe("joinUrl", () => {
  it.each([
    ["", BASE],
    ["/", `${BASE}/`],
    ["/list/x", `${BASE}/list/x`],
    ["list/x", `${BASE}/list/x`],
    ["https://mirror.example.org/y?a=1", "https://mirror.example.org/y?a=1"],
  ])("puts %j below the base", (path, url) => {
    expect(joinUrl(BASE, path)).toBe(url);
  });

  it.each(["/../secret", "/%2e%2e/secret", "../../x", "/a/../../../x"])("refuses %j, which climbs out", (path) => {
    expect(() => joinUrl(BASE, path)).toThrow("outside");
  });

  it("does not take a sibling path for one below the base", () => {
    expect(() => joinUrl(BASE, "/../v10/x")).toThrow("outside");
  });
});

describe("the canonical URL", () => {
  it("sorts parameters by name, keeps equal names in order, and drops nulls and the fragment", () => {
    expect(canonicalUrl(`${BASE}/x?b=2&a=2&a=1#top`, { c: null, d: undefined, aa: true, z: 0 })).toBe(
      `${BASE}/x?a=2&a=1&aa=true&b=2&z=0`,
    );
  });

  it("has one spelling of every escape, so that a path is the same however it was encoded", () => {
    expect(canonicalUrl(`${BASE}/link/mtu%3ARv1908c`)).toBe(`${BASE}/link/mtu:Rv1908c`);
    expect(canonicalUrl(`${BASE}/x/a%7cb|c%2fd`)).toBe(`${BASE}/x/a%7Cb%7Cc%2Fd`);
    expect(canonicalUrl(`${BASE}/x/50%`)).toBe(`${BASE}/x/50%25`);
  });

  it("keeps a plus sign of a path apart from its escape, since KEGG joins with it", () => {
    expect(canonicalUrl(`${BASE}/get/a+b%2Bc`)).toBe(`${BASE}/get/a+b%2Bc`);
  });

  it("reads a space of a query the same as plus and as %20", () => {
    expect(canonicalUrl(`${BASE}/x?q=a%20b`)).toBe(canonicalUrl(`${BASE}/x?q=a+b`));
  });

  it("changes nothing when applied twice", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), params, (url, query) => {
        const once = canonicalUrl(url, query);
        expect(canonicalUrl(once)).toBe(once);
        expect(keyUrl(keyUrl(once))).toBe(keyUrl(once));
      }),
    );
  });

  it("does not depend on the order in which parameters are given", () => {
    fc.assert(
      fc.property(params, (query) => {
        const reversed = Object.fromEntries(Object.entries(query).reverse());
        expect(canonicalUrl(BASE, reversed)).toBe(canonicalUrl(BASE, query));
        expect(canonicalForm(reversed)).toEqual(canonicalForm(query));
      }),
    );
  });

  it("carries every value unharmed, encoded once", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        expect(new URL(canonicalUrl(BASE, { q: value })).searchParams.get("q")).toBe(value);
        expect(new URLSearchParams(encodeForm({ q: value })).get("q")).toBe(value);
      }),
    );
  });

  it("encodes the carriage return that joins STRING's names exactly once", () => {
    expect(encodeForm({ identifiers: "katG\rinhA" })).toBe("identifiers=katG%0DinhA");
  });
});

describe("the cache key", () => {
  it("is SHA-256 of method, key URL and the hash of the sorted form", () => {
    const url = `${BASE}/x?a=1`;
    expect(cacheKey("GET", url, null)).toBe(hashOf(`GET\n${url}\n${hashOf("")}`));
    expect(cacheKey("POST", url, { b: "2", a: "1" })).toBe(hashOf(`POST\n${url}\n${hashOf("a=1&b=2")}`));
  });

  it("does not know who asks", () => {
    const who = { caller_identity: "x", tool: "y", email: "z@example.org", api_key: "k" };
    expect(cacheKey("GET", canonicalUrl(`${BASE}/x`, { q: "1", ...who }), null)).toBe(
      cacheKey("GET", `${BASE}/x?q=1`, null),
    );
    expect(cacheKey("POST", BASE, { q: "1", ...who })).toBe(cacheKey("POST", BASE, { q: "1" }));
    expect(keyForm({ q: "1", ...who })).toEqual({ q: "1" });
  });

  it("tells methods, URLs and forms apart", () => {
    const keys = [
      cacheKey("GET", `${BASE}/x`, null),
      cacheKey("POST", `${BASE}/x`, {}),
      cacheKey("POST", `${BASE}/x`, { a: "1" }),
      cacheKey("GET", `${BASE}/x?a=1`, null),
    ];
    // An empty form is hashed like no form; the method keeps the two apart.
    expect(new Set(keys).size).toBe(4);
  });
});

describe("wire and audit forms", () => {
  const sent = { method: "GET", url: `${BASE}/x?q=1`, form: null } as const;

  it("puts the identity into the query of a GET, where it is given", () => {
    expect(wireForms(sent, specOf()).url).toBe(
      `${BASE}/x?api_key=k-0123456789&email=me%40example.org&q=1&tool=gene-router`,
    );
  });

  it("puts the identity into the form of a POST and leaves the URL alone", () => {
    const wire = wireForms({ method: "POST", url: `${BASE}/x`, form: { q: "1" } }, specOf());
    expect(wire).toEqual({
      url: `${BASE}/x`,
      form: { api_key: "k-0123456789", email: "me@example.org", q: "1", tool: "gene-router" },
    });
  });

  it("sends no identity to any other host", () => {
    const wire = wireForms({ ...sent, url: "https://mirror.example.org/x?q=1" }, specOf());
    expect(wire.url).toBe("https://mirror.example.org/x?q=1");
  });

  it("shows that an identity was sent, but not which; the program's own name is no secret", () => {
    expect(auditForms(wireForms(sent, specOf()), specOf()).url).toBe(
      `${BASE}/x?api_key=REDACTED&email=REDACTED&q=1&tool=gene-router`,
    );
    expect(auditForms(wireForms({ ...sent, method: "POST", form: { q: "1" } }, specOf()), specOf()).form).toEqual({
      api_key: "REDACTED",
      email: "REDACTED",
      q: "1",
      tool: "gene-router",
    });
  });

  it("shows no identity where none was sent", () => {
    expect(auditForms(wireForms(sent, specOf({ identity: {} })), specOf({ identity: {} })).url).toBe(`${BASE}/x?q=1`);
  });

  it("never shows an identity value, whatever the parameters", () => {
    const secret = "S3CR3T-VALUE-9f";
    const spec = specOf({ identity: { api_key: secret, email: secret, caller_identity: secret, token: secret } });
    fc.assert(
      fc.property(params, fc.constantFrom("GET", "POST"), (query, method) => {
        const url = canonicalUrl(`${BASE}/x`, method === "GET" ? query : {});
        const form = method === "POST" ? canonicalForm(query) : null;
        const wire = wireForms({ method, url, form }, spec);
        expect(JSON.stringify(wire)).toContain(secret);
        expect(JSON.stringify(auditForms(wire, spec))).not.toContain(secret);
        expect(keyUrl(url)).not.toContain(secret);
      }),
    );
  });
});

describe("redirect targets", () => {
  it("are read against the URL that sent them", () => {
    expect(redirectTarget(`${BASE}/status/1`, "/v1/results/1?size=5", specOf())).toBe(`${BASE}/results/1?size=5`);
  });

  it("lose every identity parameter that the server copied into them", () => {
    const spec = specOf({ identity: { token: "t-123456", api_key: "k-123456" } });
    const location = "https://mirror.example.org/x?api_key=k-123456&token=t-123456&email=a%40b&q=1";
    expect(redirectTarget(BASE, location, spec)).toBe("https://mirror.example.org/x?q=1");
  });

  it.each(["http://", "https://user:pw@api.example.org/x"])("do not exist in %j", (location) => {
    expect(redirectTarget(BASE, location, specOf())).toBeNull();
  });

  it.each([
    ["https://api.example.org/other", true],
    ["https://mirror.example.org/x", true],
    ["https://evil.example/x", false],
    ["https://api.example.org.evil.example/x", false],
    ["https://api.example.org:8443/x", false],
    ["http://api.example.org/x", false],
    ["http://127.0.0.1:9/x", false],
    ["file:///etc/passwd", false],
  ])("%s is allowed: %s", (url, allowed) => {
    expect(isAllowed(url, specOf())).toBe(allowed);
  });

  it("allows plain http for a base on loopback, and only its own port", () => {
    const spec = specOf({ base: "http://127.0.0.1:4000", hosts: [] });
    expect(isAllowed("http://127.0.0.1:4000/x", spec)).toBe(true);
    expect(isAllowed("http://127.0.0.1:4001/x", spec)).toBe(false);
  });
});
