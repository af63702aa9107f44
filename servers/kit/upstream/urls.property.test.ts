import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeSegment } from "./accept.ts";
import { REDACTED } from "./secrets.ts";
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

// The same addresses in every run.
fc.configureGlobal({ seed: 8_141 });

const BASE = "https://api.example.org/v1";
const SECRET = "s3cret-Key/ü&=%2B";
const spec: ServiceSpec = {
  source: "demo",
  group: { name: "demo", spacingMs: 0, inFlight: 1 },
  base: BASE,
  licence: { id: "demo", redistribute: true },
  identity: { api_key: SECRET, email: "someone@example.org", caller_identity: "me myself", tool: "gene-router" },
};

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }).map((each) => each.replace(/\p{Cs}/gu, "")),
  fc.constantFrom(
    "%0d%0a",
    "\r",
    "a,b",
    "a+b",
    "a b",
    "%2B",
    "&x=1",
    "#",
    "?",
    "/../",
    "..",
    "ü",
    "💊",
    "",
    "%",
    "%zz",
    "\u202e",
  ),
);
const name = fc
  .oneof(fc.stringMatching(/^[a-z_]{1,8}$/), text)
  .filter((each) => !["api_key", "email", "caller_identity", "tool", "__proto__"].includes(each));
const params = fc.dictionary(name, fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)), {
  maxKeys: 6,
  noNullPrototype: true,
});
const path = fc
  .array(
    text.filter((each) => !/^\.{0,2}$/.test(each)),
    { maxLength: 3 },
  )
  .map((segments) => segments.map((each) => `/${encodeSegment(each)}`).join(""));

const shuffled = (given: object): object => Object.fromEntries(Object.entries(given).reverse());
const pairsOf = (url: string) => [...new URL(url).searchParams].sort();
const said = (given: Record<string, unknown>) =>
  Object.entries(given)
    .flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]]))
    .sort();

describe("an address built from parameters", () => {
  it("is read back as those parameters, whatever they hold and in whatever order they came", () => {
    fc.assert(
      fc.property(path, params, (where, given) => {
        const url = canonicalUrl(joinUrl(BASE, where), given);
        expect(pairsOf(url)).toEqual(said(given));
        expect(canonicalUrl(joinUrl(BASE, where), shuffled(given) as never)).toBe(url);
        expect(canonicalUrl(url)).toBe(url);
        expect(url).toMatch(/^https:\/\/api\.example\.org\/v1[!-~]*$/);
        expect(url).not.toContain("#");
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps each path value inside its segment, encoded once", () => {
    fc.assert(
      fc.property(
        fc.array(
          text.filter((each) => !/^\.{0,2}$/.test(each)),
          { minLength: 1, maxLength: 4 },
        ),
        (values) => {
          const url = canonicalUrl(joinUrl(BASE, `/${values.map(encodeSegment).join("/")}`));
          const segments = new URL(url).pathname.split("/").slice(2);
          expect(segments.map(decodeURIComponent)).toEqual(values);
          expect(new URL(url).search).toBe("");
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("never leaves its service, whatever the path is", () => {
    const paths = fc.oneof(
      text,
      fc
        .array(fc.constantFrom("..", ".", "%2e%2e", "%2E.", "x", "", "\\", "%2f", "//evil.example", "@evil"), {
          maxLength: 5,
        })
        .map((each) => each.join("/")),
    );
    fc.assert(
      fc.property(paths, (where) => {
        fc.pre(!/^https?:/i.test(where));
        try {
          const url = new URL(joinUrl(BASE, where));
          expect(url.host).toBe("api.example.org");
          expect(`${url.pathname}/`.startsWith("/v1/")).toBe(true);
        } catch (error) {
          expect((error as Error).message).toMatch(/outside its service|Invalid URL/);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the forms of a request", () => {
  it("are one key for one question, whoever asks and however it is ordered", () => {
    fc.assert(
      fc.property(path, params, fc.constantFrom("GET", "POST"), (where, given, method) => {
        const isGet = method === "GET";
        const url = canonicalUrl(joinUrl(BASE, where), isGet ? given : {});
        const form = isGet ? null : canonicalForm(given);
        const wire = wireForms({ method: method as "GET", url, form }, spec);
        expect(cacheKey(method, wire.url, wire.form)).toBe(cacheKey(method, url, form));
        expect(keyUrl(wire.url)).toBe(keyUrl(url));
        if (form !== null) expect(keyForm(wire.form as never)).toEqual(form);
        const again = isGet ? canonicalUrl(joinUrl(BASE, where), shuffled(given) as never) : url;
        expect(cacheKey(method, again, form === null ? null : canonicalForm(shuffled(given) as never))).toBe(
          cacheKey(method, url, form),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("differ in their key when they ask for anything else", () => {
    fc.assert(
      fc.property(params, params, (one, other) => {
        const same = JSON.stringify(said(one)) === JSON.stringify(said(other));
        expect(
          cacheKey("GET", canonicalUrl(BASE, one), null) === cacheKey("GET", canonicalUrl(BASE, other), null),
        ).toBe(same);
        expect(cacheKey("POST", BASE, canonicalForm(one)) === cacheKey("POST", BASE, canonicalForm(other))).toBe(same);
      }),
      { numRuns: 500 },
    );
  });

  it("carry every value over the wire as it is, and no secret into what is shown or stored", () => {
    fc.assert(
      fc.property(path, params, fc.constantFrom("GET", "POST"), (where, given, method) => {
        const isGet = method === "GET";
        const url = canonicalUrl(joinUrl(BASE, where), isGet ? given : {});
        const form = isGet ? null : canonicalForm(given);
        const wire = wireForms({ method: method as "GET", url, form }, spec);
        const sent = isGet ? pairsOf(wire.url) : [...new URLSearchParams(encodeForm(wire.form as never))].sort();
        expect(sent).toEqual([...said(given), ...said(spec.identity as never)].sort());
        const audit = auditForms(wire, spec);
        const shown = JSON.stringify(audit) + keyUrl(wire.url) + JSON.stringify(keyForm(wire.form ?? {}));
        for (const secret of [
          SECRET,
          encodeURIComponent(SECRET),
          "someone@example.org",
          "someone%40example.org",
          "me+myself",
        ]) {
          expect(shown).not.toContain(secret);
        }
        const shownPairs = isGet ? pairsOf(audit.url) : Object.entries(audit.form ?? {}).sort();
        expect(shownPairs.filter(([, value]) => value !== REDACTED)).toEqual(
          [...said(given), ["tool", "gene-router"]].sort(),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("lead a redirect only where the service may go, without what the server copied into it", () => {
    const targets = fc.oneof(
      text,
      fc.constantFrom(
        "//evil.example/x",
        "javascript:alert(1)",
        "https://api.example.org.evil.example/",
        "https://user:pw@api.example.org/",
        "\\\\evil.example",
        "data:,x",
        "http://api.example.org/x",
      ),
      text.map((each) => `/x?q=${encodeURIComponent(each)}&api_key=${encodeURIComponent(SECRET)}&email=a`),
    );
    fc.assert(
      fc.property(targets, (location) => {
        const target = redirectTarget(`${BASE}/list`, location, spec);
        if (target === null) return;
        expect(target).not.toContain(encodeURIComponent(SECRET));
        const names = [...new URL(target).searchParams.keys()];
        expect(names.filter((each) => ["api_key", "email", "caller_identity", "tool"].includes(each))).toEqual([]);
        if (!isAllowed(target, spec)) return;
        expect(new URL(target)).toMatchObject({ protocol: "https:", host: "api.example.org", username: "" });
      }),
      { numRuns: 500 },
    );
  });
});
